import { styledWidth } from '../layout/styled-width.ts'
import { absoluteMove, changeRow, goTo, newPen, type Pen, setStyle } from './row-change.ts'
import { cellsOfDrawn } from './terminal-row.ts'

const ESC = '\x1b['
/** Minimum number of changed rows for checking whether they only moved. */
const MIN_MOVED_ROWS = 4

/** Rows on a terminal, and the width in cells for which they were drawn. */
export type ShownRows = { rows: readonly string[]; columns: number }

/**
 * Converts whole frames to the smallest update of the terminal: unchanged rows cost nothing, changed rows only their
 * changed cells, and the terminal moves rows that move together (a scroll region).
 *
 * @param start - Rows that are already on the terminal. @default unknown: the first frame is painted in full
 */
export const createTerminalWriter = (start?: ShownRows) => {
  let shown = start?.rows
  let shownColumns = start?.columns ?? 0

  /** The bytes that change the last frame to this one; empty if nothing changed. `columns` is the current width. */
  const paint = (rows: readonly string[], columns: number): string => {
    if (!shown || shownColumns !== columns || shown.length !== rows.length) {
      shown = rows
      shownColumns = columns
      return `${ESC}H${ESC}2J${rows.map((row, y) => (row === '' ? '' : `${absoluteMove(y, 0)}${row}`)).join('')}`
    }
    const pen = newPen()
    let before = shown
    const move = findMove(before, rows)
    if (move) {
      pen.bytes += scroll(move)
      before = moved(before, move)
    }
    for (let y = 0; y < rows.length; y++) {
      const row = rows[y] as string
      const old = before[y] as string
      if (row !== old) paintRow(pen, y, old, row, columns)
    }
    setStyle(pen, 0)
    shown = rows
    return pen.bytes
  }

  return {
    paint,
    /** The rows on the screen; undefined before the first frame and after `forget`. */
    shown: (): ShownRows | undefined => shown && { rows: shown, columns: shownColumns },
    /** Forces the next frame to be painted in full. */
    forget(): void {
      shown = undefined
    },
  }
}

const paintRow = (pen: Pen, y: number, old: string, row: string, columns: number): void => {
  const from = cellsOfDrawn(old)
  const to = cellsOfDrawn(row)
  if (!from || !to || to.cells.length > columns) paintWhole(pen, y, row, columns)
  else changeRow(pen, { y, from: from.cells, to, columns })
}

const paintWhole = (pen: Pen, y: number, row: string, columns: number): void => {
  goTo(pen, y, 0)
  setStyle(pen, 0)
  // Don't erase to the end of a full row: the cursor is still on its last cell, which would be erased.
  pen.bytes += `${row}${styledWidth(row) < columns ? `${ESC}K` : ''}`
  // Terminals differ in the width of some characters, so the position is unknown.
  pen.y = -1
}

type Move = { top: number; bottom: number; by: number }

/** The rows from top to bottom (inclusive) that moved by `by` rows, positive for up; undefined if none did. */
const findMove = (before: readonly string[], after: readonly string[]): Move | undefined => {
  if (countChanged(before, after) < MIN_MOVED_ROWS) return undefined
  let top = 0
  while (top < after.length && before[top] === after[top]) top++
  let bottom = after.length - 1
  while (bottom > top && before[bottom] === after[bottom]) bottom--
  if (bottom - top + 1 < MIN_MOVED_ROWS) return undefined

  const by = isMovedBy(1, before, after, top, bottom)
    ? 1
    : isMovedBy(-1, before, after, top, bottom)
      ? -1
      : distanceOf(before, after, top, bottom)
  if (by === 0) return undefined

  // The region spans the changed rows that moved by this distance. Equal rows around it, such as blank ones, stay.
  let first = -1
  let last = -1
  for (let y = top; y <= bottom; y++) {
    if (after[y] === before[y] || after[y] !== before[y + by]) continue
    if (first < 0) first = y
    last = y
  }
  return by > 0 ? { top: first, bottom: last + by, by } : { top: first + by, bottom: last, by }
}

/** Whether most rows from `top` to `bottom` moved by `by` rows. A key that scrolls moves them by one. */
const isMovedBy = (
  by: number,
  before: readonly string[],
  after: readonly string[],
  top: number,
  bottom: number,
): boolean => {
  let count = 0
  for (let y = top; y <= bottom; y++) if (after[y] !== before[y] && after[y] === before[y + by]) count++
  return count > (bottom - top + 1) / 2
}

/** The distance by which most moved rows have moved; 0 if too few have. */
const distanceOf = (before: readonly string[], after: readonly string[], top: number, bottom: number): number => {
  const places = new Map<string, number>()
  for (let y = top; y <= bottom; y++) {
    const row = before[y] as string
    // A row that occurs twice is ambiguous.
    places.set(row, places.has(row) ? -1 : y)
  }
  const votes = new Map<number, number>()
  for (let y = top; y <= bottom; y++) {
    const place = places.get(after[y] as string)
    if (place === undefined || place < 0 || place === y) continue
    votes.set(place - y, (votes.get(place - y) ?? 0) + 1)
  }
  let by = 0
  let most = MIN_MOVED_ROWS - 1
  for (const [distance, count] of votes) if (count > most) [by, most] = [distance, count]
  return by
}

const countChanged = (before: readonly string[], after: readonly string[]): number => {
  let count = 0
  for (let y = 0; y < after.length; y++) if (before[y] !== after[y]) count++
  return count
}

const scroll = ({ top, bottom, by }: Move): string =>
  `${ESC}${top + 1};${bottom + 1}r${by > 0 ? `${ESC}${by === 1 ? '' : by}S` : `${ESC}${by === -1 ? '' : -by}T`}${ESC}r`

const moved = (rows: readonly string[], { top, bottom, by }: Move): string[] =>
  rows.map((row, y) => {
    if (y < top || y > bottom) return row
    const from = y + by
    return from < top || from > bottom ? '' : (rows[from] as string)
  })
