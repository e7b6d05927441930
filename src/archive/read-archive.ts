import { type FileHandle, open } from 'node:fs/promises'
import { AppError } from '../base/errors.ts'
import { READ_FLAGS } from '../base/own-file.ts'
import { ArchiveFault, refusedArchive } from './archive-error.ts'
import { entryContent } from './entry-content.ts'
import { type ArchiveEntry, type PackedEntry, readDirectory } from './read-directory.ts'
import { verifyArchive } from './verify-archive.ts'

/** An archive on this machine. */
export type Archive = { path: string; sizeBytes: number; entries: readonly ArchiveEntry[] }

/** A file of an archive as text. Untrusted. */
export type ArchivePage = {
  name: string
  text: string
  sizeBytes: number
  /** Whether there is more than what is shown. */
  isCut: boolean
}

/** More of a page than this is not shown, bytes. */
const SHOWN_BYTES = 256 * 1024

/**
 * Verifies an archive and answers what it holds, in the order of its names.
 *
 * @throws AppError `notFound` where there is none, `failed` where it cannot be trusted or read.
 */
export const readArchive = (path: string, signal?: AbortSignal): Promise<Archive> =>
  withFile(path, async (file) => {
    const { size } = await file.stat()
    const entries = await verifyArchive(file, { signal })
    const told = entries.map(({ name, isFolder, sizeBytes }) => ({ name, isFolder, sizeBytes }))
    return { path, sizeBytes: size, entries: told.sort((a, b) => (a.name < b.name ? -1 : 1)) }
  })

/**
 * Reads one file of an archive; of a long one the beginning.
 *
 * @throws AppError `notFound` where there is no such file in it, else as {@link readArchive} does.
 */
export const readPage = (path: string, name: string): Promise<ArchivePage> =>
  withFile(path, async (file) => {
    const entry = (await readDirectory(file)).find((one) => one.name === name && !one.isFolder)
    if (!entry) throw new AppError('notFound', `${path} holds no page of that name: qd wiki pages lists them.`)
    const { content, isCut } = await beginning(file, entry)
    return { name, text: content.toString('utf8').replace(/^\ufeff/, ''), sizeBytes: entry.sizeBytes, isCut }
  })

const beginning = async (file: FileHandle, entry: PackedEntry) => {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of entryContent(file, entry)) {
    pieces.push(piece)
    length += piece.length
    if (length > SHOWN_BYTES) break
  }
  return { content: Buffer.concat(pieces).subarray(0, SHOWN_BYTES), isCut: entry.sizeBytes > SHOWN_BYTES }
}

/** Opens an archive for a while and tells what goes wrong with it. */
export const withFile = async <Result>(path: string, use: (file: FileHandle) => Promise<Result>): Promise<Result> => {
  let file: FileHandle | undefined
  try {
    file = await open(path, READ_FLAGS)
    if (!(await file.stat()).isFile()) throw new AppError('usage', `${path} is no file.`)
    return await use(file)
  } catch (error) {
    if (error instanceof AppError) throw error
    if (error instanceof ArchiveFault) throw refusedArchive(path, error)
    const { code } = error as NodeJS.ErrnoException
    // What has no code of the system is a mistake of this program.
    if (code === undefined) throw error
    if (code === 'ENOENT' || code === 'ENOTDIR')
      throw new AppError('notFound', `There is no file ${path}: was it moved or deleted?`, { cause: error })
    throw new AppError('failed', `${path} could not be read: the system says ${code}.`, { cause: error })
  } finally {
    await file?.close().catch(() => {})
  }
}
