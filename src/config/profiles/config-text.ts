import { readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { AppError } from '../../base/errors.ts'
import { assertOwnFolder, UntrustedPathError } from '../../base/own-folder.ts'

const MAX_SIZE_BYTES = 1_000_000

/** The text without a byte order mark. */
export const withoutMark = (text: string): string => text.replace(/^\uFEFF/, '')

/**
 * The text of config.json, or of a file that it includes; undefined if it does not exist.
 *
 * @throws AppError of kind `usage` if it cannot be read, or if other users can write to its folder.
 */
export const readConfigText = (path: string): string | undefined => {
  try {
    const stats = statSync(path)
    // Reading a pipe would block until a writer opens it.
    if (!stats.isFile()) throw new AppError('usage', `${path} is not a file: rename or remove it.`)
    if (stats.size > MAX_SIZE_BYTES)
      throw new AppError('usage', `${path} is larger than ${MAX_SIZE_BYTES} bytes, too large for a configuration.`)
    const text = readFileSync(path, 'utf8')
    // The file names programs to run and addresses that receive keys. The file or its folder may be a link, so check
    // both real folders.
    assertOwnFolder(realpathSync(dirname(path)))
    assertOwnFolder(dirname(realpathSync(path)))
    return text
  } catch (error) {
    if (error instanceof AppError) throw error
    if (error instanceof UntrustedPathError) throw new AppError('usage', `${path} is not trusted: ${error.message}.`)
    const { code = 'an error' } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    throw new AppError('usage', `${path} cannot be read (${code}): check that you own it.`, { cause: error })
  }
}
