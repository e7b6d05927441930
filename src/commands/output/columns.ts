import { usageError } from '../../base/errors.ts'
import { LongList } from '../../base/long-list.ts'
import type { TextColumn } from '../../domain/output/output.ts'
import { textWidth } from '../../domain/text/width.ts'
import type { ColumnLayout, RawRow, RowLayout } from './row-layout.ts'

/** The columns of csv: the contract's members, then other members of the rows in order of occurrence. */
export const membersOf = (rows: readonly RawRow[], known: readonly string[]): string[] => {
  const members = new Set(known)
  for (const row of rows) for (const member of Object.keys(row)) members.add(member)
  return [...members]
}

/** The columns of md: as {@link membersOf}, without members that contain an array or an object in any row. */
export const scalarMembers = (rows: readonly RawRow[], known: readonly string[]): string[] =>
  membersOf(rows, known).filter((member) =>
    rows.every((row) => !Object.hasOwn(row, member) || typeof row[member] !== 'object' || row[member] === null),
  )

/**
 * A layout of only the requested columns, in that order. A column can be named by its member or its title.
 *
 * @throws AppError of kind `usage` on a column that no row has.
 */
export const selectColumns = (layout: RowLayout, rows: readonly RawRow[], wanted: readonly string[]): RowLayout => {
  const members = membersOf(rows, layout.members)
  const columns = wanted.map((name): ColumnLayout => {
    const lower = name.toLowerCase()
    const titled = layout.columns.find(({ title, kind }) => kind !== 'change' && title.toLowerCase() === lower)
    const member = members.find((one) => one.toLowerCase() === lower) ?? titled?.member
    if (member === undefined)
      throw usageError(`"${name}" is not a column of these rows: use one of ${members.join(', ')}.`)
    return layout.columns.find((one) => one.member === member && one.kind !== 'change') ?? columnOf(member, rows)
  })
  const chosen = columns.map(({ member }) => member)
  return { columns, members: chosen, readable: chosen }
}

/** Columns to add to a table if the terminal has room: the other members of its rows. */
export const extraColumns = (layout: RowLayout, rows: readonly RawRow[]): ColumnLayout[] => {
  const shown = new Set(layout.columns.flatMap(({ member, otherwise }) => [member, otherwise ?? member]))
  return (layout.readable ?? layout.members)
    .filter((member) => !shown.has(member) && !/_(previous|change)$/.test(member))
    .filter((member) => rows.some((row) => row[member] !== undefined && row[member] !== null))
    .filter((member) => !rows.some((row) => row[member] instanceof LongList))
    .map((member) => columnOf(member, rows))
}

const columnOf = (member: string, rows: readonly RawRow[]): ColumnLayout => ({
  member,
  title: member.toUpperCase().replaceAll('_', ' '),
  kind: rows.some((row) => typeof row[member] === 'number') ? 'count' : 'text',
})

/** A row with only some of its members; missing ones are null. */
export const pickMembers = (row: RawRow, members: readonly string[]): RawRow =>
  Object.fromEntries(members.map((member) => [member, row[member] ?? null]))

/** Minimum width of a text column, in cells, while a later column can be left out. */
const MIN_TEXT = 16
/** The same for a column of sentences, which are hard to read in a narrow one. */
const MIN_PROSE = 30
const MIN = 3
const GAP = 2

/**
 * How many of the first columns fit into a terminal of this width, at least three. Numbers are never cut. Texts are cut
 * to a length that still distinguishes them.
 *
 * @param own - Number of main columns. A later column is shown only if no column has to be cut for it. @default all
 * columns
 */
export const fittingColumns = (
  columns: readonly TextColumn[],
  rows: readonly (readonly string[])[],
  width: number,
  own = columns.length,
): number => {
  let used = -GAP
  let whole = -GAP
  for (const [index, { title, shrinks, wraps, minCells = wraps ? MIN_PROSE : MIN_TEXT }] of columns.entries()) {
    const widest = rows.reduce((most, row) => Math.max(most, textWidth(row[index] ?? '')), textWidth(title))
    used += GAP + (shrinks ? Math.min(widest, minCells) : widest)
    whole += GAP + widest
    if ((index < own ? used : whole) > width && index >= MIN) return index
  }
  return columns.length
}
