import { readdirSync } from 'node:fs'
import { AppError } from '../base/errors.ts'
import { fileProblem, statsOfTarget } from '../base/file-problem.ts'

/**
 * Sees to it that a folder is empty or not there.
 *
 * @throws AppError of kind `failed` where it holds something, something else stands there, or one cannot look.
 */
export const assertEmptyOrNew = (folder: string): void => {
  const there = statsOfTarget(folder)
  if (!there) return
  if (!there.isDirectory() || namesIn(folder).length > 0)
    throw new AppError('failed', `${folder} is there and not empty: choose a folder that is new or empty.`)
}

const namesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder)
  } catch (error) {
    throw new AppError('failed', `${folder} was not written: ${fileProblem(error)}.`, { cause: error })
  }
}
