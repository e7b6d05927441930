import { lstatSync, type Stats } from 'node:fs'
import { AppError } from './errors.ts'

/** Reason and remedy for each system error code. */
const problems: Readonly<Record<string, readonly [reason: string, remedy: string]>> = {
  ENOENT: ['there is no such folder', 'make it or choose another'],
  ENOTDIR: ['a part of its path is no folder', 'choose another'],
  EISDIR: ['it is a folder', 'choose another name'],
  EACCES: ['you may not write there', 'choose another folder'],
  EPERM: ['you may not write there', 'choose another folder'],
  EROFS: ['that file system cannot be written', 'choose another folder'],
  ENOSPC: ['the disk is full', 'make room or choose another folder'],
  EDQUOT: ['your share of the disk is used up', 'make room or choose another folder'],
  EFBIG: ['it is larger than a file may be there', 'choose another folder'],
  EIO: ['the disk has failed', 'choose another folder'],
  ENAMETOOLONG: ['the name is too long', 'shorten it'],
  EEXIST: ['another program has put something there', 'choose another name'],
  ENOTEMPTY: ['another program has put something there', 'choose another name'],
  ELOOP: ['its links lead in a circle', 'choose another folder'],
}

const problemOf = (error: unknown): readonly [reason: string, remedy?: string] => {
  const { code, message } = error as NodeJS.ErrnoException
  return problems[code ?? ''] ?? [`the system says ${code ?? message}`]
}

/** Why a file wasn't written, from a system error: a clause without a full stop. */
export const fileReason = (error: unknown): string => problemOf(error)[0]

/** {@link fileReason} with the remedy. */
export const fileProblem = (error: unknown): string => problemOf(error).join(': ')

/**
 * Stats of a path that is about to be written, without following links; undefined if nothing exists there.
 *
 * @throws AppError of kind `failed` if the path can't be read, for example because a parent is a file.
 */
export const statsOfTarget = (path: string): Stats | undefined => {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch (error) {
    throw new AppError('failed', `${path} was not written: ${fileProblem(error)}.`, { cause: error })
  }
}
