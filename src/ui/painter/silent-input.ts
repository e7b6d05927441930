import { PassThrough } from 'node:stream'
import type { ReadStream } from 'node:tty'

/**
 * A terminal input that never receives a key, for Ink to read from. With the real one, the first component that uses keys would take
 * bytes away from our own reader, and the last one to unmount would end raw mode and leave the keyboard dead.
 */
export const createSilentInput = (): ReadStream => {
  const input = new PassThrough()
  const terminal = { isTTY: true, isRaw: true, setRawMode: () => input, ref: () => input, unref: () => input }
  return Object.assign(input, terminal) as unknown as ReadStream
}
