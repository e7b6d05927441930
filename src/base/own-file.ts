import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, type Stats } from 'node:fs'
import { dirname } from 'node:path'
import { assertOwnFolder, isTrustedOwner, UntrustedPathError } from './own-folder.ts'

/**
 * Reads a file from a folder, if both belong to us or root.
 *
 * @param maxBytes Size limit.
 * @returns undefined if the file doesn't exist or is larger.
 * @throws UntrustedPathError if others may have put the file there, or if it isn't a regular file (reading a pipe would never
 * end); otherwise file system errors.
 */
export const readOwnFile = (path: string, maxBytes: number): Uint8Array | undefined => {
  try {
    assertOwnFolder(dirname(path))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  return readRegular(path, maxBytes, OWN_FLAGS, assertOwner)
}

/** Reads a regular file of any owner and follows links. Otherwise like {@link readOwnFile}. */
export const readRegularFile = (path: string, maxBytes: number): Uint8Array | undefined =>
  readRegular(path, maxBytes, READ_FLAGS, () => {})

/** Without O_NONBLOCK, opening a pipe blocks until there is a writer. Windows has no such flag. */
export const READ_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

/** With these flags, opening a link fails too. */
export const OWN_FLAGS = READ_FLAGS | (constants.O_NOFOLLOW ?? 0)

const readRegular = (
  path: string,
  maxBytes: number,
  flags: number,
  check: (path: string, stats: Stats) => void,
): Uint8Array | undefined => {
  try {
    return readChecked(path, flags, (stats) => {
      assertRegularFile(path, stats)
      check(path, stats)
      return stats.size <= maxBytes
    })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // ELOOP: a link. ENXIO: a socket.
    if (code === 'ELOOP' || code === 'ENXIO') throw new UntrustedPathError(`${path} is not a regular file`)
    throw error
  }
}

/**
 * Opens a file and reads it if `accepts` returns true. The check uses the open file, because by then the path may point
 * to another file. Returns undefined if the file doesn't exist or is rejected.
 */
export const readChecked = (path: string, flags: number, accepts: (stats: Stats) => boolean): Buffer | undefined => {
  let file: number
  try {
    file = openSync(path, flags)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  try {
    const stats = fstatSync(file)
    if (!accepts(stats)) return undefined
    const bytes = Buffer.alloc(stats.size)
    return bytes.subarray(0, readSync(file, bytes))
  } finally {
    closeSync(file)
  }
}

/**
 * Checks that a file which other code opens later belongs to us or root, in a folder of ours. A missing file is
 * accepted.
 *
 * @throws the errors of {@link readOwnFile}.
 */
export const assertOwnFile = (path: string): void => {
  assertOwnFolder(dirname(path))
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (!stats) return
  assertRegularFile(path, stats)
  assertOwner(path, stats)
}

const assertRegularFile = (path: string, stats: Stats): void => {
  if (!stats.isFile()) throw new UntrustedPathError(`${path} is not a regular file`)
}

const assertOwner = (path: string, stats: Stats): void => {
  if (process.platform !== 'win32' && !isTrustedOwner(stats))
    throw new UntrustedPathError(`${path} is owned by another user`)
}

/**
 * Sets the umask so that new files and folders are accessible to their owner only. Does nothing in a worker, which
 * can't set the umask.
 *
 * @returns A function that restores the previous umask.
 */
export const restrictUmask = (): (() => void) => {
  // Loaded lazily: the import takes 3 ms, and most starts create no files.
  if (!process.getBuiltinModule('node:worker_threads').isMainThread) return () => {}
  const before = process.umask(0o077)
  return () => void process.umask(before)
}
