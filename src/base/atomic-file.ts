import { linkSync, lstatSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

export type AtomicOptions = {
  /** Whether to replace an existing file. If false, even a file that another program has just created stays. */
  mayReplace: boolean
  /** Permissions before the umask applies. @default 0o600 */
  mode?: number
}

/**
 * Writes a file atomically to an existing folder: to a draft first, then renamed. Blocks the process. It doesn't sync
 * to disk, so the last writes before a power failure may be lost.
 *
 * @returns false if a file exists and `mayReplace` is false. If several programs write at once, one of them gets true.
 * @throws file system errors; the draft is removed.
 */
export const writeAtomicallySync = (
  path: string,
  content: string | Uint8Array,
  { mayReplace, mode = 0o600 }: AtomicOptions,
): boolean => {
  const draft = draftOf(path)
  try {
    writeFileSync(draft, content, { flag: 'wx', mode })
    return moveIntoPlace(draft, path, mayReplace)
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Like {@link writeAtomicallySync}, but asynchronous. Flushes the draft to disk, so it survives a power failure. */
export const writeAtomically = async (
  path: string,
  content: string | Uint8Array,
  { mayReplace, mode = 0o600 }: AtomicOptions,
): Promise<boolean> => {
  const draft = draftOf(path)
  try {
    await writeFile(draft, content, { flag: 'wx', mode, flush: true })
    return moveIntoPlace(draft, path, mayReplace)
  } finally {
    await rm(draft, { force: true }).catch(() => {})
  }
}

/** Unique name for a draft in the same folder as the final file. */
export const draftOf = (path: string): string =>
  join(dirname(path), `.${basename(path).slice(0, 100)}.${randomName()}.part`)

/**
 * Moves a draft to its final path. If `mayReplace` is false and a file exists there, the file and the draft stay. This
 * also applies to a file that another program has just created.
 *
 * @returns false if a file exists and `mayReplace` is false.
 */
export const moveIntoPlace = (draft: string, path: string, mayReplace: boolean): boolean => {
  if (!mayReplace) {
    try {
      // Creating a link fails if the file exists. A rename would replace it.
      linkSync(draft, path)
      return true
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    }
    // On a file system without links there is an unavoidable race between this check and the rename.
    if (lstatSync(path, { throwIfNoEntry: false })) return false
  }
  renameSync(draft, path)
  return true
}

/** Twelve random hex digits: unique but guessable. `Math.random` avoids the cost of loading node:crypto. */
export const randomName = (): string =>
  Math.floor(Math.random() * 2 ** 48)
    .toString(16)
    .padStart(12, '0')
