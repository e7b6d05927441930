import {
  type Cells,
  isBlank,
  isWrittenIn,
  SECOND_CELL,
  styleChange,
  styleIn,
  styleOnBlanks,
  styleParameters,
} from './terminal-row.ts'

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
export const wayTo = (from: Pick<Pen, 'y' | 'x'>, y: number, x: number): string => {
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
export const writeCells = (pen: Pen, row: Cells, from: number, to: number, columns: number): void => {
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

/** Erases what stands in a row from a cell on. @param next - The style that is written in afterwards. @default none */
export const eraseFrom = (pen: Pen, y: number, x: number, next = 0): void => {
  goTo(pen, y, x)
  plainGround(pen, next)
  pen.bytes += `${ESC}K`
}

/** Inserts blanks where the pen stands, or takes away so many cells. @param next - The style that is written in afterwards. */
export const shiftRest = (pen: Pen, by: number, next: number): void => {
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
