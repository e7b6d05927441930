import { join } from 'node:path'
import type { Env } from '../../base/env.ts'
import { textHash } from '../../base/text.ts'

/** Where one spool keeps what. A file is in exactly one of the folders: it gets to the next one by a rename. */
export type SpoolFolders = {
  /** What hooks were told, a file each, not judged yet. */
  events: string
  /** Messages to be sent, a file for each channel of each. */
  messages: string
  /** Messages of which bytes may have left. */
  sending: string
  /** What was told lately, for repeats and rates. */
  memoryFile: string
  /** Whoever holds it is the one that sends. */
  lockFile: string
}

/** The folders of a spool. */
export const spoolFolders = (folder: string): SpoolFolders => ({
  events: join(folder, 'events'),
  messages: join(folder, 'messages'),
  sending: join(folder, 'sending'),
  memoryFile: join(folder, 'memory.json'),
  lockFile: join(folder, 'sender.lock'),
})

/**
 * The spool of an environment: destinations can be named there, and what waits in one must never be sent to those of another. Its
 * name is a hash, as destinations may hold secrets, salted so that the same destinations have other names on other machines.
 *
 * @param folder - Of the notifier.
 * @param salt - Called only where the environment says anything.
 */
export const spoolOf = (folder: string, env: Env, salt: () => Uint8Array): SpoolFolders => {
  const said = Object.entries(env)
    .filter(([name, value]) => value && (name.startsWith('QUARTERDECK_') || name === 'XDG_CONFIG_HOME'))
    .sort(([a], [b]) => (a < b ? -1 : 1))
  if (said.length === 0) return spoolFolders(join(folder, 'spool', 'own'))
  const salted = `${Buffer.from(salt()).toString('hex')}${JSON.stringify(said)}`
  // Twice 32 bits, so that no two environments share a name.
  const name = [`0${salted}`, `1${salted}`].map((text) => textHash(text).toString(16).padStart(8, '0')).join('')
  return spoolFolders(join(folder, 'spool', name))
}
