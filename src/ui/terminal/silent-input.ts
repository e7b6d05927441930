import { PassThrough } from 'node:stream'
import type { ReadStream } from 'node:tty'

/**
 * A terminal on which nothing is ever typed, for Ink to read from. With the real one, the first component that hears keys would
 * take bytes away from our own reader, and the last one to go would end raw mode and leave the keyboard dead.
 */
export const createSilentInput = (): ReadStream => {
  const input = new PassThrough()
  const terminal = { isTTY: true, isRaw: true, setRawMode: () => input, ref: () => input, unref: () => input }
  return Object.assign(input, terminal) as unknown as ReadStream
}
