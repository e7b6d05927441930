import { AppError } from '../../base/errors.ts'
import { membersOf } from './members.ts'
import type { ColumnLayout, RawRow, RowLayout } from './row-layout.ts'

/**
 * A layout of only the columns that were asked for, in that order. They are named by their members, or as they are headed.
 *
 * @throws AppError of kind `usage` on one that no row has.
 */
export const choosePrinted = (layout: RowLayout, rows: readonly RawRow[], wanted: readonly string[]): RowLayout => {
  const members = membersOf(rows, layout.members)
  const columns = wanted.map((name): ColumnLayout => {
    const lower = name.toLowerCase()
    const titled = layout.columns.find(({ title, kind }) => kind !== 'change' && title.toLowerCase() === lower)
    const member = members.find((one) => one.toLowerCase() === lower) ?? titled?.member
    if (member === undefined)
      throw new AppError('usage', `"${name}" is no column of these rows: choose from ${members.join(', ')}.`)
    return layout.columns.find((one) => one.member === member && one.kind !== 'change') ?? columnOf(member, rows)
  })
  const chosen = columns.map(({ member }) => member)
  return { columns, members: chosen, readable: chosen }
}

/** What a terminal may have room for besides the columns that a table always has: the other members of its rows. */
export const furtherColumns = (layout: RowLayout, rows: readonly RawRow[]): ColumnLayout[] => {
  const shown = new Set(layout.columns.flatMap(({ member, otherwise }) => [member, otherwise ?? member]))
  return (layout.readable ?? layout.members)
    .filter((member) => !shown.has(member) && !/_(previous|change)$/.test(member))
    .filter((member) => rows.some((row) => row[member] !== undefined && row[member] !== null))
    .map((member) => columnOf(member, rows))
}

const columnOf = (member: string, rows: readonly RawRow[]): ColumnLayout => ({
  member,
  title: member.toUpperCase().replaceAll('_', ' '),
  kind: rows.some((row) => typeof row[member] === 'number') ? 'count' : 'text',
})

/** A row with only some of its members. */
export const pickMembers = (row: RawRow, members: readonly string[]): RawRow =>
  Object.fromEntries(members.map((member) => [member, row[member] ?? null]))
