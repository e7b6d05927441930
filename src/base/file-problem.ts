import { lstatSync, type Stats } from 'node:fs'
import { AppError } from './errors.ts'

/** Reason and remedy for each system error code. */
const problems: Readonly<Record<string, readonly [reason: string, remedy: string]>> = {
  ENOENT: ['the folder does not exist', 'create it or choose another folder'],
  ENOTDIR: ['a part of the path is not a folder', 'choose another path'],
  EISDIR: ['it is a folder', 'choose another name'],
  EACCES: ['permission denied', 'choose another folder'],
  EPERM: ['permission denied', 'choose another folder'],
  EROFS: ['the file system is read-only', 'choose another folder'],
  ENOSPC: ['the disk is full', 'free some space or choose another folder'],
  EDQUOT: ['your disk quota is used up', 'free some space or choose another folder'],
  EFBIG: ['the file is too large for this file system', 'choose another folder'],
  EIO: ['the disk reported an error', 'choose another folder'],
  ENAMETOOLONG: ['the name is too long', 'shorten it'],
  EEXIST: ['another program created a file there', 'choose another name'],
  ENOTEMPTY: ['another program created a file there', 'choose another name'],
  ELOOP: ['its links form a loop', 'choose another folder'],
}

const problemOf = (error: unknown): readonly [reason: string, remedy?: string] => {
  const { code, message } = error as NodeJS.ErrnoException
  return problems[code ?? ''] ?? [`system error ${code ?? message}`]
}

/** Why a file wasn't written, from a system error: a clause without a full stop. */
export const fileReason = (error: unknown): string => problemOf(error)[0]

/** {@link fileReason} with the remedy. */
export const fileProblem = (error: unknown): string => problemOf(error).join('; ')

/**
 * Stats of a path that is about to be written, without following links; undefined if nothing exists there.
 *
 * @throws AppError of kind `failed` if the path can't be read, for example because a parent is a file.
 */
export const statsOfTarget = (path: string): Stats | undefined => {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch (error) {
    throw new AppError('failed', `Can't write ${path}: ${fileProblem(error)}.`, { cause: error })
  }
}
