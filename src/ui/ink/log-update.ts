import { createTerminalWriter } from '../terminal/terminal-writer.ts'

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
  const writer = createTerminalWriter()
  let last: string | undefined

  const log = (frame: string): boolean => {
    if (frame === last) return false
    last = frame
    // Ink ends a frame that does not fill the window with a newline.
    const rows = (frame.endsWith('\n') ? frame.slice(0, -1) : frame).split('\n')
    if (stream.showFrame) {
      stream.showFrame(rows)
      return true
    }
    const bytes = writer.paint(rows, stream.columns)
    if (bytes) stream.write(`${beginSync}${bytes}${endSync}`)
    return bytes !== ''
  }
  const forget = () => {
    last = undefined
    writer.forget()
  }
  return Object.assign(log, {
    clear: forget,
    done: forget,
    reset: forget,
    // Ink has just written this frame by itself, after clearing: cheaper to paint the next one anew than to trust it.
    sync: forget,
    setCursorPosition: () => {},
    isCursorDirty: () => false,
    // Ink would open and close a synchronised update of its own around the write.
    willRender: () => false,
    getCursorPosition: () => undefined,
  })
}
export default { create }
