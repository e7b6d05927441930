import type { IBufferCell } from '@xterm/headless'
import { openProgram, type Program } from '../helpers/pty.ts'

/** The cells that a key changes in a row, first to last, in pieces of one style. `isToEnd`: the row is blank after them. */
export type ChangedCells = { y: number; x: number; pieces: { sgr: string; text: string }[]; isToEnd: boolean }
/** What a key changes: rows from `top` to `bottom` that move up (`by` 1) or down (-1) by one row, and cells. */
export type CellsOfKey = { scrolled: { top: number; bottom: number; by: 1 | -1 } | undefined; cells: ChangedCells[] }
/** The same for each of the keys that are pressed in turn. */
export type CellsOfMove = Record<string, CellsOfKey>

type Window = { cols: number; rows: number }
type Cell = { sign: string; style: string[] }

/** A key counts as handled when the program has written nothing for this time, ms. It is longer than any debounce or spinner tick. */
const QUIET_MS = 150

/**
 * Records which cells change on the screen when keys move in a list. The yardstick writes the same cells.
 *
 * @param enter - The keys that lead to the list. @param before - Keys to press first, such as to the edge of the window.
 * @param keys - One key that changes the same cells each time, or two keys that undo each other.
 */
export const cellsOfMove = async (
  enter: readonly { press: string; expect: string }[],
  env: Record<string, string>,
  window: Window,
  before: string,
  [there = '', back = there]: readonly string[],
): Promise<CellsOfMove> => {
  const program = openProgram({ args: ['--no-restore'], env, ...window })
  try {
    for (const { press, expect } of enter) await program.typeUntil(press, expect)
    const after = async (keys: string) => {
      const { length } = program.raw()
      await program.typeUntil(keys, () => program.raw().length > length)
      await program.quiet(QUIET_MS)
      return cellsOn(program, window)
    }
    await program.waitFor(([head = '']) => head.includes(' 0 req') || head.includes('paused'))
    await program.quiet(QUIET_MS)
    if (before !== '') await after(before)
    await after(there)
    const [first, second] = [await after(back), await after(there)]
    return { [back]: changesOf(second, first), [there]: changesOf(first, second) }
  } finally {
    await program.close()
  }
}

const cellsOn = (program: Program, { cols, rows }: Window): Cell[][] =>
  Array.from({ length: rows }, (_, y) =>
    Array.from({ length: cols }, (_, x) => {
      const cell = program.cellAt(x, y)
      // The second cell of a wide character has no character of its own.
      return { sign: cell.getWidth() === 0 ? '' : cell.getChars() || ' ', style: styleOf(cell) }
    }),
  )

/** The styles of a cell, each at the index of its reset code. */
const offs = ['22', '23', '24', '27', '39', '49']
const styleOf = (cell: IBufferCell): string[] => [
  cell.isBold() ? '1' : cell.isDim() ? '2' : '',
  cell.isItalic() ? '3' : '',
  cell.isUnderline() ? '4' : '',
  cell.isInverse() ? '7' : '',
  cell.isFgDefault() ? '' : color('38', cell.isFgRGB(), cell.getFgColor()),
  cell.isBgDefault() ? '' : color('48', cell.isBgRGB(), cell.getBgColor()),
]
const color = (ground: string, isRgb: boolean, value: number): string =>
  isRgb ? `${ground};2;${value >> 16};${(value >> 8) & 255};${value & 255}` : `${ground};5;${value}`

const changesOf = (before: readonly Cell[][], after: readonly Cell[][]): CellsOfKey => {
  const [up, down] = [movedRows(1, before, after), movedRows(-1, before, after)]
  const [by, rows] = down.length > up.length ? ([-1, down] as const) : ([1, up] as const)
  const [first = 0, last = first] = [rows[0], rows.at(-1)]
  if (rows.length < MIN_MOVED_ROWS) return { scrolled: undefined, cells: changes(before, after) }
  const [top, bottom] = by > 0 ? [first, last + 1] : [first - 1, last]
  const moved = before.map((row, y) => {
    if (y < top || y > bottom) return row
    return y === (by > 0 ? bottom : top) ? row.map(() => blank) : (before[y + by] ?? [])
  })
  return { scrolled: { top, bottom, by }, cells: changes(moved, after) }
}

/** The rows that were one row further down (`by` 1) or further up (-1) before. */
const movedRows = (by: 1 | -1, before: readonly Cell[][], after: readonly Cell[][]): number[] => {
  const texts = before.map((row) => JSON.stringify(row))
  return after.flatMap((row, y) => (JSON.stringify(row) === texts[y + by] && texts[y] !== texts[y + by] ? [y] : []))
}
const blank: Cell = { sign: ' ', style: offs.map(() => '') }
/** With fewer moved rows, nothing was scrolled: in a preview, some rows may be equal to their neighbours by chance. */
const MIN_MOVED_ROWS = 4

const changes = (before: readonly Cell[][], after: readonly Cell[][]): ChangedCells[] =>
  after.flatMap((row, y) => {
    const isChanged = (cell: Cell, x: number) => JSON.stringify(cell) !== JSON.stringify(before[y]?.[x])
    const x = row.findIndex(isChanged)
    if (x < 0) return []
    const end = row.findLastIndex(isChanged) + 1
    const last = row.findLastIndex(({ sign, style }) => sign !== ' ' || style.some(Boolean)) + 1
    const pieces = piecesOf(row.slice(x, Math.max(x, Math.min(end, last))))
    return [{ y, x, pieces, isToEnd: end > last }]
  })

/** Converts cells to text with the fewest escape sequences: one per change of style, with only the changed attributes. */
const piecesOf = (cells: readonly Cell[]): ChangedCells['pieces'] => {
  const pieces: ChangedCells['pieces'] = []
  let now = offs.map(() => '')
  for (const { sign, style } of cells) {
    const changed = style.flatMap((on, at) => (on === now[at] ? [] : [on || (offs[at] as string)]))
    const sgr = style.some(Boolean) ? changed.join(';') : ''
    const piece = pieces.at(-1)
    if (piece && changed.length === 0) piece.text += sign
    else pieces.push({ sgr: changed.length > 0 ? `\x1b[${sgr}m` : '', text: sign })
    now = style
  }
  if (now.some(Boolean)) pieces.push({ sgr: '\x1b[m', text: '' })
  return pieces
}
