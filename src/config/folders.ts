import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import type { Env } from '../base/env.ts'

/** Where the program keeps what. Absolute paths; nothing is made. */
export type Folders = {
  /** The ledger. All of it can be fetched again. */
  cacheFile: string
  /** Profiles and habits; people write in it too. */
  configFile: string
  /** Files of keys, for those who want no keychain. */
  keysFolder: string
  /** What Node compiled of the program. */
  codeFolder: string
  /** The machine's salt: with another one, the ledger's partitions are not found and masked secrets differ. */
  saltFile: string
  /** Which revisions of the controls were seen last. */
  looksFile: string
  /** What was open in the explorer, marked and seen. */
  visitsFile: string
  /** What was typed into the palette. */
  typedFile: string
  /** What needs attention and is muted, or was told. */
  attentionFile: string
  /** Ids that people entered, and paths of exports. */
  enteredFile: string
  /** What the notifier has still to tell, and its log of decisions. */
  notifierFolder: string
}

/**
 * Files of the program by the XDG rules: `XDG_CACHE_HOME` (default `~/.cache`), `XDG_CONFIG_HOME` (default `~/.config`) and
 * `XDG_STATE_HOME` (default `~/.local/state`), of which only absolute paths count; on Windows below `LOCALAPPDATA`.
 */
export const foldersOf = (env: Env, platform: NodeJS.Platform = process.platform, home = homedir()): Folders => {
  const local = platform === 'win32' ? absolute(env.LOCALAPPDATA) : undefined
  const cache = absolute(env.XDG_CACHE_HOME) ?? local ?? join(home, '.cache')
  const config = absolute(env.XDG_CONFIG_HOME) ?? local ?? join(home, '.config')
  const state = absolute(env.XDG_STATE_HOME) ?? local ?? join(home, '.local', 'state')
  return {
    cacheFile: join(cache, 'quarterdeck', 'cache.db'),
    configFile: join(config, 'quarterdeck', 'config.json'),
    keysFolder: join(config, 'quarterdeck', 'keys'),
    codeFolder: join(cache, 'quarterdeck', 'code'),
    saltFile: join(state, 'quarterdeck', 'salt'),
    looksFile: join(state, 'quarterdeck', 'last-looks.json'),
    visitsFile: join(state, 'quarterdeck', 'visits.json'),
    typedFile: join(state, 'quarterdeck', 'palette-history.json'),
    attentionFile: join(state, 'quarterdeck', 'attention.json'),
    enteredFile: join(state, 'quarterdeck', 'entered.json'),
    notifierFolder: join(state, 'quarterdeck', 'notifier'),
  }
}

const absolute = (path: string | undefined): string | undefined => (path && isAbsolute(path) ? path : undefined)
