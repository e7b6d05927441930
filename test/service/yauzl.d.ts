/** The part of yauzl that the tests use; it brings no types of its own. */
declare module 'yauzl' {
  import type { EventEmitter } from 'node:events'
  import type { Readable } from 'node:stream'

  export type Entry = {
    fileName: string
    crc32: number
    uncompressedSize: number
    getLastModDate: (options: { timezone: 'UTC' }) => Date
  }
  export type ZipFile = EventEmitter & {
    readEntry: () => void
    openReadStream: (entry: Entry, then: (error: Error | null, stream: Readable) => void) => void
  }
  export type Options = { lazyEntries?: boolean; strictFileNames?: boolean }
  const yauzl: {
    fromBuffer: (bytes: Buffer, options: Options, then: (error: Error | null, zip: ZipFile) => void) => void
  }
  export default yauzl
}
