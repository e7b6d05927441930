import { memoize } from '../../base/memoize.ts'
import { truncate } from '../../domain/text/fit.ts'
import { textWidth } from '../../domain/text/width.ts'
import { styledWidth } from './styled-width.ts'

/** Pads a styled line with spaces to `width`. Longer lines stay unchanged. */
export const padStyled = (line: string, width: number): string => {
  const left = width - styledWidth(line)
  return left > 0 ? line + ' '.repeat(left) : line
}

/** Cuts a styled line to `width` cells, with an ellipsis. Shorter lines stay unchanged. */
export const cutStyled = (line: string, width: number): string => {
  if (styledWidth(line) <= width) return line
  let left = width - 1
  let isFull = false
  let cut = ''
  for (const part of line.split(/(\x1b\[[\d;]*m)/)) {
    // Keep all style sequences: those that end a style may be after the cut.
    if (part.startsWith('\x1b')) cut += part
    else if (!isFull && textWidth(part) <= left) {
      cut += part
      left -= textWidth(part)
    } else if (!isFull) {
      // Two additional cells force an ellipsis even if this part itself would just fit.
      cut += truncate(`${part}  `, left + 1)
      isFull = true
    }
  }
  return cut
}

/** Indents a line by one cell. Returns the same string object for the same line, so that caches recognize it. */
export const indented = memoize((line: string) => ` ${line}`, 2000)

/** Puts the parts at the left and right ends of a row. If both do not fit, the right one is omitted. */
export const spaceBetween = (left: string, right: string, width: number): string => {
  const space = width - styledWidth(left) - styledWidth(right)
  return space > 0 ? left + ' '.repeat(space) + right : left
}

/** Maximum distance in cells that the eye can follow along a row. */
const MAX_EYE_CELLS = 72
/** Maximum width at which both ends of a row are visible at once. */
const WIDE = 140

/** As {@link spaceBetween}, but on a wide terminal the right part stays close to the left one. */
export const justify = (left: string, right: string, width: number): string => {
  const maxWidth = styledWidth(left) + MAX_EYE_CELLS + styledWidth(right)
  return spaceBetween(left, right, width <= WIDE ? width : Math.min(width, maxWidth))
}

type Block = { lines: readonly string[]; width: number }

/** The last result, for returning the same string object for a row of the same parts, which caches recognize. */
let last: { blocks: readonly Block[]; separator: string; rows: readonly string[] } | undefined

/** Joins blocks of lines side by side, each cut to its width, to as many rows as the tallest block has. */
export const joinColumns = (blocks: readonly Block[], separator: string): string[] => {
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

/** Joins as many parts as fit into `width`, in order, with `gap` between them. */
export const joinFitting = (parts: readonly string[], width: number, gap: string): string => {
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

/** Joins parts with `gap` between them to as few lines as they need. Only a part wider than a line is cut. */
export const wrapParts = (parts: readonly string[], width: number, gap: string): string[] => {
  const lines: string[] = []
  for (const part of parts) {
    const last = lines.at(-1)
    if (last !== undefined && styledWidth(last) + styledWidth(gap) + styledWidth(part) <= width)
      lines[lines.length - 1] = last + gap + part
    else lines.push(cutStyled(part, width))
  }
  return lines
}

/** Exactly `height` lines: the given ones, then empty ones. */
export const filled = (lines: readonly string[], height: number): string[] =>
  Array.from({ length: height }, (_, y) => lines[y] ?? '')
