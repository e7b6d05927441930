import { appendFileSync, existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'
import { randomName, writeAtomicallySync } from './atomic-file.ts'
import { assertOwnFile, readOwnFile } from './own-file.ts'
import { assertOwnFolder, createOwnFolder, UntrustedPathError } from './own-folder.ts'

/** Folder of the saved frames of the explorer, next to the cache whose rows they show. */
export const framesFolderOf = (cacheFile: string): string => join(dirname(cacheFile), 'frames')

/** Folder of the figures that `qd status` prints. They are deleted together with the saved frames. */
export const statusFolderOf = (cacheFile: string): string => join(dirname(cacheFile), 'status')

const generationFileOf = (cacheFile: string): string => join(dirname(cacheFile), 'frames-generation')

/** Size limit of the generation file, in bytes: more than 1,000 deletions. A longer file is replaced by a new one. */
const MAX_BYTES = 16_384

/**
 * Current generation of the saved frames. It is the content of a file to which each deletion appends the id of its run.
 * Frames of other generations are neither shown nor written: another program may still have a frame in memory that was
 * created before the deletion. Empty if no generation exists.
 */
export const frameGeneration = (cacheFile: string): string => {
  try {
    return Buffer.from(readOwnFile(generationFileOf(cacheFile), MAX_BYTES) ?? []).toString('utf8')
  } catch {
    return ''
  }
}

/**
 * Whether no other run has deleted saved frames since a generation. A deletion by this run does not count, because this
 * run already hides the refused data.
 */
export const isSameGeneration = (before: string, now: string, run: string): boolean =>
  before !== '' &&
  now.startsWith(before) &&
  now
    .slice(before.length)
    .split('\n')
    .every((by) => by === run || by === '')

/** Starts the first generation. Returns false if one exists. Throws file system errors. */
export const beginGeneration = (cacheFile: string): boolean => {
  createOwnFolder(dirname(cacheFile))
  return writeAtomicallySync(generationFileOf(cacheFile), `${randomName()}\n`, { mayReplace: false })
}

/**
 * Deletes the saved frames and figures of all profiles and ends the generation of the frames. Callers use this when the permissions of a key
 * may have changed or caching is turned off. Does nothing for an in-memory cache.
 *
 * @param run - Id of the run that deletes them. @default a random id
 */
export const deleteFrames = (cacheFile: string, run = randomName()): void => {
  if (!isAbsolute(cacheFile)) return
  endGeneration(cacheFile, run)
  for (const folder of [framesFolderOf(cacheFile), statusFolderOf(cacheFile)]) deleteOwnFiles(folder)
}

const deleteOwnFiles = (folder: string): void => {
  if (!existsSync(folder)) return
  try {
    for (const own of [dirname(folder), folder]) assertOwnFolder(own)
  } catch (error) {
    // Nothing is written to an untrusted folder, so this one contains no file of ours.
    if (error instanceof UntrustedPathError) return
    throw error
  }
  for (const name of readdirSync(folder)) if (OWN_NAME.test(name)) rmSync(join(folder, name), { force: true })
  if (readdirSync(folder).length === 0) rmdirSync(folder)
}

/** A saved frame, figures, or a draft whose program was killed. */
const OWN_NAME = /^(?:[0-9a-f]{64}|\.[0-9a-f]{64}\.[0-9a-f]{12}\.part)$/

const endGeneration = (cacheFile: string, run: string): void => {
  const path = generationFileOf(cacheFile)
  if (!existsSync(path)) return
  try {
    assertOwnFile(path)
    const isFull = frameGeneration(cacheFile).length > MAX_BYTES - 100
    if (isFull) writeAtomicallySync(path, `${randomName()}\n`, { mayReplace: true })
    else appendFileSync(path, `${run}\n`, { mode: 0o600 })
  } catch {
    // If this file can't be written, frames can't be read or written either.
  }
}
