import { linkSync, lstatSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

export type AtomicOptions = {
  /** Whether a file that is there is replaced; if not it stays, even one that somebody makes in the meantime. */
  mayReplace: boolean
  /** Permissions, less what the umask takes. @default 0o600 */
  mode?: number
}

/**
 * Writes a file in whole or not at all, in a folder that is there: under a name of its own first, then put in place. Holds up
 * this process; what is written last before the machine loses its power may be lost.
 *
 * @returns false where a file is there that may not be replaced: of programs that write it at once, one does.
 * @throws what the file system says; nothing is left behind then.
 */
export const writeAtomicallySync = (
  path: string,
  content: string | Uint8Array,
  { mayReplace, mode = 0o600 }: AtomicOptions,
): boolean => {
  const draft = draftOf(path)
  try {
    writeFileSync(draft, content, { flag: 'wx', mode })
    return putInPlace(draft, path, mayReplace)
  } finally {
    rmSync(draft, { force: true })
  }
}

/** The same without holding up this process, and safe from a loss of power: it is on the disk before it is put in place. */
export const writeAtomically = async (
  path: string,
  content: string | Uint8Array,
  { mayReplace, mode = 0o600 }: AtomicOptions,
): Promise<boolean> => {
  const draft = draftOf(path)
  try {
    await writeFile(draft, content, { flag: 'wx', mode, flush: true })
    return putInPlace(draft, path, mayReplace)
  } finally {
    await rm(draft, { force: true }).catch(() => {})
  }
}

/** A name for what is not finished yet, beside where it will be. Nobody else makes the same one. */
export const draftOf = (path: string): string =>
  join(dirname(path), `.${basename(path).slice(0, 100)}.${randomName()}.part`)

/**
 * Puts what is finished where it belongs. Without `mayReplace` a file that is there stays, even one that somebody has made in the
 * meantime, and so does the draft.
 *
 * @returns false where a file is there that may not be replaced.
 */
export const putInPlace = (draft: string, path: string, mayReplace: boolean): boolean => {
  if (!mayReplace) {
    try {
      // A link, unlike a rename, never replaces what somebody else has put there in the meantime.
      linkSync(draft, path)
      return true
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    }
    // A file system without links: between this look and the renaming somebody may be faster, for which there is no remedy.
    if (lstatSync(path, { throwIfNoEntry: false })) return false
  }
  renameSync(draft, path)
  return true
}

/**
 * Twelve hex digits that nobody else comes upon by chance, and that somebody could guess: unlike those of node:crypto they cost
 * nothing.
 */
export const randomName = (): string =>
  Math.floor(Math.random() * 2 ** 48)
    .toString(16)
    .padStart(12, '0')
