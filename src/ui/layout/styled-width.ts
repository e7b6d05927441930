import { memoize } from '../../base/memoize.ts'
import { textWidth } from '../../domain/text/width.ts'

/**
 * The width of a line with SGR sequences, in cells. Letters, box drawing and blocks are counted directly. For other
 * characters the sequences are removed and the rest is measured as safe text.
 */
export const styledWidth = (line: string): number => (line.length < MIN_CACHED ? countedWidth(line) : cachedWidth(line))

const countedWidth = (line: string): number => cellCount(line) ?? textWidth(line.replaceAll(/\x1b\[[\d;]*m/g, ''))

// Most rows of a frame are the same as in the previous frame.
const cachedWidth = memoize(countedWidth, 2000)

/**
 * Minimum length of a cached line, in UTF-16 units. Counting a shorter line is faster than hashing it, and the cache
 * stays free for whole rows.
 */
const MIN_CACHED = 100

/** The width of a line of characters of one cell each, ignoring SGR sequences; undefined for any other line. */
const cellCount = (line: string): number | undefined => {
  let width = 0
  for (let i = 0; i < line.length; i++) {
    const code = line.charCodeAt(i)
    if (code === 0x1b) {
      if (line.charCodeAt(++i) !== 0x5b) return undefined
      do i++
      while (isSgrParameter(line.charCodeAt(i)))
      if (line.charCodeAt(i) !== 0x6d) return undefined
    } else if (isOneCell(code)) width++
    else return undefined
  }
  return width
}

// A digit or a semicolon.
const isSgrParameter = (code: number): boolean => (code >= 0x30 && code <= 0x39) || code === 0x3b

/** Whether a UTF-16 unit takes one cell in every terminal: ASCII, Latin, box drawing, blocks, Braille, a few signs. */
export const isOneCell = (code: number): boolean =>
  (code >= 0x20 && code < 0x7f) ||
  (code >= 0xa1 && code <= 0x17f && code !== 0xad) ||
  (code >= 0x2500 && code <= 0x259f) ||
  (code >= 0x2800 && code <= 0x28ff) ||
  oneCell.has(code)

const oneCell = new Set([...'–—…·•▲▼▸▾▴◂●○◐◇◆✓✗→←↑↓⇅⇡≈≥≤‖‘’“”'].map((sign) => sign.charCodeAt(0)))
