import { styledWidth } from '../layout/styled-width.ts'
import { type Cells, cellsOf, styleChange } from './terminal-row.ts'

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
  paint(rows: string[], columns: number): string
  /** Forget what is on the screen: the next frame is painted in full. */
  forget(): void
}

export const createTerminalWriter = (): TerminalWriter => {
  let shown: string[] | undefined
  let shownColumns = 0
  let cells = new Map<string, Cells | undefined>()

  const cellsFor = (row: string): Cells | undefined => {
    if (!cells.has(row)) {
      if (cells.size > 400) cells = new Map()
      cells.set(row, cellsOf(row))
    }
    return cells.get(row)
  }

  const paint = (rows: string[], columns: number): string => {
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
  if (!from || !to || to.chars.length > columns) return wholeRow(y, row, columns)
  const width = to.chars.length
  let bytes = ''
  let style = ''
  let cursor = -1
  const write = (x: number) => {
    const want = to.styles[x] as string
    if (want !== style) bytes += restyle(style, want)
    style = want
    bytes += to.chars[x]
    cursor = x + 1
  }
  for (let x = 0; x < width; x++) {
    if (to.chars[x] === (from.chars[x] ?? ' ') && to.styles[x] === (from.styles[x] ?? '')) continue
    // A short stretch of unchanged cells is cheaper to write than to jump over.
    if (cursor >= 0 && x - cursor < SHORT_GAP) while (cursor < x) write(cursor)
    else bytes += at(y, x)
    write(x)
  }
  if (style) bytes += `${ESC}m`
  if (from.chars.length > width) bytes += `${cursor === width ? '' : at(y, width)}${ESC}K`
  return bytes
}

/** The shorter of two ways from one style to another: all off and the new one on, or only what differs. */
const restyle = (from: string, to: string): string => {
  if (to === '') return `${ESC}m`
  if (from === '') return `${ESC}${to}m`
  const name = `${from} ${to}`
  const known = restyles.get(name)
  if (known !== undefined) return known
  const anew = `${ESC}0;${to}m`
  const change = `${ESC}${styleChange(from, to)}m`
  const shorter = change.length < anew.length ? change : anew
  restyles.set(name, shorter)
  return shorter
}

// Pairs of the few styles that a theme has.
const restyles = new Map<string, string>()

type Move = { top: number; bottom: number; by: number }

/** Rows top to bottom (included) that stand `by` rows further up (positive) or down than before; undefined when none did. */
const findMove = (before: string[], after: string[]): Move | undefined => {
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

const scroll = ({ top, bottom, by }: Move): string =>
  `${ESC}${top + 1};${bottom + 1}r${by > 0 ? `${ESC}${by === 1 ? '' : by}S` : `${ESC}${by === -1 ? '' : -by}T`}${ESC}r`

const moved = (rows: string[], { top, bottom, by }: Move): string[] =>
  rows.map((row, y) => {
    if (y < top || y > bottom) return row
    const from = y + by
    return from < top || from > bottom ? '' : (rows[from] as string)
  })
