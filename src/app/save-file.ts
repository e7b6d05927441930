import { lstat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { writeAtomically } from '../base/atomic-file.ts'
import { AppError } from '../base/errors.ts'
import { fileProblem } from '../base/file-problem.ts'

export type SaveOptions = {
  /** Replaces a file that is there. @default false */
  isForced?: boolean
  /** What `~` stands for. @default the user's own folder */
  home?: string
}

/**
 * Writes a text file in whole or not at all. It may be read by whom the umask lets read new files, as exports are made to be
 * shared. Answers the path as it was given.
 *
 * @param path - From the working directory, or from the user's own folder with `~/`.
 * @throws AppError `refused` where a file is there and `isForced` is not set; `usage` for a path that names no file; `failed`
 * with what the system says.
 */
export const saveFile = async (path: string, text: string, options: SaveOptions = {}): Promise<string> => {
  const { isForced = false, home = homedir() } = options
  const target = fromRoot(path, home)
  try {
    const there = await statusOf(target)
    if (there?.isDirectory()) throw new AppError('usage', `${path} is a folder: add the name of a file.`)
    const isWritten =
      (isForced || !there) && (await writeAtomically(target, text, { mayReplace: isForced, mode: 0o666 }))
    if (!isWritten) throw new AppError('refused', `${path} exists: it stays as it is.`)
    return path
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('failed', `${path} was not written: ${fileProblem(error)}.`, { cause: error })
  }
}

/** The path from the root of one that was typed. Throws AppError `usage` for one that names no file. */
export const fromRoot = (path: string, home = homedir()): string => {
  if (path.trim() === '' || /[/\\]$/.test(path) || path.includes('\0'))
    throw new AppError('usage', 'That is no name of a file: type one, as in report.md.')
  return path === '~' || path.startsWith('~/') ? join(home, path.slice(2)) : resolve(path)
}

const statusOf = (path: string) =>
  lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
