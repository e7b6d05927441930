import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { draftOf } from '../base/atomic-file.ts'
import { AppError } from '../base/errors.ts'
import { fileProblem } from '../base/file-problem.ts'
import { ArchiveError, throwIfCancelled } from './archive-error.ts'
import { entryParts } from './entry-name.ts'
import { withFile } from './read-archive.ts'
import { assertEmptyOrNew, createProgress, type OnProgress, removeOnExit, writeWhole } from './writing.ts'
import { entryContent, readDirectory } from './zip-file.ts'

type ExtractOptions = {
  /** Absolute path of an empty or missing folder. */
  folder: string
  signal?: AbortSignal | undefined
  onProgress?: OnProgress | undefined
}

/**
 * Extracts an archive into a folder that only its owner can access. It repeats all checks. Extraction is all or
 * nothing: on cancellation or failure it leaves no files.
 *
 * @throws AppError of kind `failed` if the folder isn't empty, the archive can't be trusted or a file can't be written.
 */
export const extractArchive = (path: string, options: ExtractOptions) =>
  withFile(path, async (file) => {
    const { folder, signal, onProgress } = options
    assertEmptyOrNew(folder)
    const entries = await readDirectory(file)
    const totalBytes = entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
    const draft = draftOf(folder)
    const isDone = removeOnExit(draft)
    const progress = createProgress(onProgress, totalBytes)
    try {
      await mkdir(draft, { mode: 0o700 })
      for (const entry of entries) {
        throwIfCancelled(signal)
        const parts = entryParts(entry.name)
        const within = entry.isFolder ? parts : parts.slice(0, -1)
        await mkdir(join(draft, ...within), { recursive: true, mode: 0o700 })
        const target = entry.isFolder ? undefined : await open(join(draft, ...parts), 'wx', 0o600)
        try {
          // Reads folder entries too: one with hidden content fails the check.
          for await (const piece of entryContent(file, entry)) {
            throwIfCancelled(signal)
            if (target) await writeWhole(target, piece)
            progress.add(piece.length)
          }
        } finally {
          await target?.close()
        }
      }
      // Replaces an empty folder only.
      await rename(draft, folder)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (error instanceof AppError || error instanceof ArchiveError || code === undefined) throw error
      throw new AppError('failed', `Can't write ${folder}: ${fileProblem(error)}.`, { cause: error })
    } finally {
      await rm(draft, { recursive: true, force: true }).catch(() => {})
      isDone()
    }
    return { folder, files: entries.filter(({ isFolder }) => !isFolder).length, sizeBytes: totalBytes }
  })
