import { type FileHandle, open, rm } from 'node:fs/promises'
import { basename } from 'node:path'
import { draftOf, moveIntoPlace } from '../base/atomic-file.ts'
import { AppError } from '../base/errors.ts'
import { fileProblem, statsOfTarget } from '../base/file-problem.ts'
import { ARCHIVE_LIMITS, ArchiveError, type ArchiveLimits, untrustedArchiveError } from './archive-error.ts'
import { listed, verifyArchive } from './read-archive.ts'
import { createProgress, type OnProgress, removeOnExit, writeWhole } from './writing.ts'
import type { ArchiveEntry } from './zip-file.ts'

/** An archive during its download. */
export type ArchiveStream = {
  chunks: AsyncIterable<Uint8Array>
  /** Length of the whole archive; undefined if unknown. */
  sizeBytes: number | undefined
}

export type SaveArchiveOptions = {
  /** Absolute path of the file to write. */
  path: string
  /** Whether to replace an existing file. */
  mayReplace: boolean
  /**
   * Whether to verify the archive before it is saved. Without verification any content is accepted.
   * @default true
   */
  isVerified?: boolean
  signal?: AbortSignal | undefined
  /** Called at most five times per second. */
  onProgress?: OnProgress | undefined
  limits?: ArchiveLimits | undefined
}

export type SavedArchive = { path: string; sizeBytes: number; entries: readonly ArchiveEntry[] }

/**
 * Downloads an archive to a file that only its owner can access, and verifies it. Saving is all or nothing: on
 * cancellation or failure it leaves no file.
 *
 * @param start Begins the download. It runs only after the draft file is open.
 * @throws AppError `refused` if the file exists and `mayReplace` is false. If another program created it during the
 * download, the verified archive stays under the draft name that the message contains. `failed` if the archive can't be
 * trusted or written. Also the errors of `start`.
 */
export const saveArchive = async (
  start: () => Promise<ArchiveStream>,
  { path, mayReplace, isVerified = true, signal, onProgress, limits = ARCHIVE_LIMITS }: SaveArchiveOptions,
): Promise<SavedArchive> => {
  const name = basename(path)
  const there = statsOfTarget(path)
  if (there?.isDirectory()) throw new AppError('usage', `${path} is a folder. Add a file name.`)
  if (there && !mayReplace) throw new AppError('refused', `${path} already exists and was not replaced.`)
  const draft = draftOf(path)
  const isDone = removeOnExit(draft)
  let file: FileHandle | undefined
  let isKept = false
  try {
    const opened = await open(draft, 'wx+', 0o600)
    file = opened
    const sizeBytes = await writeStream(opened, await start(), { limits, onProgress, name })
    const [entries] = await Promise.all([isVerified ? verifyArchive(opened, { signal, limits }) : [], opened.sync()])
    await opened.close()
    file = undefined
    if (!moveIntoPlace(draft, path, mayReplace)) {
      isKept = true
      throw new AppError(
        'refused',
        `Another program created ${path} during the download, so it was not replaced. The complete archive is in ${draft}.`,
      )
    }
    return { path, sizeBytes, entries: entries.map(listed) }
  } catch (error) {
    if (error instanceof AppError) throw error
    if (error instanceof ArchiveError) throw untrustedArchiveError(`The download of ${name}`, error)
    // System errors have a code. Any other error is a bug.
    if ((error as NodeJS.ErrnoException).code === undefined) throw error
    throw new AppError('failed', `Can't write ${path}: ${fileProblem(error)}.`, { cause: error })
  } finally {
    await file?.close().catch(() => {})
    if (!isKept) await rm(draft, { force: true }).catch(() => {})
    isDone()
  }
}

/** Returns the number of bytes written. */
const writeStream = async (
  file: FileHandle,
  { chunks, sizeBytes: totalBytes }: ArchiveStream,
  { limits, onProgress, name }: { limits: ArchiveLimits; onProgress: OnProgress | undefined; name: string },
): Promise<number> => {
  const progress = createProgress(onProgress, totalBytes)
  let doneBytes = 0
  for await (const chunk of chunks) {
    if (Math.max(doneBytes + chunk.length, totalBytes ?? 0) > limits.totalBytes) {
      const sentence = `${name} is larger than the limit of ${limits.totalBytes} bytes. The download was stopped.`
      throw new AppError('failed', sentence)
    }
    await writeWhole(file, chunk)
    doneBytes = progress.add(chunk.length)
  }
  if (totalBytes !== undefined && doneBytes !== totalBytes)
    throw new AppError(
      'unreachable',
      `The download of ${name} ended after ${doneBytes} of ${totalBytes} bytes. Export it again.`,
    )
  progress.end()
  return doneBytes
}
