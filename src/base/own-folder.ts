import { lstatSync, mkdirSync, readlinkSync, type Stats, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** A file or folder that others may have created or can change, so its content can't be trusted. */
export class UntrustedPathError extends Error {
  override name = 'UntrustedPathError'
}

/**
 * Creates a folder and its missing parents with access for their owner only. Node's recursive mkdir never returns if an
 * existing parent can't hold folders (/proc). Throws file system errors.
 */
export const createFolders = (folder: string): void => {
  const path = resolve(folder)
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return
  if (dirname(path) !== path) createFolders(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // Another program may have created it meanwhile.
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}

/**
 * Creates a missing folder with access for its owner only, then checks it.
 *
 * @throws UntrustedPathError as {@link assertOwnFolder} does; otherwise file system errors.
 */
export const createOwnFolder = (folder: string): void => {
  createFolders(folder)
  assertOwnFolder(folder)
}

/**
 * Checks that only its owner and root can put files into a folder or replace the folder. Does nothing on Windows, where other
 * users cannot access a user's folders.
 *
 * @throws UntrustedPathError that names the path others can change; file system errors, for example if the folder doesn't
 * exist.
 */
export const assertOwnFolder = (folder: string): void => {
  if (process.platform === 'win32') return
  const path = resolve(folder)
  assertTrusted(dirname(path))
  const stats = lstatSync(path)
  if (!stats.isDirectory()) throw new UntrustedPathError(`${path} must be a folder, not a link or a file`)
  if (!isTrustedOwner(stats)) throw new UntrustedPathError(`${path} is owned by another user`)
  if (isWritableByOthers(stats)) throw new UntrustedPathError(`other users can write to ${path}; run chmod go-w on it`)
}

/** Maximum length of a chain of links, the same as the system's own limit. */
const MAX_LINKS = 40

/** Checks all parent folders and follows links. */
const assertTrusted = (path: string, links = 0): void => {
  const above = dirname(path)
  if (above !== path) assertTrusted(above, links)
  const stats = lstatSync(path)
  if (!isTrustedOwner(stats)) throw new UntrustedPathError(`${path} is owned by another user`)
  if (stats.isSymbolicLink()) {
    if (links === MAX_LINKS) throw new UntrustedPathError(`the links of ${path} form a loop`)
    assertTrusted(resolve(above, readlinkSync(path)), links + 1)
  } else if (isWritableByOthers(stats) && !isSticky(stats))
    throw new UntrustedPathError(`other users can write to ${path}`)
}

/** Root can change every file anyway. */
export const isTrustedOwner = ({ uid }: Stats): boolean => uid === 0 || uid === process.getuid?.()

/**
 * Group write access counts only if the group's id differs from the user's: on systems where each user has a group of
 * their own, new folders are often writable for that group.
 */
export const isWritableByOthers = ({ mode, uid, gid }: Stats): boolean =>
  (mode & 0o002) !== 0 || ((mode & 0o020) !== 0 && gid !== uid)

/** With the sticky bit, as on /tmp, only the owner of a file can move or delete it. */
const isSticky = ({ mode }: Stats): boolean => (mode & 0o1000) !== 0
