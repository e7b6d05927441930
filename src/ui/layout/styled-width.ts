import { textWidth } from '../../domain/text/width.ts'

/**
 * Cells a line with SGR sequences takes. Letters, box drawing and blocks are counted here; for anything else the
 * sequences are taken off and the rest is counted as safe text is.
 */
export const styledWidth = (line: string): number => {
  const known = widths.get(line)
  if (known !== undefined) return known
  const width = countCells(line)
  if (widths.size >= MOST_KNOWN) widths.clear()
  widths.set(line, width)
  return width
}

// Most rows of a frame are the same text as in the frame before.
const MOST_KNOWN = 2000
const widths = new Map<string, number>()

const countCells = (line: string): number => {
  let width = 0
  for (let i = 0; i < line.length; i++) {
    const code = line.charCodeAt(i)
    if (code === 0x1b) {
      const end = line.indexOf('m', i)
      if (end < 0) return plainWidth(line)
      i = end
    } else if (isOneCell(code)) width++
    else return plainWidth(line)
  }
  return width
}

const plainWidth = (line: string): number => textWidth(line.replaceAll(/\x1b\[[\d;]*m/g, ''))

/** Whether a UTF-16 unit is a sign that takes one cell in every terminal: ASCII, Latin, box drawing, blocks, Braille, a few signs. */
export const isOneCell = (code: number): boolean =>
  (code >= 0x20 && code < 0x7f) ||
  (code >= 0xa1 && code <= 0x17f && code !== 0xad) ||
  (code >= 0x2500 && code <= 0x259f) ||
  (code >= 0x2800 && code <= 0x28ff) ||
  oneCell.has(code)

const oneCell = new Set([...'–—…·•▲▼▸▾◂●○✓✗→←↑↓≈≥≤‖‘’“”'].map((sign) => sign.charCodeAt(0)))
