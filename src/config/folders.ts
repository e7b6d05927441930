import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import type { Env } from '../base/env.ts'

/**
 * The absolute paths of the program's files and folders. Creates nothing. It follows the XDG rules: `XDG_CACHE_HOME`
 * (default `~/.cache`), `XDG_CONFIG_HOME` (default `~/.config`) and `XDG_STATE_HOME` (default `~/.local/state`), which
 * must be absolute paths; on Windows everything is below `LOCALAPPDATA`.
 */
export const foldersOf = (env: Env, platform: NodeJS.Platform = process.platform, home = homedir()) => {
  const local = platform === 'win32' ? absolute(env.LOCALAPPDATA) : undefined
  const cache = absolute(env.XDG_CACHE_HOME) ?? local ?? join(home, '.cache')
  const config = absolute(env.XDG_CONFIG_HOME) ?? local ?? join(home, '.config')
  const state = absolute(env.XDG_STATE_HOME) ?? local ?? join(home, '.local', 'state')
  return {
    /** The ledger (the cache). All of it can be loaded again. */
    cacheFile: join(cache, 'quarterdeck', 'cache.db'),
    /** Profiles and preferences. Users also edit it. */
    configFile: join(config, 'quarterdeck', 'config.json'),
    /** Key files, for users without a keychain. */
    keysFolder: join(config, 'quarterdeck', 'keys'),
    /** Node's compile cache for the program. */
    codeFolder: join(cache, 'quarterdeck', 'code'),
    /** The unpacked files of the single executable, by version. */
    programFolder: join(cache, 'quarterdeck', 'program'),
    /** The machine's salt. If it is lost, the cached data of all keys can't be found any more. */
    saltFile: join(state, 'quarterdeck', 'salt'),
    /** The last seen revisions of the controls. */
    shownRevisionsFile: join(state, 'quarterdeck', 'last-looks.json'),
    /** The explorer's open screens, bookmarks and the last visit of each screen. */
    visitsFile: join(state, 'quarterdeck', 'visits.json'),
    /** The palette's history. */
    typedFile: join(state, 'quarterdeck', 'palette-history.json'),
    /** Muted and notified attention items. */
    attentionFile: join(state, 'quarterdeck', 'attention.json'),
    /** Ids that users entered, and paths of exports. */
    enteredFile: join(state, 'quarterdeck', 'entered.json'),
    /** The notifier's unsent messages and its log. */
    notifierFolder: join(state, 'quarterdeck', 'notifier'),
  }
}

const absolute = (path: string | undefined): string | undefined => (path && isAbsolute(path) ? path : undefined)
