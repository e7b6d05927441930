import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, type Stats } from 'node:fs'
import { dirname } from 'node:path'
import { assertOwnFolder, ForeignError, isOursOrRoots } from './own-folder.ts'

/**
 * Reads a file of ours from a folder of ours.
 *
 * @param mostBytes A larger one is not read.
 * @returns undefined where there is none, or a larger one.
 * @throws ForeignError where others may have put it there, and for what is no ordinary file: a pipe would never end. Else what
 * the file system says.
 */
export const readOwnFile = (path: string, mostBytes: number): Uint8Array | undefined => {
  try {
    assertOwnFolder(dirname(path))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  return readOrdinary(path, mostBytes, OWN_FLAGS, assertOwner)
}

/** Reads a file of anyone, or the file that a link leads to. Otherwise as {@link readOwnFile}. */
export const readOrdinaryFile = (path: string, maxBytes: number): Uint8Array | undefined =>
  readOrdinary(path, maxBytes, READ_FLAGS, () => {})

/** Without O_NONBLOCK, opening a pipe waits for a writer. Windows has no such flag. */
export const READ_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

/** The same of a file that is no link. */
export const OWN_FLAGS = READ_FLAGS | (constants.O_NOFOLLOW ?? 0)

const readOrdinary = (
  path: string,
  maxBytes: number,
  flags: number,
  check: (path: string, stats: Stats) => void,
): Uint8Array | undefined => {
  try {
    return readChecked(path, flags, (stats) => {
      assertOrdinary(path, stats)
      check(path, stats)
      return stats.size <= maxBytes
    })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // A link, or a socket.
    if (code === 'ELOOP' || code === 'ENXIO') throw new ForeignError(`${path} is no ordinary file`)
    throw error
  }
}

/** Reads a file whose state is right once it is open: what stands under its name by then may be another. Undefined where there is none. */
export const readChecked = (path: string, flags: number, isRight: (stats: Stats) => boolean): Buffer | undefined => {
  let file: number
  try {
    file = openSync(path, flags)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  try {
    const stats = fstatSync(file)
    if (!isRight(stats)) return undefined
    const bytes = Buffer.alloc(stats.size)
    return bytes.subarray(0, readSync(file, bytes))
  } finally {
    closeSync(file)
  }
}

/**
 * Looks whether a file that something else is to open is ours, in a folder of ours. None there is fine.
 *
 * @throws as {@link readOwnFile}.
 */
export const assertOwnFile = (path: string): void => {
  assertOwnFolder(dirname(path))
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (!stats) return
  assertOrdinary(path, stats)
  assertOwner(path, stats)
}

const assertOrdinary = (path: string, stats: Stats): void => {
  if (!stats.isFile()) throw new ForeignError(`${path} is no ordinary file`)
}

const assertOwner = (path: string, stats: Stats): void => {
  if (process.platform !== 'win32' && !isOursOrRoots(stats)) throw new ForeignError(`${path} belongs to somebody else`)
}

/**
 * What is made from now on is for its owner only, whoever makes it. Does nothing in a worker, which cannot set the mask of its process.
 *
 * @returns What puts the mask back as it was.
 */
export const maskOthers = (): (() => void) => {
  // Loaded here: it takes 3 ms of a start that makes no files.
  if (!process.getBuiltinModule('node:worker_threads').isMainThread) return () => {}
  const before = process.umask(0o077)
  return () => void process.umask(before)
}
