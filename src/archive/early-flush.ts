import type { FileHandle } from 'node:fs/promises'

/** How much is written between two, bytes. */
const EVERY_BYTES = 32 * 1024 * 1024

/** Brings what is written to a file onto the disk meanwhile: all of it at the end would have to be waited for. */
export const createEarlyFlush = (file: Pick<FileHandle, 'datasync' | 'sync'>) => {
  let bytesSince = 0
  let underWay: Promise<void> | undefined
  return {
    wrote(bytes: number): void {
      bytesSince += bytes
      if (underWay || bytesSince < EVERY_BYTES) return
      bytesSince = 0
      underWay = file.datasync().then(() => {
        underWay = undefined
      })
      // A fault of the disk is told once, and heard at the end.
      underWay.catch(() => {})
    },
    /** Resolves when all of it is on the disk. Throws what the file system says, or has said meanwhile. */
    async end(): Promise<void> {
      await underWay
      await file.sync()
    },
  }
}
