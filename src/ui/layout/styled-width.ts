import { memoize } from '../../base/memoize.ts'
import { textWidth } from '../../domain/text/width.ts'

/** Cells a line with SGR sequences takes: they are taken off, and the rest is counted as safe text is. */
export const styledWidth = memoize(
  (line: string): number => textWidth(line.replaceAll(/\x1b\[[\d;]*m/g, '')),
  // Most rows of a frame are the same text as in the frame before.
  2000,
)

/** Whether a UTF-16 unit is a sign that takes one cell in every terminal: ASCII, Latin, box drawing, blocks, Braille, a few signs. */
export const isOneCell = (code: number): boolean =>
  (code >= 0x20 && code < 0x7f) ||
  (code >= 0xa1 && code <= 0x17f && code !== 0xad) ||
  (code >= 0x2500 && code <= 0x259f) ||
  (code >= 0x2800 && code <= 0x28ff) ||
  oneCell.has(code)

const oneCell = new Set([...'–—…·•▲▼▸▾▴◂●○◐◇◆✓✗→←↑↓⇅≈≥≤‖‘’“”'].map((sign) => sign.charCodeAt(0)))
