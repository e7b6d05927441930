const complaints: Record<string, string> = {
  ENOENT: 'there is no such folder: make it or choose another',
  ENOTDIR: 'a part of its path is no folder: choose another',
  EACCES: 'you may not write there: choose another folder',
  EPERM: 'you may not write there: choose another folder',
  EROFS: 'that file system cannot be written: choose another folder',
  ENOSPC: 'the disk is full: make room or choose another folder',
  EDQUOT: 'your share of the disk is used up: make room or choose another folder',
  EFBIG: 'it is larger than a file may be there: choose another folder',
  ENAMETOOLONG: 'the name is too long: shorten it',
  EEXIST: 'somebody else has put something there: choose another name',
  ENOTEMPTY: 'somebody else has put something there: choose another name',
  ELOOP: 'its links lead in a circle: choose another folder',
}

/** Why a file was not written, from what the system said, and what to do: the end of a sentence, without a full stop. */
export const fileComplaint = (error: unknown): string => {
  const { code, message } = error as NodeJS.ErrnoException
  return complaints[code ?? ''] ?? `the system says ${code ?? message}`
}
