import { readSync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { crc32, inflateRawSync } from 'node:zlib'
import yauzl, { type Entry, type RandomAccessReader, type ZipFile } from 'yauzl'
import { freeBuffer } from '../base/free-buffer.ts'
import { ARCHIVE_LIMITS, ArchiveError, type ArchiveLimits } from './archive-error.ts'
import { assertUniquePaths, entryParts } from './entry-name.ts'

/** A file or folder in an archive. */
export type ArchiveEntry = {
  /** Path with `/` separators, checked to stay inside the target folder. Untrusted text. */
  name: string
  isFolder: boolean
  /** Unpacked size. */
  sizeBytes: number
}

/** An entry with its position and checksum in the archive. */
export type PackedEntry = ArchiveEntry & {
  packedBytes: number
  /** Offsets of its local header and of its packed bytes in the archive. */
  headerStart: number
  start: number
  isDeflated: boolean
  crc32: number
  /** Returns a stream of the unpacked content. */
  open: () => Promise<Readable>
}

/** Signatures of a zip file with entries and of an empty one. */
const MAGIC = [Buffer.from('PK\x03\x04', 'latin1'), Buffer.from('PK\x05\x06', 'latin1')]

/** Files up to this size, in bytes, are unpacked in one call, because a stream takes four times as long for a page. */
const MAX_WHOLE_BYTES = 1024 * 1024
const PIECE_BYTES = 256 * 1024

const STORED = 0
const DEFLATED = 8
const FILE_TYPE = 0o170000
const REGULAR = 0o100000
const FOLDER = 0o040000

/** Reads from an open file descriptor. yauzl's own reader closes its file. */
class FileReader extends yauzl.RandomAccessReader {
  readonly #fd: number

  constructor(fd: number) {
    super()
    this.#fd = fd
  }

  override read(...[buffer, offset, length, position, done]: Parameters<RandomAccessReader['read']>): void {
    let count: number
    try {
      count = readSync(this.#fd, buffer, offset, length, position)
    } catch (error) {
      done(error as Error)
      return
    }
    done(null, count)
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#pieces(start, end), { objectMode: false })
  }

  *#pieces(start: number, end: number): Generator<Buffer, void> {
    for (let at = start; at < end; ) {
      const piece = Buffer.allocUnsafe(Math.min(PIECE_BYTES, end - at))
      const count = readSync(this.#fd, piece, 0, piece.length, at)
      if (count === 0) return
      at += count
      yield piece.subarray(0, count)
    }
  }
}

/**
 * Reads the directory of an archive and checks it without unpacking anything: the number, sizes, names and types of the
 * files, and that no two files overlap. Entries are in the order of their packed bytes.
 *
 * @throws ArchiveError if it isn't an archive or can't be trusted; file system errors.
 */
export const readDirectory = async (
  file: FileHandle,
  limits: ArchiveLimits = ARCHIVE_LIMITS,
): Promise<PackedEntry[]> => {
  const { size } = await file.stat()
  const head = Buffer.alloc(4)
  await file.read(head, 0, 4, 0)
  if (!MAGIC.some((magic) => head.equals(magic))) throw new ArchiveError('it is not a zip file')
  if (size > limits.totalBytes) throw new ArchiveError(`it is larger than ${limits.totalBytes} bytes`)
  const options = { strictFileNames: true, validateEntrySizes: false, autoClose: false }
  const zip = await yauzl.fromRandomAccessReaderPromise(new FileReader(file.fd), size, options).catch(rethrow)
  const directoryStart = zip.readEntryCursor
  if (zip.entryCount > limits.entries) throw new ArchiveError(`it contains more than ${limits.entries} files`)

  const entries: PackedEntry[] = []
  let totalBytes = 0
  try {
    for await (const entry of zip.eachEntry()) {
      const checked = checkedEntry(entry, limits)
      totalBytes += checked.sizeBytes
      if (totalBytes > limits.totalBytes) throw new ArchiveError(`it unpacks to more than ${limits.totalBytes} bytes`)
      entries.push({
        ...checked,
        headerStart: entry.relativeOffsetOfLocalHeader,
        start: await contentStart(zip, entry),
        open: () => zip.openReadStreamPromise(entry),
      })
    }
  } catch (error) {
    rethrow(error)
  }
  assertUniquePaths(entries)
  return inPackedOrder(entries, directoryStart)
}

/** yauzl messages that users can understand. The others describe bytes and signatures. */
const PLAIN_MESSAGE = /^(absolute path|invalid relative path|invalid characters|strong encryption)/

const isSystemError = (error: unknown): boolean => (error as NodeJS.ErrnoException).syscall !== undefined

const rethrow = (error: unknown): never => {
  // Any other error is caused by the archive: a yauzl error, or a position outside the file.
  if (error instanceof ArchiveError || isSystemError(error)) throw error
  const message = error instanceof Error ? error.message : String(error)
  throw new ArchiveError(PLAIN_MESSAGE.test(message) ? message : 'its central directory is corrupt or incomplete')
}

const entryError = (name: string, problem: string) => new ArchiveError(`entry ${JSON.stringify(name)} ${problem}`)

const checkedEntry = (entry: Entry, { ratio }: ArchiveLimits): Omit<PackedEntry, 'start' | 'headerStart' | 'open'> => {
  const { fileName: name, compressedSize: packedBytes, uncompressedSize: sizeBytes, compressionMethod } = entry
  entryParts(name)
  if (entry.isEncrypted()) throw entryError(name, 'is encrypted')
  if (compressionMethod !== STORED && compressionMethod !== DEFLATED)
    throw entryError(name, 'uses an unsupported compression method')
  // Unix archivers store the file type in the upper half. Other archivers leave it 0.
  const type = (entry.externalFileAttributes >>> 16) & FILE_TYPE
  const isFolder = name.endsWith('/')
  if (type !== 0 && type !== (isFolder ? FOLDER : REGULAR)) throw entryError(name, 'is a link or another special file')
  if (isFolder && sizeBytes > 0) throw entryError(name, 'is a folder with content')
  if (sizeBytes > packedBytes * ratio) throw entryError(name, `unpacks to more than ${ratio} times its compressed size`)
  return { name, isFolder, sizeBytes, packedBytes, isDeflated: compressionMethod === DEFLATED, crc32: entry.crc32 }
}

/** Offset of the packed bytes. The local header before them must match the directory entry. */
const contentStart = async (zip: ZipFile, entry: Entry): Promise<number> => {
  const header = await zip.readLocalFileHeaderPromise(entry).catch((error) => {
    if (isSystemError(error)) throw error
  })
  if (header?.compressionMethod !== entry.compressionMethod || !header.fileName.equals(entry.fileNameRaw))
    throw entryError(entry.fileName, "doesn't match its directory entry")
  return header.fileDataStart
}

/** Sorts entries by offset. Each entry must begin after the end of the previous one and end before the directory. */
const inPackedOrder = (entries: readonly PackedEntry[], directoryStart: number): PackedEntry[] => {
  const inOrder = entries.toSorted((a, b) => a.headerStart - b.headerStart)
  let end = 0
  for (const { name, headerStart, start, packedBytes } of inOrder) {
    if (headerStart < end) throw entryError(name, 'overlaps another file')
    end = start + packedBytes
    if (end > directoryStart) throw entryError(name, 'extends into the central directory')
  }
  return inOrder
}

/**
 * Yields the content of a file in pieces, at most as many bytes as the directory states. The memory of a piece may be
 * reused as soon as the next piece is requested.
 *
 * @throws ArchiveError if the length or checksum doesn't match the directory; file system errors.
 */
export async function* entryContent(file: FileHandle, entry: PackedEntry): AsyncGenerator<Buffer, void> {
  const { name, packedBytes, sizeBytes } = entry
  const check = createContentCheck(entry)
  try {
    if (packedBytes === 0) check.end()
    else if (packedBytes <= MAX_WHOLE_BYTES && sizeBytes <= MAX_WHOLE_BYTES) {
      const content = await wholeContent(file, entry)
      check.add(content)
      check.end()
      yield content
      freeBuffer(content)
    } else {
      for await (const piece of await entry.open()) {
        check.add(piece)
        yield piece
      }
      check.end()
    }
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'ERR_BUFFER_TOO_LARGE') throw entryError(name, 'is larger than the directory states')
    if (code.startsWith('Z_')) throw entryError(name, "is corrupt and can't be unpacked")
    throw error
  }
}

/** Compares the length and checksum of the content with the directory. */
const createContentCheck = (entry: PackedEntry) => {
  let sizeBytes = 0
  let sum = 0
  return {
    add(piece: Buffer): void {
      sizeBytes += piece.length
      if (sizeBytes > entry.sizeBytes) throw entryError(entry.name, 'is larger than the directory states')
      sum = crc32(piece, sum)
    },
    end(): void {
      if (sizeBytes < entry.sizeBytes) throw entryError(entry.name, 'is smaller than the directory states')
      if (sum !== entry.crc32) throw entryError(entry.name, 'is corrupt: the checksum is wrong')
    },
  }
}

const wholeContent = async (file: FileHandle, entry: PackedEntry): Promise<Buffer> => {
  const { isDeflated, packedBytes, sizeBytes, start } = entry
  const packed = Buffer.allocUnsafe(packedBytes)
  const { bytesRead } = await file.read(packed, 0, packedBytes, start)
  if (bytesRead < packedBytes) throw entryError(entry.name, 'is truncated')
  if (!isDeflated) return packed
  // One byte more than expected detects a file that is too long. A single chunk avoids copying several chunks together.
  const options = { maxOutputLength: sizeBytes + 1, chunkSize: Math.max(64, sizeBytes + 1) }
  const content = inflateRawSync(packed, options)
  freeBuffer(packed)
  return content
}
