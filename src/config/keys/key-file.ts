import { lstatSync, rmSync, type Stats } from 'node:fs'
import { dirname, join } from 'node:path'
import { writeAtomicallySync } from '../../base/atomic-file.ts'
import { AppError } from '../../base/errors.ts'
import { OWN_FLAGS, readChecked } from '../../base/own-file.ts'
import { assertOwnFolder, createFolders, UntrustedPathError } from '../../base/own-folder.ts'

/** Size limit in bytes. No key comes near it. */
const MAX_SIZE_BYTES = 16_384

/** The path of a profile's key file. */
export const keyFileOf = (keysFolder: string, profile: string): string => join(keysFolder, `${profile}.json`)

/**
 * Reads a key file; undefined if it does not exist.
 *
 * @throws AppError of kind `usage` if other users could have read or changed it, or if it is a symbolic link or unreadable.
 */
export const readKeyFile = (path: string): string | undefined => {
  if (!checkKeyFolder(dirname(path))) return undefined
  try {
    const bytes = readChecked(path, OWN_FLAGS, (stats) => {
      if (!stats.isFile()) throw refused(path, 'is not a file; remove it')
      checkKeyOwner(path, stats, '600')
      if (stats.size > MAX_SIZE_BYTES)
        throw refused(path, `is larger than ${MAX_SIZE_BYTES} bytes, too large for a key`)
      return true
    })
    return bytes?.toString('utf8')
  } catch (error) {
    if (error instanceof AppError) throw error
    const { code = 'an error' } = error as NodeJS.ErrnoException
    if (code === 'ELOOP' || code === 'EMLINK')
      throw refused(path, 'is a symbolic link; replace it with the file itself')
    throw refused(path, `cannot be read (${code}); check that you own it`)
  }
}

/**
 * Writes a key file atomically, readable only by its owner. Replaces an existing link instead of following it.
 *
 * @throws AppError: `usage` if other users can access the folder, `failed` if it cannot be written.
 */
export const writeKeyFile = (path: string, text: string): void => {
  const folder = dirname(path)
  attempt(path, 'written', () => createFolders(folder))
  checkKeyFolder(folder)
  attempt(path, 'written', () => writeAtomicallySync(path, text, { mayReplace: true, mode: 0o600 }))
}

/** Deletes a key file, if any. @throws AppError of kind `failed` on an error, or if others can change its folder. */
export const removeKeyFile = (path: string): void => {
  if (!lstatSync(path, { throwIfNoEntry: false })) return
  try {
    assertOwnFolder(dirname(path))
  } catch (error) {
    if (error instanceof UntrustedPathError) throw new AppError('failed', `${path} was not deleted: ${error.message}.`)
    throw error
  }
  attempt(path, 'deleted', () => rmSync(path, { force: true }))
}

const attempt = (path: string, what: string, act: () => unknown): void => {
  try {
    act()
  } catch (error) {
    const { code = 'an error' } = error as NodeJS.ErrnoException
    throw new AppError('failed', `${path} was not ${what} (${code}): check that you own its folder.`, { cause: error })
  }
}

/** Checks the folder. Returns false if it does not exist. */
const checkKeyFolder = (folder: string): boolean => {
  const stats = lstatSync(folder, { throwIfNoEntry: false })
  if (stats === undefined) return false
  if (!stats.isDirectory()) throw refused(folder, 'is not a folder; remove it')
  checkKeyOwner(folder, stats, '700')
  try {
    assertOwnFolder(folder)
  } catch (error) {
    if (error instanceof UntrustedPathError) throw new AppError('usage', `The key is not used: ${error.message}.`)
    throw error
  }
  return true
}

const checkKeyOwner = (path: string, { mode, uid }: Stats, wanted: string): void => {
  // Windows has no such modes. There the user's own folder is inaccessible to other users.
  if (process.platform === 'win32') return
  if (uid !== process.getuid?.()) throw refused(path, 'belongs to another user; remove it and log in again')
  if ((mode & 0o077) !== 0)
    throw refused(path, `can be read by others (mode ${(mode & 0o777).toString(8)}); run chmod ${wanted} ${path}`)
}

const refused = (path: string, why: string): AppError => new AppError('usage', `The key is not used: ${path} ${why}.`)
