import { inOneUpdate } from '../terminal/in-one-update.ts'
import { setShownRows, shownRowsOn } from '../terminal/shown-rows.ts'
import { createTerminalWriter } from '../terminal/terminal-writer.ts'
import { lastRoot, rowsAgain, rowsOfOutput } from './renderer.ts'

type Stream = {
  columns: number
  write(text: string): unknown
  /** Takes frames as they are, where nobody draws them. */
  showFrame?(rows: readonly string[]): void
}

/** What draws the frames of a root of Ink's, while one of them stands on its terminal. */
const drawings = new WeakMap<object, (rows: readonly string[]) => void>()

/**
 * Draws other lines of the same number where the frame of rows stands that was drawn last. Answers whether it was done: if not, Ink has
 * to be asked for a frame.
 */
export const drawAgain = (root: object): boolean => {
  const draw = drawings.get(root)
  const rows = draw && rowsAgain(root)
  if (!rows) return false
  draw(rows)
  return true
}

/**
 * Stands in for Ink's writer: Ink hands over whole frames, the terminal writer sends what changed, in one write that is
 * shown at once. There is no text cursor: fields draw their own.
 */
const create = (stream: Stream) => {
  const writer = createTerminalWriter(shownRowsOn(stream))
  let last: string | undefined

  let drawn: object | undefined

  const draw = (rows: readonly string[]): boolean => {
    if (stream.showFrame) {
      stream.showFrame(rows)
      return true
    }
    const { columns } = stream
    const bytes = writer.paint(rows, columns)
    setShownRows(stream, { rows, columns })
    if (bytes) stream.write(inOneUpdate(bytes))
    return bytes !== ''
  }
  const log = (frame: string): boolean => {
    if (frame === last) return false
    last = frame
    drawn = lastRoot()
    if (drawn) drawings.set(drawn, draw)
    return draw(rowsOfOutput(frame))
  }
  const forget = () => {
    last = undefined
    if (drawn) drawings.delete(drawn)
    setShownRows(stream, undefined)
    writer.forget()
  }
  return Object.assign(log, {
    clear: forget,
    done: forget,
    reset: forget,
    // Ink has just cleared and written what stands for this frame by itself: it is painted anew rather than trusted.
    sync: (frame: string) => {
      forget()
      log(frame)
    },
    setCursorPosition: () => {},
    isCursorDirty: () => false,
    // Ink would open and close a synchronised update of its own around the write.
    willRender: () => false,
    getCursorPosition: () => undefined,
  })
}
export default { create }
