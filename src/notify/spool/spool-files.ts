import { lstatSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { randomName, writeAtomicallySync } from '../../base/atomic-file.ts'
import type { Env } from '../../base/env.ts'
import { readOwnFile } from '../../base/own-file.ts'
import { createOwnFolder } from '../../base/own-folder.ts'
import { textHash } from '../../base/text.ts'

/** Maximum number of files in a spool folder. */
const MAX_FILES = 200
const MAX_BYTES = 8 * 1024 * 1024

/** A unique name that sorts by time. */
export const newId = (now: number): string => `${String(now).padStart(14, '0')}-${randomName()}`

/** The file of an event, or of a message for a channel. */
export const fileOf = (id: string, channel?: string): string =>
  `${channel === undefined ? id : `${id}~${channel}`}.json`

/** The id in a file's name. */
export const idOfFile = (name: string): string => partsOf(name)[0]

/** The channel in a file's name; empty if it has none. */
export const channelOfFile = (name: string): string => partsOf(name)[1]

const partsOf = (name: string): [id: string, channel: string] => {
  const [id = '', ...channel] = name.replace(/\.json$/, '').split('~')
  return [id, channel.join('~')]
}

/** Files of a spool folder, oldest first, without temporary files and folders; empty if the folder does not exist. */
export const filesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.name.endsWith('.json') && !entry.name.startsWith('.') && !entry.isDirectory())
      .map(({ name }) => name)
      .sort()
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

/**
 * Puts a file into a spool folder. If the folder is full, the oldest files are dropped, because newer ones matter more.
 *
 * @returns Names of the dropped files.
 * @throws UntrustedPathError if other users can write to the folder; otherwise the file system's error.
 */
export const putFile = (folder: string, name: string, value: unknown): string[] => {
  createOwnFolder(folder)
  writeSpoolFile(join(folder, name), value)
  const names = filesIn(folder)
  const dropped = names.slice(0, Math.max(0, names.length - MAX_FILES)).filter((each) => each !== name)
  for (const each of dropped) removeFile(join(folder, each))
  return dropped
}

/** Writes a spool file atomically. Replaces a pipe or link; renames a folder that is in the way. */
export const writeSpoolFile = (path: string, value: unknown): void => {
  const text = JSON.stringify(value)
  if (isFolder(path)) renameSync(path, `${path}.${randomName()}.aside`)
  writeAtomicallySync(path, text, { mayReplace: true })
}

/** Removes a file, pipe or link of the spool, if it exists. A folder in its place stays. */
export const removeFile = (path: string): void => {
  if (!isFolder(path)) rmSync(path, { force: true })
}

const isFolder = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

/** The content of a spool file; undefined if it is not owned by the user, is invalid or does not exist. */
export const readSpoolFile = (path: string): unknown => {
  try {
    const bytes = readOwnFile(path, MAX_BYTES)
    return bytes && JSON.parse(Buffer.from(bytes).toString())
  } catch {
    return undefined
  }
}

/** Whether an error means that a path does not exist. */
export const isMissing = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')

/** The paths of a spool by its name. @param folder - The notifier's folder. */
export const spoolFolders = (folder: string, name = 'own') => {
  const spool = join(folder, 'spool', name)
  return {
    /** Received events that are not evaluated yet, one file each. */
    events: join(spool, 'events'),
    /** Messages to send, one file per message and channel. */
    messages: join(spool, 'messages'),
    /** Messages of which bytes may have been sent. */
    sending: join(spool, 'sending'),
    /** Recent notifications, for repeats and rate limits. */
    memoryFile: join(spool, 'memory.json'),
    /** The lock of the process that sends. */
    lockFile: join(spool, 'sender.lock'),
    /** Decisions of all spools. */
    logFile: join(folder, 'log.ndjson'),
    /** The last notified event of each name, of all spools. */
    recordedFolder: join(folder, 'recorded'),
  }
}

/**
 * The paths of one spool. An event is replaced by its messages; a message is moved to `sending` while it is being sent.
 */
export type SpoolFolders = ReturnType<typeof spoolFolders>

/**
 * The spool of an environment. Variables may configure destinations, and messages of one environment must never go to
 * those of another. The name is a hash, because destinations may contain secrets. It is salted, so that the same
 * destinations have different names on other machines.
 *
 * @param folder - The notifier's folder.
 * @param salt - Called only if a relevant variable is set.
 */
export const spoolOf = (folder: string, env: Env, salt: () => Uint8Array): SpoolFolders => {
  const variables = Object.entries(env)
    .filter(([name, value]) => value && (name.startsWith('QUARTERDECK_') || name === 'XDG_CONFIG_HOME'))
    .sort(([a], [b]) => (a < b ? -1 : 1))
  if (variables.length === 0) return spoolFolders(folder)
  const salted = `${Buffer.from(salt()).toString('hex')}${JSON.stringify(variables)}`
  // Two 32-bit hashes, so that collisions are improbable.
  const name = [`0${salted}`, `1${salted}`].map((text) => textHash(text).toString(16).padStart(8, '0')).join('')
  return spoolFolders(folder, name)
}
