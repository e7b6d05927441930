import {
  BLANK_CELL,
  type Cells,
  isWrittenIn,
  SECOND_CELL,
  styleChange,
  styleIn,
  styleOnBlanks,
  styleParameters,
} from './terminal-row.ts'

/** What a row is to be turned into, and how wide the window is. */
export type RowChange = { y: number; from: Uint32Array; to: Cells; columns: number }

/** Turns a row on the terminal into another one: writes the cells that change. */
export const changeRow = (pen: Pen, { y, from, to, columns }: RowChange): void => {
  const { length } = to.cells
  const first = nextChange(from, to.cells, 0)
  for (let x = first; x >= 0 && x < length; ) {
    let end = x + 1
    while (end < length && isChanged(from, to.cells, end)) end++
    goTo(pen, y, x)
    writeCells(pen, to, x, end, columns)
    x = nextChange(from, to.cells, end)
  }
  if (from.length > length) eraseFrom(pen, y, length)
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

const wayTo = (from: Pick<Pen, 'y' | 'x'>, y: number, x: number): string => {
  if (from.y !== y || from.x < 0) return wayFromAfar(y, x)
  return x === 0 ? '\r' : `${ESC}${x + 1}G`
}

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
    const cell = cells[begin] ?? 0
    if (!isWrittenIn(pen.style, cell)) setStyle(pen, styleIn(cell))
    let end = begin + 1
    while (end < to && isWrittenIn(pen.style, cells[end] ?? 0)) end++
    const part = text.slice(begin, end)
    pen.bytes += hasSecondCells ? part.replaceAll(SECOND_CELL, '') : part
    begin = end
  }
  // Behind the last cell of a row no two terminals stand in the same place.
  pen.x = to < columns ? to : -1
}

/** Erases what stands in a row from a cell on. */
const eraseFrom = (pen: Pen, y: number, x: number): void => {
  goTo(pen, y, x)
  plainGround(pen)
  pen.bytes += `${ESC}K`
}

// Of what is erased some terminals keep the ground, and some do not.
const plainGround = (pen: Pen): void => {
  if (styleOnBlanks(pen.style) !== 0) setStyle(pen, 0)
}

/** The shorter of two ways from one style to another: all off (no parameter) and the new one on, or only what differs. */
const restyle = (from: number, to: number): string => {
  if (to === 0) return `${ESC}m`
  if (from === 0) return `${ESC}${styleParameters(to)}m`
  const anew = `${ESC};${styleParameters(to)}m`
  const change = `${ESC}${styleChange(from, to)}m`
  return change.length < anew.length ? change : anew
}
