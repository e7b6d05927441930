import { lstatSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { randomName, writeAtomicallySync } from '../../base/atomic-file.ts'
import type { Env } from '../../base/env.ts'
import { readOwnFile } from '../../base/own-file.ts'
import { makeOwnFolder } from '../../base/own-folder.ts'
import { textHash } from '../../base/text.ts'

/** Files that a folder of the spool holds at most. */
const MAX_FILES = 200
const LARGEST_BYTES = 8 * 1024 * 1024

/** A name that sorts by time and that nobody else makes. */
export const newId = (now: number): string => `${String(now).padStart(14, '0')}-${randomName()}`

/** The file of an event, or of a message for a channel. */
export const fileOf = (id: string, channel?: string): string =>
  `${channel === undefined ? id : `${id}~${channel}`}.json`

/** The id that a file is named after. */
export const idOfFile = (name: string): string => partsOf(name)[0]

/** The name of the channel that a file is for; empty where it is for none. */
export const channelOfFile = (name: string): string => partsOf(name)[1]

const partsOf = (name: string): [id: string, channel: string] => {
  const [id = '', ...channel] = name.replace(/\.json$/, '').split('~')
  return [id, channel.join('~')]
}

/** Names of the files in a folder of the spool, oldest first, without drafts and folders; none where there is no folder. */
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
 * Puts a file into a folder of the spool. Where that is full, the oldest ones make room: what is new matters more.
 *
 * @returns Names of those that were dropped.
 * @throws ForeignError where others can write to the folder; else what the file system says.
 */
export const putFile = (folder: string, name: string, value: unknown): string[] => {
  makeOwnFolder(folder)
  writeSpoolFile(join(folder, name), value)
  const names = filesIn(folder)
  const dropped = names.slice(0, Math.max(0, names.length - MAX_FILES)).filter((each) => each !== name)
  for (const each of dropped) removeFile(join(folder, each))
  return dropped
}

/** Writes a file of the spool in whole or not at all. It replaces a pipe or a link; a folder in its place is moved aside. */
export const writeSpoolFile = (path: string, value: unknown): void => {
  const text = JSON.stringify(value)
  if (isFolder(path)) renameSync(path, `${path}.${randomName()}.aside`)
  writeAtomicallySync(path, text, { mayReplace: true })
}

/** Removes a file, pipe or link of the spool, where there is one. A folder in its place stays. */
export const removeFile = (path: string): void => {
  if (!isFolder(path)) rmSync(path, { force: true })
}

const isFolder = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

/** What a file of the spool holds; undefined where it is none of ours, broken, or has gone. */
export const readSpoolFile = (path: string): unknown => {
  try {
    const bytes = readOwnFile(path, LARGEST_BYTES)
    return bytes && JSON.parse(Buffer.from(bytes).toString())
  } catch {
    return undefined
  }
}

/** Whether there is nothing at a path, or cannot be. */
export const isMissing = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')

/** The folders of a spool by its name. @param folder - Of the notifier. */
export const spoolFolders = (folder: string, name = 'own') => {
  const spool = join(folder, 'spool', name)
  return {
    /** What hooks were told, a file each, not judged yet. */
    events: join(spool, 'events'),
    /** Messages to be sent, a file for each channel of each. */
    messages: join(spool, 'messages'),
    /** Messages of which bytes may have left. */
    sending: join(spool, 'sending'),
    /** What was told lately, for repeats and rates. */
    memoryFile: join(spool, 'memory.json'),
    /** Whoever holds it is the one that sends. */
    lockFile: join(spool, 'sender.lock'),
    /** Decisions of all spools. */
    logFile: join(folder, 'log.ndjson'),
    /** The last event of each name that was told, of all spools. */
    recordedFolder: join(folder, 'recorded'),
  }
}

/** Where one spool keeps what. A file is in exactly one of the first three folders: it gets to the next one by a rename. */
export type SpoolFolders = ReturnType<typeof spoolFolders>

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
  if (said.length === 0) return spoolFolders(folder)
  const salted = `${Buffer.from(salt()).toString('hex')}${JSON.stringify(said)}`
  // Twice 32 bits, so that no two environments share a name.
  const name = [`0${salted}`, `1${salted}`].map((text) => textHash(text).toString(16).padStart(8, '0')).join('')
  return spoolFolders(folder, name)
}
