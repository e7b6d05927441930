import { lstatSync, mkdirSync, readlinkSync, type Stats, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** A file or folder that others may have put there or may change: nothing in it can be trusted. */
export class ForeignError extends Error {
  override name = 'ForeignError'
}

/**
 * Makes a folder and those above it, for their owner only, where they are not there. Node's own way of doing so never ends where
 * a folder that is there takes none (/proc). Throws what the file system says.
 */
export const makeFolders = (folder: string): void => {
  const path = resolve(folder)
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return
  if (dirname(path) !== path) makeFolders(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // Somebody else may have made it meanwhile.
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}

/**
 * Makes a folder for its owner only, where it is not there, and looks whether it is.
 *
 * @throws ForeignError as {@link assertOwnFolder} does; else what the file system says.
 */
export const makeOwnFolder = (folder: string): void => {
  makeFolders(folder)
  assertOwnFolder(folder)
}

/**
 * Looks whether nobody but its owner (and root) can put a file into a folder or another folder into its place. Windows keeps
 * the folders of users apart by itself: there nothing is looked at.
 *
 * @throws ForeignError that names what others can change; what the file system says, as where the folder is not there.
 */
export const assertOwnFolder = (folder: string): void => {
  if (process.platform === 'win32') return
  const path = resolve(folder)
  assertTrusted(dirname(path))
  const stats = lstatSync(path)
  if (!stats.isDirectory()) throw new ForeignError(`${path} is a link or a file, and a folder is wanted`)
  if (!isOursOrRoots(stats)) throw new ForeignError(`${path} belongs to somebody else`)
  if (isOpenToOthers(stats)) throw new ForeignError(`others can write to ${path}: run chmod go-w on it`)
}

/** Links that may lead from one to the next, as the system itself allows. */
const MAX_LINKS = 40

/** Every folder on the way, links followed. */
const assertTrusted = (path: string, links = 0): void => {
  const above = dirname(path)
  if (above !== path) assertTrusted(above, links)
  const stats = lstatSync(path)
  if (!isOursOrRoots(stats)) throw new ForeignError(`${path} belongs to somebody else`)
  if (stats.isSymbolicLink()) {
    if (links === MAX_LINKS) throw new ForeignError(`the links of ${path} lead in a circle`)
    assertTrusted(resolve(above, readlinkSync(path)), links + 1)
  } else if (isOpenToOthers(stats) && !isSticky(stats)) throw new ForeignError(`others can write to ${path}`)
}

/** Root can do what it likes anyway. */
export const isOursOrRoots = ({ uid }: Stats): boolean => uid === 0 || uid === process.getuid?.()

// Where each user has a group of their own, which has the user's number, new folders are often open to that group.
export const isOpenToOthers = ({ mode, uid, gid }: Stats): boolean =>
  (mode & 0o002) !== 0 || ((mode & 0o020) !== 0 && gid !== uid)

/** As in /tmp: what is there can be moved or deleted by its owner only. */
const isSticky = ({ mode }: Stats): boolean => (mode & 0o1000) !== 0
