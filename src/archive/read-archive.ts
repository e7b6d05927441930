import { type FileHandle, open } from 'node:fs/promises'
import { AppError } from '../base/errors.ts'
import { READ_FLAGS } from '../base/own-file.ts'
import { ArchiveError, type ArchiveLimits, throwIfCancelled, untrustedArchiveError } from './archive-error.ts'
import { type ArchiveEntry, entryContent, type PackedEntry, readDirectory } from './zip-file.ts'

/** A verified archive on the local disk. */
export type Archive = { path: string; sizeBytes: number; entries: readonly ArchiveEntry[] }

/** A file of an archive as untrusted text. */
export type ArchivePage = {
  name: string
  text: string
  sizeBytes: number
  /** Whether `text` is only the beginning of the page. */
  isCut: boolean
}

/** Limit for the part of a page that is shown, in bytes. */
const MAX_SHOWN_BYTES = 256 * 1024

/**
 * Verifies an archive without extracting it: its directory, and the length and checksum of each file.
 *
 * @throws ArchiveError if it isn't an archive or can't be trusted; AppError `interrupted`; file system errors.
 */
export const verifyArchive = async (
  file: FileHandle,
  { signal, limits }: { signal?: AbortSignal | undefined; limits?: ArchiveLimits | undefined } = {},
): Promise<PackedEntry[]> => {
  throwIfCancelled(signal)
  const entries = await readDirectory(file, limits)
  for (const entry of entries) for await (const _ of entryContent(file, entry)) throwIfCancelled(signal)
  return entries
}

/**
 * Verifies an archive and returns its files, sorted by name.
 *
 * @throws AppError `notFound` if the file doesn't exist, `failed` if it can't be trusted or read.
 */
export const readArchive = (path: string, signal?: AbortSignal): Promise<Archive> =>
  withFile(path, async (file) => {
    const { size } = await file.stat()
    const entries = await verifyArchive(file, { signal })
    return { path, sizeBytes: size, entries: entries.map(listed).sort((a, b) => (a.name < b.name ? -1 : 1)) }
  })

/** Returns an entry without its position and checksum in the archive. */
export const listed = ({ name, isFolder, sizeBytes }: PackedEntry): ArchiveEntry => ({ name, isFolder, sizeBytes })

/**
 * Reads the first {@link MAX_SHOWN_BYTES} of a file in an archive.
 *
 * @throws AppError `notFound` if the archive has no such file; otherwise the errors of {@link readArchive}.
 */
export const readPage = (path: string, name: string): Promise<ArchivePage> =>
  withFile(path, async (file) => {
    const entry = (await readDirectory(file)).find((one) => one.name === name && !one.isFolder)
    if (!entry) throw new AppError('notFound', `${path} has no page with this name. Run qd wiki pages for the list.`)
    const pieces: Buffer[] = []
    let length = 0
    for await (const piece of entryContent(file, entry)) {
      // Its memory is freed when the next piece is requested.
      pieces.push(Buffer.from(piece))
      length += piece.length
      if (length > MAX_SHOWN_BYTES) break
    }
    const text = Buffer.concat(pieces)
      .toString('utf8', 0, MAX_SHOWN_BYTES)
      .replace(/^\ufeff/, '')
    return { name, text, sizeBytes: entry.sizeBytes, isCut: entry.sizeBytes > MAX_SHOWN_BYTES }
  })

/** Opens an archive, passes it to `use` and closes it. It throws AppErrors that name the archive. */
export const withFile = async <Result>(path: string, use: (file: FileHandle) => Promise<Result>): Promise<Result> => {
  let file: FileHandle | undefined
  try {
    file = await open(path, READ_FLAGS)
    if (!(await file.stat()).isFile()) throw new AppError('usage', `${path} is not a file.`)
    return await use(file)
  } catch (error) {
    if (error instanceof AppError) throw error
    if (error instanceof ArchiveError) throw untrustedArchiveError(path, error)
    const { code } = error as NodeJS.ErrnoException
    // System errors have a code. Any other error is a bug.
    if (code === undefined) throw error
    if (code === 'ENOENT' || code === 'ENOTDIR')
      throw new AppError('notFound', `File not found: ${path}. It may have been moved or deleted.`, { cause: error })
    throw new AppError('failed', `Can't read ${path}: ${code}.`, { cause: error })
  } finally {
    await file?.close().catch(() => {})
  }
}
