import { appendFileSync, existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'
import { randomName, writeAtomicallySync } from './atomic-file.ts'
import { assertOwnFile, readOwnFile } from './own-file.ts'
import { assertOwnFolder, ForeignError, makeOwnFolder } from './own-folder.ts'

/** Where pictures of the explorer are kept, beside the ledger whose rows they show. */
export const framesFolderOf = (cacheFile: string): string => join(dirname(cacheFile), 'frames')

const generationFileOf = (cacheFile: string): string => join(dirname(cacheFile), 'frames-generation')

/** Bytes of the file of generations: more than 1,000 deletions. A longer one begins again. */
const MAX_BYTES = 16_384

/**
 * The generation that a picture belongs to: a line for each deletion of pictures, with the name of the run that deleted them. A
 * picture of another generation is neither shown nor written, as a program that took one before a deletion still has it in memory.
 * Empty where none has begun.
 */
export const frameGeneration = (cacheFile: string): string => {
  try {
    return Buffer.from(readOwnFile(generationFileOf(cacheFile), MAX_BYTES) ?? []).toString('utf8')
  } catch {
    return ''
  }
}

/** Begins the first generation; answers false where there is one. Throws what the file system says. */
export const beginGeneration = (cacheFile: string): boolean => {
  makeOwnFolder(dirname(cacheFile))
  return writeAtomicallySync(generationFileOf(cacheFile), `${randomName()}\n`, { mayReplace: false })
}

/**
 * Deletes all pictures, of whatever profile, and ends their generation: what a key may show has changed, or nothing is to be kept. A
 * ledger in memory has none beside it.
 *
 * @param run - Name of the run that deletes them. @default one that no program has
 */
export const forgetFrames = (cacheFile: string, run = randomName()): void => {
  if (!isAbsolute(cacheFile)) return
  endGeneration(cacheFile, run)
  const folder = framesFolderOf(cacheFile)
  if (!existsSync(folder)) return
  try {
    for (const own of [dirname(folder), folder]) assertOwnFolder(own)
  } catch (error) {
    // No picture is read or written there, so none of ours is there.
    if (error instanceof ForeignError) return
    throw error
  }
  for (const name of readdirSync(folder)) if (OWN_NAME.test(name)) rmSync(join(folder, name), { force: true })
  if (readdirSync(folder).length === 0) rmdirSync(folder)
}

/** A picture, and a draft of one whose program was killed. */
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
    // Where it cannot be written, no picture is read or written beside it either.
  }
}
