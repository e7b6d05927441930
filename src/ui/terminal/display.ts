import type { WriteStream } from 'node:tty'
import { cutStyled } from '../layout/columns.ts'
import { styledWidth } from '../layout/styled-width.ts'
import { cellsOfDrawn } from './terminal-row.ts'
import { createTerminalWriter, type ShownRows } from './terminal-writer.ts'

const ENTER = '\x1b[?1049h\x1b[?25l'
const LEAVE = '\x1b[?1049l\x1b[?25h'

/**
 * The explorer's screen on a terminal.
 *
 * @param start - Rows that are already on the alternate screen. @default unknown: the first frame is painted in full
 */
export const createDisplay = (stdout: WriteStream, start?: ShownRows) => {
  const writer = createTerminalWriter(start)
  return {
    shown: writer.shown,
    forget: writer.forget,
    /** Writes what differs from the frame on the screen, in one write. Rows wider than the window are cut. */
    show(wanted: readonly string[]): void {
      const { columns } = stdout
      const shown = writer.shown()
      const before = shown?.columns === columns ? shown.rows : []
      // A row that is already on the screen, or moved by one because the list scrolled, has been cut before.
      const rows = wanted
        .slice(0, stdout.rows)
        .map((row, y) =>
          row === before[y] || row === before[y + 1] || row === before[y - 1] ? row : cutToWidth(row, columns),
        )
      const bytes = writer.paint(rows, columns)
      if (bytes) stdout.write(synchronizedOutput(bytes))
    },
    /** Switches to the alternate screen and hides the cursor. */
    enter: () => void stdout.write(ENTER),
    /**
     * Switches back to the main screen and shows the cursor, even if a killed program has left the alternate screen on.
     */
    leave(): void {
      writer.forget()
      stdout.write(LEAVE)
    },
  }
}

/** A wider row would wrap and shift all rows below it. */
const cutToWidth = (row: string, columns: number): string => {
  // The writer needs the cells of a changed row anyway, and they are cached.
  const width = cellsOfDrawn(row)?.width ?? styledWidth(row)
  return width <= columns ? row : cutStyled(row, columns)
}

const BEGIN = '\x1b[?2026h'
const END = '\x1b[?2026l'

/**
 * Maximum length of a write that reaches the terminal in one piece, in UTF-16 units: the kernel passes on writes in
 * blocks of 2,048 bytes, and a unit takes at most three.
 */
const ONE_PIECE = 512

/** Makes the terminal show a write as a whole. A short write arrives in one piece without the marks. */
export const synchronizedOutput = (text: string): string => (text.length > ONE_PIECE ? BEGIN + text + END : text)
