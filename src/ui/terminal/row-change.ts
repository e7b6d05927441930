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

/** A run of equal cells at the ends of two rows that is worth moving, rather than writing it again. */
const MIN_MOVED_CELLS = 10
/** Bytes that move the cursor within a row, at most. */
const MAX_JUMP = 6

/** What a row is to be turned into, and how wide the window is. */
export type RowChange = { y: number; from: Uint32Array; to: Cells; columns: number }

/** Turns a row on the terminal into another one with few bytes. */
export const changeRow = (pen: Pen, change: RowChange): void => {
  const { from, to } = change
  const first = nextChange(from, to.cells, 0)
  if (first < 0) return
  if (movedCells(from, to.cells, first) >= MIN_MOVED_CELLS) moveEnd(pen, change, first)
  else rewrite(pen, change, first)
}

/** Writes the cells that change. */
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
  if (from.length > length) eraseFrom(pen, y, length)
}

/** Where to begin so that a cell is written: some cells before it, where it costs no more to write them again than to go past them. */
const beginOf = (pen: Pen, y: number, x: number, to: Uint32Array): number => {
  const isHere = pen.y === y && pen.x >= 0
  const from = isHere ? pen.x : 0
  if (from >= x || x - from > MAX_JUMP) return x
  const most = wayTo(pen, y, x).length - (isHere ? 0 : wayTo(pen, y, from).length)
  return isWrittenFor(most, pen.style, to, from, x) ? from : x
}

/** Whether cells can be written in at most so many bytes, in this style and that of the cell behind them. */
const isWrittenFor = (most: number, style: number, to: Uint32Array, from: number, until: number): boolean => {
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

/** Lets the terminal move the end of the row, which stands there already in another place, and writes what is before it. */
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

/** How many cells at the ends of both rows are the same, in places that differ by as much as the rows are longer. */
const movedCells = (from: Uint32Array, to: Uint32Array, first: number): number => {
  const taken = from.length - to.length
  // Of a sign that is cut in two terminals leave different things.
  if (taken === 0 || (taken > 0 && isSecondCell(from[first + taken] ?? 0))) return 0
  const most = Math.min(from.length, to.length) - first
  let count = 0
  while (count < most && from[from.length - 1 - count] === to[to.length - 1 - count]) count++
  return count
}

// Behind the end of a row there are blanks in no style.
const isChanged = (from: Uint32Array, to: Uint32Array, x: number): boolean =>
  to[x] !== (x < from.length ? from[x] : BLANK_CELL)

/** The first cell from `x` on that is not as it is to be; -1: there is none. */
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

/** What is written to a terminal, and where that leaves its cursor and the style in which it writes. */
export type Pen = {
  bytes: string
  /** Row and cell of the cursor, from 0; -1: not known. */
  y: number
  x: number
  /** A style of {@link Cells}. */
  style: number
}

/** A pen of which nothing is known but that it writes in no style. */
export const newPen = (): Pen => ({ bytes: '', y: -1, x: -1, style: 0 })

/** Goes to a cell. */
export const goTo = (pen: Pen, y: number, x: number): void => {
  if (pen.y === y && pen.x === x) return
  pen.bytes += wayTo(pen, y, x)
  pen.y = y
  pen.x = x
}

// Ways of which an error of a cell would add up are not taken: a row may hold signs that some terminals draw twice as wide.
const wayTo = (from: Pick<Pen, 'y' | 'x'>, y: number, x: number): string => {
  if (from.y === y && from.x >= 0) return x === 0 ? '\r' : `${ESC}${x + 1}G`
  const afar = wayFromAfar(y, x)
  if (from.y < 0 || from.y !== y - 1) return afar
  if (x === from.x) return `${ESC}B`
  const next = x === 0 ? NEXT_ROW : `${NEXT_ROW}${ESC}${x === 1 ? '' : x}C`
  return next.length < afar.length ? next : afar
}

/** The first cell of the next row. A line feed would leave it to the settings of the terminal's driver which cell that is. */
const NEXT_ROW = '\x1bE'

/** How a cell is gone to from wherever the cursor is. */
export const wayFromAfar = (y: number, x: number): string =>
  x === 0 ? (y === 0 ? `${ESC}H` : `${ESC}${y + 1}H`) : `${ESC}${y + 1};${x + 1}H`

/** Writes what follows in this style. */
export const setStyle = (pen: Pen, style: number): void => {
  if (style === pen.style) return
  pen.bytes += restyle(pen.style, style)
  pen.style = style
}

/** Writes cells of a row where the pen stands. `columns` is the width of the window. */
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
  // Behind the last cell of a row no two terminals stand in the same place.
  pen.x = to < columns ? to : -1
}

/** The style to write a cell in: for a blank that of the sign behind it, where it looks the same, as that is needed next. */
const styleFor = (pen: Pen, cells: Uint32Array, from: number, to: number): number => {
  const cell = cells[from] ?? 0
  if (isWrittenIn(pen.style, cell)) return pen.style
  if (!isBlank(cell)) return styleIn(cell)
  let next = from
  while (next < to && isBlank(cells[next] ?? 0)) next++
  const style = next < to ? styleIn(cells[next] ?? 0) : 0
  return isWrittenIn(style, cell) ? style : styleIn(cell)
}

/** Erases what stands in a row from a cell on. */
const eraseFrom = (pen: Pen, y: number, x: number): void => {
  goTo(pen, y, x)
  plainGround(pen, 0)
  pen.bytes += `${ESC}K`
}

/** Inserts blanks where the pen stands, or takes away so many cells. @param next - The style that is written in afterwards. */
const shiftRest = (pen: Pen, by: number, next: number): void => {
  plainGround(pen, next)
  const count = Math.abs(by) === 1 ? '' : Math.abs(by)
  pen.bytes += `${ESC}${count}${by > 0 ? '@' : 'P'}`
}

// Of what is erased some terminals keep the ground, and some do not.
const plainGround = (pen: Pen, next: number): void => {
  if (styleOnBlanks(pen.style) !== 0) setStyle(pen, styleOnBlanks(next) === 0 ? next : 0)
}

/** The shorter of two ways from one style to another: all off (no parameter) and the new one on, or only what differs. */
const restyle = (from: number, to: number): string => {
  if (to === 0) return `${ESC}m`
  if (from === 0) return `${ESC}${styleParameters(to)}m`
  const name = from * 65_536 + to
  const known = restyles.get(name)
  if (known !== undefined) return known
  const anew = `${ESC};${styleParameters(to)}m`
  const change = `${ESC}${styleChange(from, to)}m`
  const shorter = change.length < anew.length ? change : anew
  restyles.set(name, shorter)
  return shorter
}

// Pairs of the few styles that a theme has.
const restyles = new Map<number, string>()
