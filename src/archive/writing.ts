import { readdirSync, rmSync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { AppError } from '../base/errors.ts'
import { fileProblem, statsOfTarget } from '../base/file-problem.ts'

/**
 * Checks that a folder is empty or doesn't exist.
 *
 * @throws AppError of kind `failed` if it has content, isn't a folder or can't be read.
 */
export const assertEmptyOrNew = (folder: string): void => {
  const existing = statsOfTarget(folder)
  if (!existing) return
  let isEmpty: boolean
  try {
    isEmpty = existing.isDirectory() && readdirSync(folder).length === 0
  } catch (error) {
    throw new AppError('failed', `Can't write ${folder}: ${fileProblem(error)}.`, { cause: error })
  }
  if (!isEmpty) throw new AppError('failed', `${folder} is not empty. Choose a new or empty folder.`)
}

/** Writes all bytes. One write call may store only some of them. */
export const writeWhole = async (file: FileHandle, bytes: Uint8Array): Promise<void> => {
  for (let at = 0; at < bytes.length; ) at += (await file.write(bytes, at)).bytesWritten
}

/** Removes a draft if the process exits before its writer finishes. Returns a function that unregisters this. */
export const removeOnExit = (draft: string): (() => void) => {
  const remove = () => rmSync(draft, { recursive: true, force: true })
  process.on('exit', remove)
  return () => void process.off('exit', remove)
}

export type OnProgress = (progress: { doneBytes: number; totalBytes: number | undefined }) => void

/** Minimum time between two reports, in ms: each one redraws the explorer. */
const REPORT_EVERY_MS = 200

/** Reports progress once at the start, then at most five times per second, and at the end. */
export const createProgress = (onProgress: OnProgress | undefined, totalBytes: number | undefined) => {
  let doneBytes = 0
  let reportedAt = 0
  const report = () => {
    reportedAt = performance.now()
    onProgress?.({ doneBytes, totalBytes })
  }
  report()
  return {
    /** Returns the total number of bytes so far. */
    add(bytes: number): number {
      doneBytes += bytes
      if (performance.now() - reportedAt >= REPORT_EVERY_MS) report()
      return doneBytes
    },
    end: report,
  }
}
