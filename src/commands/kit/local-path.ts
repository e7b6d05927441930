import { resolve } from 'node:path'
import { AppError } from '../../base/errors.ts'

/**
 * The path from the root of a file or folder that was typed; the shell has taken care of `~`.
 *
 * @param flag - What it was given to: `--output`.
 * @throws AppError of kind `usage` for one that names nothing.
 */
export const localPath = (typed: string, flag: string): string => {
  if (typed.trim() === '' || typed.includes('\0'))
    throw new AppError('usage', `${flag} names nothing: give the path of a file or folder.`)
  return resolve(typed)
}
