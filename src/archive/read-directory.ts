import type { FileHandle } from 'node:fs/promises'
import yauzl, { type Entry } from 'yauzl'
import { ArchiveFault } from './archive-error.ts'
import { assertNoClash, entryParts } from './entry-name.ts'
import { ARCHIVE_LIMITS, type ArchiveLimits } from './limits.ts'
import { WindowReader } from './window-reader.ts'

/** A file or folder of an archive. */
export type ArchiveEntry = {
  /** With `/` between its parts, which lead nowhere else. Untrusted text. */
  name: string
  isFolder: boolean
  /** Unpacked. */
  sizeBytes: number
}

/** The same with where it is packed. */
export type PackedEntry = ArchiveEntry & {
  packedBytes: number
  /** Where its header and what is packed begin, in the archive. */
  headerStart: number
  start: number
  isDeflated: boolean
  crc32: number
}

/** The first bytes of every archive that is not empty, and of one that is. */
const MAGIC = [Buffer.from('PK\x03\x04', 'latin1'), Buffer.from('PK\x05\x06', 'latin1')]

/** Between two headers lies what is packed, which need not be read. Bytes. */
const HEADER_WINDOW = 4 * 1024

const LOCAL_HEADER_BYTES = 30
const LOCAL_SIGNATURE = 0x04034b50
const STORED = 0
const DEFLATED = 8
const FILE_TYPE = 0o170000
const REGULAR = 0o100000
const FOLDER = 0o040000

/**
 * What an archive says it holds, judged without unpacking anything: how many, how large, under which names, of which kinds, and
 * that no two of them share a byte. Files are in the order in which they are packed.
 *
 * @throws ArchiveFault where it is none, or not to be trusted; what the file system says.
 */
export const readDirectory = async (
  file: FileHandle,
  limits: ArchiveLimits = ARCHIVE_LIMITS,
): Promise<PackedEntry[]> => {
  const { size } = await file.stat()
  const head = Buffer.alloc(4)
  await file.read(head, 0, 4, 0)
  if (!MAGIC.some((magic) => head.equals(magic))) throw new ArchiveFault('it does not begin as a zip archive does')
  if (size > limits.totalBytes) throw new ArchiveFault(`it is larger than ${limits.totalBytes} bytes`)
  // The directory and the headers lie far from each other and are read in turn: through one window each would be read anew each time.
  const reader = new WindowReader(file.fd)
  const headers = new WindowReader(file.fd, HEADER_WINDOW)
  const zip = await yauzl
    .fromRandomAccessReaderPromise(reader, size, { strictFileNames: true, autoClose: false })
    .catch(rethrow)
  const directoryStart = zip.readEntryCursor
  if (zip.entryCount > limits.entries) throw new ArchiveFault(`it holds more than ${limits.entries} files`)

  const entries: PackedEntry[] = []
  let totalBytes = 0
  try {
    for await (const entry of zip.eachEntry()) {
      const judged = judgedEntry(entry, limits)
      totalBytes += judged.sizeBytes
      if (totalBytes > limits.totalBytes) throw new ArchiveFault(`it unpacks to more than ${limits.totalBytes} bytes`)
      const headerStart = entry.relativeOffsetOfLocalHeader
      entries.push({ ...judged, headerStart, start: headerStart + localHeaderBytes(headers, entry) })
    }
  } catch (error) {
    rethrow(error)
  }
  assertNoClash(entries)
  return apartFrom(entries, directoryStart)
}

/** What yauzl says that people understand: all else is of bytes and signatures. */
const PLAIN_WORDS = /^(absolute path|invalid relative path|invalid characters|strong encryption)/

const rethrow = (error: unknown): never => {
  // An error of the system names its call. All others are about the archive: yauzl's, or a place that no file has.
  if (error instanceof ArchiveFault || (error as NodeJS.ErrnoException).syscall !== undefined) throw error
  const message = error instanceof Error ? error.message : String(error)
  throw new ArchiveFault(PLAIN_WORDS.test(message) ? message : 'its central directory is damaged or incomplete')
}

const judgedEntry = (entry: Entry, { ratio }: ArchiveLimits): Omit<PackedEntry, 'start' | 'headerStart'> => {
  const { fileName: name, compressedSize: packedBytes, uncompressedSize: sizeBytes, compressionMethod } = entry
  const told = JSON.stringify(name)
  entryParts(name)
  if (entry.isEncrypted()) throw new ArchiveFault(`${told} in it is encrypted`)
  if (compressionMethod !== STORED && compressionMethod !== DEFLATED)
    throw new ArchiveFault(`${told} in it is packed in a way that is not known`)
  // Archivers of Unix keep what a file is in the upper half; all others leave it empty.
  const type = (entry.externalFileAttributes >>> 16) & FILE_TYPE
  const isFolder = name.endsWith('/')
  if (type !== 0 && type !== (isFolder ? FOLDER : REGULAR))
    throw new ArchiveFault(`${told} in it is a link or something else that is no file`)
  if (isFolder && sizeBytes > 0) throw new ArchiveFault(`${told} in it is a folder with content`)
  if (sizeBytes > packedBytes * ratio)
    throw new ArchiveFault(`${told} in it unpacks to more than ${ratio} times its size`)
  return { name, isFolder, sizeBytes, packedBytes, isDeflated: compressionMethod === DEFLATED, crc32: entry.crc32 }
}

/** The bytes before what is packed. What stands there must be the same file as in the directory. */
const localHeaderBytes = (reader: WindowReader, entry: Entry): number => {
  const header = Buffer.alloc(LOCAL_HEADER_BYTES + entry.fileNameRaw.length)
  const count = reader.readAt(header, 0, header.length, entry.relativeOffsetOfLocalHeader)
  const isSame =
    count === header.length &&
    header.readUInt32LE(0) === LOCAL_SIGNATURE &&
    header.readUInt16LE(8) === entry.compressionMethod &&
    header.subarray(LOCAL_HEADER_BYTES).equals(entry.fileNameRaw) &&
    header.readUInt16LE(26) === entry.fileNameRaw.length
  if (!isSame) throw new ArchiveFault(`${JSON.stringify(entry.fileName)} in it is another file than its directory says`)
  return header.length + header.readUInt16LE(28)
}

/** The entries in the order in which they are packed, each behind the one before and all before the directory. */
const apartFrom = (entries: readonly PackedEntry[], directoryStart: number): PackedEntry[] => {
  const inOrder = entries.toSorted((a, b) => a.headerStart - b.headerStart)
  let end = 0
  for (const { name, headerStart, start, packedBytes } of inOrder) {
    if (headerStart < end) throw new ArchiveFault(`${JSON.stringify(name)} in it shares bytes with another file`)
    end = start + packedBytes
    if (end > directoryStart) throw new ArchiveFault(`${JSON.stringify(name)} in it ends behind what is packed`)
  }
  return inOrder
}
