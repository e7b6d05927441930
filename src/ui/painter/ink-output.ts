import { EventEmitter } from 'node:events'
import { PassThrough } from 'node:stream'
import type { ReadStream, WriteStream } from 'node:tty'
import type { RenderOptions } from 'ink'

export type Size = { columns: number; rows: number }

/**
 * A virtual terminal on which Ink draws dialogs. Each frame is passed to `take` as rows, or as undefined if Ink draws
 * nothing. Emit `resize` on it when the size changes.
 *
 * @param size - The current size of the real terminal.
 */
export const createInkOutput = (size: () => Size, take: (rows: readonly string[] | undefined) => void): WriteStream => {
  let last = ''
  const write = (frame: string, done?: () => void): boolean => {
    // Ink waits for this write when it unmounts. It is not a frame.
    if (done) done()
    else if (frame !== last) {
      last = frame
      take(frame === '' ? undefined : frame.split('\n'))
    }
    return true
  }
  const output = Object.defineProperties(Object.assign(new EventEmitter(), { isTTY: true, write }), {
    columns: { get: () => size().columns },
    rows: { get: () => size().rows },
  })
  return output as unknown as WriteStream
}

/** Options for Ink's `render`, shared by the explorer and the tests. */
export const inkOptions = (stdout: WriteStream): RenderOptions => ({
  stdout,
  stdin: createSilentInput(),
  // Turns off Ink's throttling and diffing: each write is one whole frame.
  debug: true,
  interactive: true,
  patchConsole: false,
  exitOnCtrlC: false,
})

/**
 * A terminal input for Ink that never receives a key. With the real one, the first component that uses keys would take
 * bytes away from our own reader, and the last one to unmount would end raw mode and disable the keyboard.
 */
const createSilentInput = (): ReadStream => {
  const input = new PassThrough()
  const terminal = { isTTY: true, isRaw: true, setRawMode: () => input, ref: () => input, unref: () => input }
  return Object.assign(input, terminal) as unknown as ReadStream
}
