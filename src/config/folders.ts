import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import type { Env } from '../base/env.ts'

/**
 * Where the program keeps what, as absolute paths; nothing is made. By the XDG rules: `XDG_CACHE_HOME` (default `~/.cache`), `XDG_CONFIG_HOME` (default `~/.config`) and
 * `XDG_STATE_HOME` (default `~/.local/state`), of which only absolute paths count; on Windows below `LOCALAPPDATA`.
 */
export const foldersOf = (env: Env, platform: NodeJS.Platform = process.platform, home = homedir()) => {
  const local = platform === 'win32' ? absolute(env.LOCALAPPDATA) : undefined
  const cache = absolute(env.XDG_CACHE_HOME) ?? local ?? join(home, '.cache')
  const config = absolute(env.XDG_CONFIG_HOME) ?? local ?? join(home, '.config')
  const state = absolute(env.XDG_STATE_HOME) ?? local ?? join(home, '.local', 'state')
  return {
    /** The ledger. All of it can be fetched again. */
    cacheFile: join(cache, 'quarterdeck', 'cache.db'),
    /** Profiles and habits; people write in it too. */
    configFile: join(config, 'quarterdeck', 'config.json'),
    /** Files of keys, for those who want no keychain. */
    keysFolder: join(config, 'quarterdeck', 'keys'),
    /** What Node compiled of the program. */
    codeFolder: join(cache, 'quarterdeck', 'code'),
    /** The machine's salt: with another one, the ledger's partitions are not found and masked secrets differ. */
    saltFile: join(state, 'quarterdeck', 'salt'),
    /** Which revisions of the controls were seen last. */
    looksFile: join(state, 'quarterdeck', 'last-looks.json'),
    /** What was open in the explorer, marked and seen. */
    visitsFile: join(state, 'quarterdeck', 'visits.json'),
    /** What was typed into the palette. */
    typedFile: join(state, 'quarterdeck', 'palette-history.json'),
    /** What needs attention and is muted, or was told. */
    attentionFile: join(state, 'quarterdeck', 'attention.json'),
    /** Ids that people entered, and paths of exports. */
    enteredFile: join(state, 'quarterdeck', 'entered.json'),
    /** What the notifier has still to tell, and its log of decisions. */
    notifierFolder: join(state, 'quarterdeck', 'notifier'),
  }
}

const absolute = (path: string | undefined): string | undefined => (path && isAbsolute(path) ? path : undefined)
