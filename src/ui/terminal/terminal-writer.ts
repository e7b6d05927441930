import { styledWidth } from '../layout/styled-width.ts'
import type { ShownRows } from './shown-rows.ts'
import { type Cells, cellsOf, styleChange, styleParameters } from './terminal-row.ts'

const ESC = '\x1b['
/** A gap of unchanged cells shorter than this is written again: moving the cursor over it would cost more bytes. */
const SHORT_GAP = 8
/** From this many changed rows on it is worth looking whether they only moved. */
const FEWEST_MOVED_ROWS = 4

/**
 * Turns whole frames into the least that brings the terminal from the last one to the next: unchanged rows cost
 * nothing, changed rows only their changed cells, and rows that moved up or down together are moved by the terminal
 * (a scroll region) rather than sent again.
 */
export type TerminalWriter = {
  /** The bytes that lead from the last frame to this one; empty when nothing changed. `columns` is the width now. */
  paint(rows: readonly string[], columns: number): string
  /** Forget what is on the screen: the next frame is painted in full. */
  forget(): void
}

/** @param start - What stands on the terminal already. @default that is not known */
export const createTerminalWriter = (start?: ShownRows): TerminalWriter => {
  let shown = start?.rows
  let shownColumns = start?.columns ?? 0
  let cells = new Map<string, Cells | undefined>()

  const cellsFor = (row: string): Cells | undefined => {
    if (!cells.has(row)) {
      if (cells.size > 400) cells = new Map()
      cells.set(row, cellsOf(row))
    }
    return cells.get(row)
  }

  const paint = (rows: readonly string[], columns: number): string => {
    if (!shown || shownColumns !== columns || shown.length !== rows.length) {
      shown = rows
      shownColumns = columns
      return `${ESC}H${ESC}2J${rows.map((row, y) => (row === '' ? '' : `${at(y, 0)}${row}`)).join('')}`
    }
    let bytes = ''
    let before = shown
    const move = findMove(before, rows)
    if (move) {
      bytes += scroll(move)
      before = moved(before, move)
    }
    for (let y = 0; y < rows.length; y++) {
      const row = rows[y] as string
      const old = before[y] as string
      if (row !== old) bytes += rowChange(y, old, row, columns, cellsFor)
    }
    shown = rows
    return bytes
  }

  const forget = () => {
    shown = undefined
  }
  return { paint, forget }
}

const at = (y: number, x: number): string =>
  x === 0 ? (y === 0 ? `${ESC}H` : `${ESC}${y + 1}H`) : `${ESC}${y + 1};${x + 1}H`

// Erasing to the end of a row that is full would take its last cell: the cursor still stands on it.
const wholeRow = (y: number, row: string, columns: number): string =>
  `${at(y, 0)}${row}${styledWidth(row) < columns ? `${ESC}K` : ''}`

const rowChange = (
  y: number,
  old: string,
  row: string,
  columns: number,
  cellsFor: (row: string) => Cells | undefined,
): string => {
  const from = cellsFor(old)
  const to = cellsFor(row)
  if (!from || !to || to.text.length > columns) return wholeRow(y, row, columns)
  const width = to.text.length
  const isChanged = (x: number): boolean =>
    x < from.text.length
      ? to.text.charCodeAt(x) !== from.text.charCodeAt(x) || to.styles[x] !== from.styles[x]
      : to.styles[x] !== 0 || to.text.charCodeAt(x) !== BLANK
  let bytes = ''
  let style = 0
  let cursor = -1
  for (let x = 0; x < width; x++) {
    if (!isChanged(x)) continue
    // A short stretch of unchanged cells is cheaper to write than to jump over.
    let end = x + 1
    for (let next = end; next < width && next - end < SHORT_GAP; next++) if (isChanged(next)) end = next + 1
    bytes += at(y, x)
    for (let begin = x; begin < end; ) {
      const want = to.styles[begin] as number
      let same = begin + 1
      while (same < end && to.styles[same] === want) same++
      if (want !== style) bytes += restyle(style, want)
      style = want
      bytes += to.text.slice(begin, same)
      begin = same
    }
    cursor = end
    x = end
  }
  if (style !== 0) bytes += `${ESC}m`
  if (from.text.length > width) bytes += `${cursor === width ? '' : at(y, width)}${ESC}K`
  return bytes
}

const BLANK = 0x20

/** The shorter of two ways from one style to another: all off and the new one on, or only what differs. */
const restyle = (from: number, to: number): string => {
  if (to === 0) return `${ESC}m`
  if (from === 0) return `${ESC}${styleParameters(to)}m`
  const name = from * 65_536 + to
  const known = restyles.get(name)
  if (known !== undefined) return known
  const anew = `${ESC}0;${styleParameters(to)}m`
  const change = `${ESC}${styleChange(from, to)}m`
  const shorter = change.length < anew.length ? change : anew
  restyles.set(name, shorter)
  return shorter
}

// Pairs of the few styles that a theme has.
const restyles = new Map<number, string>()

type Move = { top: number; bottom: number; by: number }

/** Rows top to bottom (included) that stand `by` rows further up (positive) or down than before; undefined when none did. */
const findMove = (before: readonly string[], after: readonly string[]): Move | undefined => {
  if (countChanged(before, after) < FEWEST_MOVED_ROWS) return undefined
  let top = 0
  while (top < after.length && before[top] === after[top]) top++
  let bottom = after.length - 1
  while (bottom > top && before[bottom] === after[bottom]) bottom--
  if (bottom - top + 1 < FEWEST_MOVED_ROWS) return undefined

  const places = new Map<string, number>()
  for (let y = top; y <= bottom; y++) {
    const row = before[y] as string
    // A row that stands twice says nothing about where it went.
    places.set(row, places.has(row) ? -1 : y)
  }
  const votes = new Map<number, number>()
  for (let y = top; y <= bottom; y++) {
    const place = places.get(after[y] as string)
    if (place === undefined || place < 0 || place === y) continue
    votes.set(place - y, (votes.get(place - y) ?? 0) + 1)
  }
  let by = 0
  let most = FEWEST_MOVED_ROWS - 1
  for (const [distance, count] of votes) if (count > most) [by, most] = [distance, count]
  if (by === 0) return undefined

  // The region is the widest run of rows that did move by this much.
  let first = -1
  let last = -1
  for (let y = top; y <= bottom; y++) {
    if (before[y + by] === undefined || before[y + by] !== after[y]) continue
    if (first < 0) first = y
    last = y
  }
  return by > 0 ? { top: first, bottom: last + by, by } : { top: first + by, bottom: last, by }
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
