import { shortNumber } from './format.ts'
import { codePointWidth, graphemesOf, isOneCellEach, isOneGraphemeEach, textWidth } from './width.ts'

const ELLIPSIS = '…'

/** At most `width` cells of safe text: what does not fit ends in `…`. May be a cell short where a wide character stood. */
export const truncate = (text: string, width: number): string => {
  if (width <= 0) return ''
  if (isOneCellEach(text)) return text.length <= width ? text : text.slice(0, width - 1) + ELLIPSIS
  // No character is wider than 2 cells: short text fits without being measured.
  if (text.length * 2 <= width || textWidth(text) <= width) return text
  return start(text, width - 1) + ELLIPSIS
}

/** The same with `…` in the middle and most of the end, which tells addresses and paths apart. */
export const truncateMiddle = (text: string, width: number): string => {
  if (width <= 0 || textWidth(text) <= width) return truncate(text, width)
  const before = start(text, Math.floor((width - 1) / 4))
  const graphemes = [...graphemesOf(text)]
  let room = width - 1 - textWidth(before)
  let from = text.length
  for (const { segment, index } of graphemes.reverse()) {
    room -= textWidth(segment)
    if (room < 0) break
    from = index
  }
  return before + ELLIPSIS + text.slice(from)
}

const start = (text: string, width: number): string => {
  let used = 0
  let end = 0
  if (isOneGraphemeEach(text)) {
    for (; end < text.length; end += 1) {
      used += codePointWidth(text.charCodeAt(end))
      if (used > width) break
    }
    return text.slice(0, end)
  }
  for (const { segment, index } of graphemesOf(text)) {
    used += textWidth(segment)
    if (used > width) break
    end = index + segment.length
  }
  return text.slice(0, end)
}

/** A sign such as ▲ at most, and a number. */
const FIGURE = /^([^\p{L}\d]*?)(-?\d[\d,]*(?:\.\d+)?)$/u

/** The same as {@link truncate}, but a number that is cut in its digits is another number: it is shortened to `2.50M`, or left out. */
const truncateFigure = (text: string, width: number): string => {
  const cut = truncate(text, width)
  if (cut === text || cut === '') return cut
  const kept = cut.slice(0, -ELLIPSIS.length)
  if (!/[-\d][.,]?$/.test(kept) || !/^[.,]?\d/.test(text.slice(kept.length))) return cut
  const [, sign = '', digits = ''] = FIGURE.exec(text) ?? []
  const short = sign + shortNumber(Number(digits.replaceAll(',', '')))
  return digits !== '' && textWidth(short) <= width ? short : kept.replace(/(?<![-\d.,])[-\d.,]+$/, '') + ELLIPSIS
}

/**
 * Safe text in exactly `width` cells: cut between graphemes with `…`, or padded with spaces. A wide character that
 * does not fit any more leaves a space. Of text on the right a number is never cut in its digits.
 */
export const fit = (text: string, width: number, align: 'left' | 'right' = 'left'): string => {
  const cut = align === 'right' ? truncateFigure(text, width) : truncate(text, width)
  const missing = width - textWidth(cut)
  if (missing <= 0) return cut
  const padding = ' '.repeat(missing)
  return align === 'left' ? cut + padding : padding + cut
}

/**
 * Lines of at most `width` cells (1 or more). Breaks at spaces, inside a word only where the word alone is longer than a line, and
 * there behind a sign like a dot where it can; line feeds of the text stay breaks, and so do its empty lines. A character wider
 * than the line stands alone.
 */
export const wrapText = (text: string, width: number): string[] => {
  const limit = Math.max(1, width)
  return text.split('\n').flatMap((line) => wrapLine(line, limit))
}

const wrapLine = (line: string, width: number): string[] => {
  if (textWidth(line) <= width) return [line]
  const lines: string[] = []
  let current = ''
  let used = 0
  // Each piece is a word with the spaces before it; the spaces are dropped where a line breaks.
  for (const [piece, spaces = '', word = ''] of line.matchAll(/( *)([^ ]+|$)/g)) {
    if (piece === '') continue
    const pieceWidth = textWidth(piece)
    if (used + pieceWidth <= width) {
      current += piece
      used += pieceWidth
      continue
    }
    if (word === '') continue
    // An indent at the start of a paragraph is no break.
    const isFirst = current === '' && lines.length === 0
    // What stands before a word that is broken in any case, like a sign, keeps as much of it as has room.
    const kept = isFirst || textWidth(word) <= width ? 0 : joint(word, width - used - spaces.length)
    if (kept > 0) current += spaces + word.slice(0, kept)
    if (current !== '') lines.push(current)
    const broken = breakWord(isFirst ? spaces + word : word.slice(kept), width)
    lines.push(...broken.slice(0, -1))
    current = broken.at(-1) ?? ''
    used = textWidth(current)
  }
  if (current !== '' || lines.length === 0) lines.push(current)
  return lines
}

/** Where a word, like a path or an address, is best broken so that `room` cells hold its start: behind a sign; 0 for nowhere. */
const joint = (word: string, room: number): number => {
  const ends = [...word.matchAll(/[./_:,?&=-](?=[^./_:,?&=-])/g)].map(({ index }) => index + 1)
  return ends.findLast((end) => textWidth(word.slice(0, end)) <= room) ?? 0
}

const breakWord = (word: string, width: number): string[] => {
  if (textWidth(word) <= width) return [word]
  const parts: string[] = []
  let current = ''
  let used = 0
  for (const { segment } of graphemesOf(word)) {
    const size = textWidth(segment)
    while (used + size > width && current !== '') {
      const end = joint(current + segment, width) || current.length
      parts.push(current.slice(0, end))
      current = current.slice(end)
      used = textWidth(current)
    }
    current += segment
    used += size
  }
  parts.push(current)
  return parts
}
