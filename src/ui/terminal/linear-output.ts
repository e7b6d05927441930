import { Writable } from 'node:stream'
import type { WriteStream } from 'node:tty'
import { LINEAR_CELLS } from '../linear/linear-marks.ts'

/** More rows than a frame has: Ink treats one that fills its window in a way of its own. */
const MORE_THAN_FRAMES = 10_000

/**
 * A terminal for Ink to draw on that nobody looks at: wide enough for everything, and what is written to it is dropped. Its frames go
 * to `showFrame`.
 */
export const createLinearOutput = (showFrame: (rows: readonly string[]) => void): WriteStream => {
  const output = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = { isTTY: true, columns: LINEAR_CELLS, rows: MORE_THAN_FRAMES, showFrame }
  return Object.assign(output, terminal) as unknown as WriteStream
}
