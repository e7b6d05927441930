import { memoize } from '../../base/memoize.ts'
import { truncate } from '../../domain/text/fit.ts'
import { textWidth } from '../../domain/text/width.ts'
import { styledWidth } from './styled-width.ts'

/** A styled line filled with spaces to `width`; longer ones stay as they are. */
export const padStyled = (line: string, width: number): string => {
  const left = width - styledWidth(line)
  return left > 0 ? line + ' '.repeat(left) : line
}

/** A styled line cut to `width` cells, with an ellipsis where something is missing; shorter ones stay as they are. */
export const cutStyled = (line: string, width: number): string => {
  if (styledWidth(line) <= width) return line
  let left = width - 1
  let isFull = false
  let cut = ''
  for (const part of line.split(/(\x1b\[[\d;]*m)/)) {
    // Styles that end behind the cut must end all the same.
    if (part.startsWith('\x1b')) cut += part
    else if (!isFull && textWidth(part) <= left) {
      cut += part
      left -= textWidth(part)
    } else if (!isFull) {
      // Two cells more make sure of the ellipsis also where this part itself would just fit.
      cut += truncate(`${part}  `, left + 1)
      isFull = true
    }
  }
  return cut
}

/** A line behind a free cell: the same text for the same line, as what is drawn again is known by it. */
export const indented = memoize((line: string) => ` ${line}`, 2000)

/** Left and right part at the ends of a row; when both do not fit the right one goes. */
export const apart = (left: string, right: string, width: number): string => {
  const space = width - styledWidth(left) - styledWidth(right)
  return space > 0 ? left + ' '.repeat(space) + right : left
}

/** Cells that an eye follows along a row without losing it. */
const FURTHEST = 72
/** Up to this width both ends of a row are seen at once. */
const WIDE = 140

/** As {@link apart}, but on a wide terminal the right part stays near enough to the left one to be read with it. */
export const near = (left: string, right: string, width: number): string =>
  apart(left, right, width <= WIDE ? width : Math.min(width, styledWidth(left) + FURTHEST + styledWidth(right)))

type Block = { lines: readonly string[]; width: number }

/** What stood beside each other the last time: a row of the same parts is the same text then, by which all that draws it knows it. */
let last: { blocks: readonly Block[]; separator: string; rows: readonly string[] } | undefined

/** Blocks of lines beside each other, none wider than said, as many rows as the tallest has. */
export const beside = (blocks: readonly Block[], separator: string): string[] => {
  const isPlacedAsBefore =
    last?.separator === separator &&
    last.blocks.length === blocks.length &&
    blocks.every(({ width }, index) => width === last?.blocks[index]?.width)
  const before = isPlacedAsBefore ? last : undefined
  const height = Math.max(0, ...blocks.map(({ lines }) => lines.length))
  const rows: string[] = []
  for (let y = 0; y < height; y++) {
    const isAsBefore = before?.blocks.every(({ lines }, index) => lines[y] === blocks[index]?.lines[y])
    rows.push((isAsBefore ? before?.rows[y] : undefined) ?? rowOf(blocks, y, separator))
  }
  last = { blocks, separator, rows }
  return rows
}

const rowOf = (blocks: readonly Block[], y: number, separator: string): string => {
  let row = ''
  for (const [index, { lines, width }] of blocks.entries()) {
    const line = cutStyled(lines[y] ?? '', width)
    row += index === blocks.length - 1 ? line : padStyled(line, width) + separator
  }
  return row
}

/** The longest run of parts, in order, that fits `width` with `gap` between them. */
export const asManyAsFit = (parts: readonly string[], width: number, gap: string): string => {
  const between = styledWidth(gap)
  let cells = 0
  let count = 0
  for (const part of parts) {
    cells += (count > 0 ? between : 0) + styledWidth(part)
    if (cells > width) break
    count++
  }
  return parts.slice(0, count).join(gap)
}

/** Exactly `height` lines: the first of those given, then empty ones. */
export const filled = (lines: readonly string[], height: number): string[] => {
  const rows: string[] = []
  for (let y = 0; y < height; y++) rows.push(lines[y] ?? '')
  return rows
}
