import { lstatSync, type Stats } from 'node:fs'
import { AppError } from './errors.ts'
import { fileComplaint } from './file-complaint.ts'

/**
 * What stands where something is to be written, links not followed; undefined: nothing.
 *
 * @throws AppError of kind `failed` where one cannot look, as below what is no folder.
 */
export const statsOfTarget = (path: string): Stats | undefined => {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch (error) {
    throw new AppError('failed', `${path} was not written: ${fileComplaint(error)}.`, { cause: error })
  }
}
