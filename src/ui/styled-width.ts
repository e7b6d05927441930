import stringWidth from 'string-width'

/**
 * Cells a line with SGR sequences takes. Letters, box drawing and blocks are counted here; anything else is
 * left to string-width, which is some twenty times slower.
 */
export const styledWidth = (line: string): number => {
  let width = 0
  for (let i = 0; i < line.length; i++) {
    const code = line.charCodeAt(i)
    if (code === 0x1b) {
      const end = line.indexOf('m', i)
      if (end < 0) return stringWidth(line)
      i = end
    } else if (isOneCell(code)) width++
    else return stringWidth(line)
  }
  return width
}

/** Whether a UTF-16 unit is a sign that takes one cell in every terminal: ASCII, Latin, box drawing, blocks, Braille, a few signs. */
export const isOneCell = (code: number): boolean =>
  (code >= 0x20 && code < 0x7f) ||
  (code >= 0xa1 && code <= 0x17f && code !== 0xad) ||
  (code >= 0x2500 && code <= 0x259f) ||
  (code >= 0x2800 && code <= 0x28ff) ||
  oneCell.has(code)

const oneCell = new Set([...'–—…·•▲▼▸▾◂●○✓✗→←↑↓≈≥≤‖‘’“”'].map((sign) => sign.charCodeAt(0)))
