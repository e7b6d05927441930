import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import type { Env } from '../base/env.ts'

/** Where the program keeps what. Absolute paths; nothing is made. */
export type Folders = {
  /** The ledger. All of it can be fetched again. */
  cacheFile: string
  /** The machine's salt: with another one, the ledger's partitions are not found and masked secrets differ. */
  saltFile: string
  /** Which revisions of the controls were seen last. */
  looksFile: string
}

/**
 * Files of the program by the XDG rules: `XDG_CACHE_HOME` (default `~/.cache`) and `XDG_STATE_HOME` (default
 * `~/.local/state`), of which only absolute paths count; on Windows below `LOCALAPPDATA`.
 */
export const foldersOf = (env: Env, platform: NodeJS.Platform = process.platform, home = homedir()): Folders => {
  const local = platform === 'win32' ? absolute(env.LOCALAPPDATA) : undefined
  const cache = absolute(env.XDG_CACHE_HOME) ?? local ?? join(home, '.cache')
  const state = absolute(env.XDG_STATE_HOME) ?? local ?? join(home, '.local', 'state')
  return {
    cacheFile: join(cache, 'quarterdeck', 'cache.db'),
    saltFile: join(state, 'quarterdeck', 'salt'),
    looksFile: join(state, 'quarterdeck', 'last-looks.json'),
  }
}

const absolute = (path: string | undefined): string | undefined => (path && isAbsolute(path) ? path : undefined)
