import {
  BLANK_CELL,
  bytesOf,
  type Cells,
  isBlank,
  isSecondCell,
  isWrittenIn,
  SECOND_CELL,
  styleChange,
  styleIn,
  styleOnBlanks,
  styleParameters,
} from './terminal-row.ts'

/** Minimum number of equal cells at the ends of two rows for moving them instead of writing them again. */
const MIN_MOVED_CELLS = 10
/** Usual and maximum number of bytes for moving the cursor within a row. */
const JUMP = 5
const MAX_JUMP = 6
/** Bytes for erasing the end of a row. */
const ERASE = 3

/** The old and the new content of a row, and the width of the window. */
export type RowChange = { y: number; from: Uint32Array; to: Cells; columns: number }

/** Changes a row on the terminal to another one with few bytes. */
export const changeRow = (pen: Pen, change: RowChange): void => {
  const { from, to } = change
  const first = nextChange(from, to.cells, 0)
  if (first < 0) return
  if (movedCells(from, to.cells, first) >= MIN_MOVED_CELLS) moveEnd(pen, change, first)
  else if (isErasedFirst(from, to.cells, first)) eraseFirst(pen, change, first)
  else rewrite(pen, change, first)
}

/** Writes the changed cells. */
const rewrite = (pen: Pen, { y, from, to, columns }: RowChange, first: number): void => {
  const { length } = to.cells
  for (let x = first; x >= 0 && x < length; ) {
    let end = x + 1
    while (end < length && isChanged(from, to.cells, end)) end++
    const begin = beginOf(pen, y, x, to.cells)
    goTo(pen, y, begin)
    writeCells(pen, to, begin, end, columns)
    x = nextChange(from, to.cells, end)
  }
  if (from.length > length) eraseFrom(pen, y, length, 0)
}

/**
 * The cell at which to start writing so that cell `x` is written. It is before `x` if writing the cells in between
 * again takes no more bytes than moving past them.
 */
const beginOf = (pen: Pen, y: number, x: number, to: Uint32Array): number => {
  const isHere = pen.y === y && pen.x >= 0
  const from = isHere ? pen.x : 0
  if (from >= x || x - from > MAX_JUMP) return x
  const most = moveSequence(pen, y, x).length - (isHere ? 0 : moveSequence(pen, y, from).length)
  return fitsInBytes(most, pen.style, to, from, x) ? from : x
}

/**
 * Whether erasing everything from the first change on and writing the rest again takes fewer bytes than writing blanks.
 * Details with short lines need it: without it, a move in Blame takes up to 1.6 times the bytes that the bench allows.
 */
const isErasedFirst = (from: Uint32Array, to: Uint32Array, first: number): boolean => {
  // A longer old row has its end erased anyway.
  let saved = from.length > to.length ? 0 : -ERASE
  for (let x = first; x < to.length; ) {
    let end = x
    while (to[end] === BLANK_CELL) end++
    if (end > x) saved += Math.max(0, end - x - JUMP)
    else if (!isChanged(from, to, x)) saved--
    x = Math.max(x + 1, end)
  }
  return saved > 0
}

const eraseFirst = (pen: Pen, { y, from, to, columns }: RowChange, first: number): void => {
  const left = from.subarray(0, first)
  const next = nextChange(left, to.cells, first)
  eraseFrom(pen, y, first, next < 0 ? 0 : styleIn(to.cells[next] ?? 0))
  rewrite(pen, { y, from: left, to, columns }, next)
}

/** Whether cells can be written in at most `most` bytes, in the given style or that of the cell after them. */
const fitsInBytes = (most: number, style: number, to: Uint32Array, from: number, until: number): boolean => {
  const next = styleIn(to[until] ?? 0)
  let now = style
  let size = 0
  for (let x = from; x < until; x++) {
    const cell = to[x] ?? 0
    if (!isWrittenIn(now, cell)) {
      if (!isWrittenIn(next, cell)) return false
      now = next
    }
    size += bytesOf(cell)
  }
  return size <= most
}

/**
 * Makes the terminal move the end of the row, which is on the screen at another place, and writes the cells before it.
 */
const moveEnd = (pen: Pen, { y, from, to, columns }: RowChange, first: number): void => {
  const by = to.cells.length - from.length
  goTo(pen, y, first)
  shiftRest(pen, by, styleIn(to.cells[first] ?? BLANK_CELL))
  const moved = new Uint32Array(to.cells.length).fill(BLANK_CELL)
  moved.set(from.subarray(0, first))
  moved.set(from.subarray(Math.max(first, first - by)), Math.max(first, first + by))
  const next = nextChange(moved, to.cells, first)
  if (next >= 0) rewrite(pen, { y, from: moved, to, columns }, next)
}

/** The number of cells at the end of the old row that are also at the end of the new row. */
const movedCells = (from: Uint32Array, to: Uint32Array, first: number): number => {
  const removed = from.length - to.length
  // Terminals differ in what remains of a wide character that is cut in two.
  if (removed === 0 || (removed > 0 && isSecondCell(from[first + removed] ?? 0))) return 0
  const most = Math.min(from.length, to.length) - first
  let count = 0
  while (count < most && from[from.length - 1 - count] === to[to.length - 1 - count]) count++
  return count
}

// After the end of a row there are blanks without a style.
const isChanged = (from: Uint32Array, to: Uint32Array, x: number): boolean =>
  to[x] !== (x < from.length ? from[x] : BLANK_CELL)

/** The first cell from `x` on that differs; -1 if there is none. */
const nextChange = (from: Uint32Array, to: Uint32Array, x: number): number => {
  const shared = Math.min(from.length, to.length)
  let at = x
  while (at < shared && from[at] === to[at]) at++
  if (at < shared) return at
  while (at < to.length && to[at] === BLANK_CELL) at++
  if (at < to.length) return at
  return from.length > to.length ? Math.max(x, to.length) : -1
}

const ESC = '\x1b['

/** The bytes written to a terminal, and the resulting position and style of its cursor. */
export type Pen = {
  bytes: string
  /** Row and cell of the cursor, from 0; -1 if unknown. */
  y: number
  x: number
  /** A style of {@link Cells}. */
  style: number
}

/** A pen at an unknown position, without a style. */
export const newPen = (): Pen => ({ bytes: '', y: -1, x: -1, style: 0 })

export const goTo = (pen: Pen, y: number, x: number): void => {
  if (pen.y === y && pen.x === x) return
  pen.bytes += moveSequence(pen, y, x)
  pen.y = y
  pen.x = x
}

// Avoid relative moves by which an error in the cell would add up: a row may contain characters that some terminals
// draw twice as wide.
const moveSequence = (from: Pick<Pen, 'y' | 'x'>, y: number, x: number): string => {
  if (from.y === y && from.x >= 0) return x === 0 ? '\r' : `${ESC}${x + 1}G`
  const absolute = absoluteMove(y, x)
  if (from.y < 0 || from.y !== y - 1) return absolute
  if (x === from.x) return `${ESC}B`
  const next = x === 0 ? NEXT_ROW : `${NEXT_ROW}${ESC}${x === 1 ? '' : x}C`
  return next.length < absolute.length ? next : absolute
}

/** Moves to the first cell of the next row. With a line feed, that would depend on the terminal driver's settings. */
const NEXT_ROW = '\x1bE'

/** The sequence that moves the cursor to a cell from any position. */
export const absoluteMove = (y: number, x: number): string =>
  x === 0 ? (y === 0 ? `${ESC}H` : `${ESC}${y + 1}H`) : `${ESC}${y + 1};${x + 1}H`

export const setStyle = (pen: Pen, style: number): void => {
  if (style === pen.style) return
  pen.bytes += restyle(pen.style, style)
  pen.style = style
}

/** Writes cells of a row at the pen's position. `columns` is the width of the window. */
const writeCells = (pen: Pen, row: Cells, from: number, to: number, columns: number): void => {
  const { text, cells, hasSecondCells } = row
  for (let begin = from; begin < to; ) {
    setStyle(pen, styleFor(pen, cells, begin, to))
    let end = begin + 1
    while (end < to && isWrittenIn(pen.style, cells[end] ?? 0)) end++
    const part = text.slice(begin, end)
    pen.bytes += hasSecondCells ? part.replaceAll(SECOND_CELL, '') : part
    begin = end
  }
  // After the last cell of a row, terminals differ in where the cursor is.
  pen.x = to < columns ? to : -1
}

/**
 * The style in which to write a cell. For a blank it is the style of the next character if the blank looks the same in
 * it, because that style is needed next.
 */
const styleFor = (pen: Pen, cells: Uint32Array, from: number, to: number): number => {
  const cell = cells[from] ?? 0
  if (isWrittenIn(pen.style, cell)) return pen.style
  if (!isBlank(cell)) return styleIn(cell)
  let next = from
  while (next < to && isBlank(cells[next] ?? 0)) next++
  const style = next < to ? styleIn(cells[next] ?? 0) : 0
  return isWrittenIn(style, cell) ? style : styleIn(cell)
}

/** Erases a row from cell `x` on. @param next - The style of the text that follows. */
const eraseFrom = (pen: Pen, y: number, x: number, next: number): void => {
  goTo(pen, y, x)
  clearBackground(pen, next)
  pen.bytes += `${ESC}K`
}

/** Inserts blanks at the pen's position, or deletes cells. @param next - The style of the text that follows. */
const shiftRest = (pen: Pen, by: number, next: number): void => {
  clearBackground(pen, next)
  const count = Math.abs(by) === 1 ? '' : Math.abs(by)
  pen.bytes += `${ESC}${count}${by > 0 ? '@' : 'P'}`
}

// Terminals differ in whether erased cells keep the background.
const clearBackground = (pen: Pen, next: number): void => {
  if (styleOnBlanks(pen.style) !== 0) setStyle(pen, styleOnBlanks(next) === 0 ? next : 0)
}

/** The shorter sequence from one style to another: reset (no parameter) and the new style, or only the difference. */
const restyle = (from: number, to: number): string => {
  if (to === 0) return `${ESC}m`
  if (from === 0) return `${ESC}${styleParameters(to)}m`
  const name = from * 65_536 + to
  const known = restyles.get(name)
  if (known !== undefined) return known
  const full = `${ESC};${styleParameters(to)}m`
  const change = `${ESC}${styleChange(from, to)}m`
  const shorter = change.length < full.length ? change : full
  restyles.set(name, shorter)
  return shorter
}

// Contains few pairs, because a theme has few styles.
const restyles = new Map<number, string>()
