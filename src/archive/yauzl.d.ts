/** Types for the parts of yauzl that we use; the package has none. */
declare module 'yauzl' {
  import type { EventEmitter } from 'node:events'
  import type { Readable } from 'node:stream'

  export type Entry = {
    fileName: string
    fileNameRaw: Buffer
    compressionMethod: number
    externalFileAttributes: number
    relativeOffsetOfLocalHeader: number
    crc32: number
    compressedSize: number
    uncompressedSize: number
    isEncrypted: () => boolean
    getLastModDate: (options: { timezone: 'UTC' }) => Date
  }
  export type ZipFile = EventEmitter & {
    entryCount: number
    /** Position of the central directory, until the first entry is read. */
    readEntryCursor: number
    readEntry: () => void
    openReadStream: (entry: Entry, then: (error: Error | null, stream: Readable) => void) => void
    eachEntry: () => AsyncIterable<Entry>
    openReadStreamPromise: (entry: Entry) => Promise<Readable>
    readLocalFileHeaderPromise: (entry: Entry) => Promise<LocalFileHeader>
    close: () => void
  }
  export type LocalFileHeader = { compressionMethod: number; fileName: Buffer; fileDataStart: number }
  export type Options = {
    lazyEntries?: boolean
    strictFileNames?: boolean
    validateEntrySizes?: boolean
    autoClose?: boolean
  }
  export class RandomAccessReader extends EventEmitter {
    read(
      buffer: Buffer,
      offset: number,
      length: number,
      position: number,
      then: (error: Error | null, bytesRead?: number) => void,
    ): void
    _readStreamForRange(start: number, end: number): Readable
    close(then: () => void): void
  }
  const yauzl: {
    fromBuffer: (bytes: Buffer, options: Options, then: (error: Error | null, zip: ZipFile) => void) => void
    fromRandomAccessReaderPromise: (reader: RandomAccessReader, size: number, options: Options) => Promise<ZipFile>
    RandomAccessReader: typeof RandomAccessReader
  }
  export default yauzl
}
