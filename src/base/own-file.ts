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
  let file: number
  try {
    assertOwnFolder(dirname(path))
    // Without O_NONBLOCK, opening a pipe waits for somebody who writes to it. Windows has none of these.
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    // A link, or a socket.
    if (code === 'ELOOP' || code === 'ENXIO') throw new ForeignError(`${path} is no ordinary file`)
    throw error
  }
  try {
    const stats = fstatSync(file)
    assertOrdinary(path, stats)
    if (stats.size > mostBytes) return undefined
    const bytes = new Uint8Array(stats.size)
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
  if (stats) assertOrdinary(path, stats)
}

const assertOrdinary = (path: string, stats: Stats): void => {
  if (!stats.isFile()) throw new ForeignError(`${path} is no ordinary file`)
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
