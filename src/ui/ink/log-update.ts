import { setShownRows, shownRowsOn } from '../terminal/shown-rows.ts'
import { createTerminalWriter } from '../terminal/terminal-writer.ts'
import { rowsOfOutput } from './renderer.ts'

type Stream = {
  columns: number
  write(text: string): unknown
  /** Takes frames as they are, where nobody draws them. */
  showFrame?(rows: readonly string[]): void
}

const beginSync = '\x1b[?2026h'
const endSync = '\x1b[?2026l'

/**
 * Stands in for Ink's writer: Ink hands over whole frames, the terminal writer sends what changed, in one write and
 * inside one synchronised update. There is no text cursor: fields draw their own.
 */
const create = (stream: Stream) => {
  const writer = createTerminalWriter(shownRowsOn(stream))
  let last: string | undefined

  const log = (frame: string): boolean => {
    if (frame === last) return false
    last = frame
    const rows = rowsOfOutput(frame)
    if (stream.showFrame) {
      stream.showFrame(rows)
      return true
    }
    const { columns } = stream
    const bytes = writer.paint(rows, columns)
    setShownRows(stream, { rows, columns })
    if (bytes) stream.write(`${beginSync}${bytes}${endSync}`)
    return bytes !== ''
  }
  const forget = () => {
    last = undefined
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
