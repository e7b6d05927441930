/** The part of yazl that is used here. The package has no types of its own. */
declare module 'yazl' {
  import type { EventEmitter } from 'node:events'
  import type { PassThrough, Readable } from 'node:stream'

  export class ZipFile extends EventEmitter {
    outputStream: PassThrough
    addReadStreamLazy(
      name: string,
      options: { mtime: Date; mode: number },
      open: (done: (error: unknown, stream?: Readable) => void) => void,
    ): void
    end(): void
  }
}
