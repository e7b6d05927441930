import { EventEmitter } from 'node:events'
import type { WriteStream } from 'node:tty'
import type { RenderOptions } from 'ink'
import { createSilentInput } from './silent-input.ts'

export type Size = { columns: number; rows: number }

/**
 * A virtual terminal that Ink draws dialogs on. Each frame is handed to `take` as rows, or as undefined when Ink draws nothing. Emit
 * `resize` on it when the size changes.
 *
 * @param size - The current size of the real terminal.
 */
export const createInkOutput = (size: () => Size, take: (rows: readonly string[] | undefined) => void): WriteStream => {
  let last = ''
  const write = (frame: string, done?: () => void): boolean => {
    // Ink waits for this one when it unmounts: it is not a frame.
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
  // Turns off Ink's throttle and its own diff: each write is one whole frame.
  debug: true,
  interactive: true,
  patchConsole: false,
  exitOnCtrlC: false,
})
