import { shortNumber } from './format.ts'
import { codePointWidth, graphemesOf, isOneCellEach, isOneGraphemeEach, textWidth } from './width.ts'

const ELLIPSIS = '…'

/** Truncates safe text to `width` cells, with `…` at the end. One cell less if a wide character was cut. */
export const truncate = (text: string, width: number): string => {
  if (width <= 0) return ''
  if (isOneCellEach(text)) return text.length <= width ? text : text.slice(0, width - 1) + ELLIPSIS
  // No character is wider than 2 cells, so short text fits without measuring.
  if (text.length * 2 <= width || textWidth(text) <= width) return text
  return start(text, width - 1) + ELLIPSIS
}

/** Truncates in the middle and keeps most of the end, because the ends of addresses and paths distinguish them. */
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

/** An optional sign such as ▲, and a number. */
const FIGURE = /^([^\p{L}\d]*?)(-?\d[\d,]*(?:\.\d+)?)$/u

/**
 * {@link truncate} that never cuts digits off a number, because the result would be another number. It shortens the
 * number, `2.50M`, or removes it.
 */
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
 * Safe text in exactly `width` cells: truncated between graphemes with `…`, or padded with spaces. If a wide character
 * doesn't fit, a space replaces it. Right-aligned text uses {@link truncateFigure}.
 */
export const fit = (text: string, width: number, align: 'left' | 'right' = 'left'): string => {
  const cut = align === 'right' ? truncateFigure(text, width) : truncate(text, width)
  const missing = width - textWidth(cut)
  if (missing <= 0) return cut
  const padding = ' '.repeat(missing)
  return align === 'left' ? cut + padding : padding + cut
}

/**
 * Wraps text to lines of at most `width` cells (1 or more). Breaks at spaces. Breaks inside a word only if the word is
 * longer than a line, and there preferably after a separator such as a dot. Line feeds and empty lines of the text
 * stay. A character wider than the line gets its own line.
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
  // Each piece is a word with the spaces before it. The spaces are dropped at a line break.
  for (const [piece, spaces = '', word = ''] of line.matchAll(/( *)([^ ]+|$)/g)) {
    if (piece === '') continue
    const pieceWidth = textWidth(piece)
    if (used + pieceWidth <= width) {
      current += piece
      used += pieceWidth
      continue
    }
    if (word === '') continue
    // The indent of a paragraph isn't a position for a break.
    const isFirst = current === '' && lines.length === 0
    // If the word has to be broken anyway, the current line takes as much of it as fits.
    const kept = isFirst || textWidth(word) <= width ? 0 : breakPosition(word, width - used - spaces.length)
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

/**
 * The best position to break a word such as a path or an address, so that its start fits into `room` cells: after a
 * separator; 0 if there is none.
 */
const breakPosition = (word: string, room: number): number => {
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
      const end = breakPosition(current + segment, width) || current.length
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
