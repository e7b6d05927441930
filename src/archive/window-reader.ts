import { readSync } from 'node:fs'
import yauzl from 'yauzl'

/** The directory of an archive is many small reads beside each other. */
const WINDOW = 1024 * 1024

/** Reads an open file for yauzl through a window in memory. The file stays open. */
export class WindowReader extends yauzl.RandomAccessReader {
  readonly #fd: number
  readonly #window: Buffer
  #from = 0
  #length = 0

  /** @param windowBytes Read at once. */
  constructor(fd: number, windowBytes = WINDOW) {
    super()
    this.#fd = fd
    this.#window = Buffer.alloc(windowBytes)
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    then: (error: Error | null, bytesRead?: number) => void,
  ): void {
    let count: number
    try {
      count = this.readAt(buffer, offset, length, position)
    } catch (error) {
      then(error as Error)
      return
    }
    then(null, count)
  }

  /** Answers how many bytes were there. Throws what the file system says. */
  readAt(buffer: Buffer, offset: number, length: number, position: number): number {
    if (length > this.#window.length) return readSync(this.#fd, buffer, offset, length, position)
    if (position < this.#from || position + length > this.#from + this.#length) {
      this.#length = readSync(this.#fd, this.#window, 0, this.#window.length, position)
      this.#from = position
    }
    const start = position - this.#from
    return this.#window.copy(buffer, offset, start, Math.min(start + length, this.#length))
  }
}
