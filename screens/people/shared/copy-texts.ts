import { dayOfNumber } from '../../../src/domain/calendar/day-number.ts'
import { toJson } from '../../../src/domain/output/output.ts'
import type { Leaderboard } from '../../../src/domain/people/leaderboard.ts'
import { type Field, fieldsOf } from '../../../src/domain/people/people-fields.ts'
import type { PersonDetail } from '../../../src/domain/people/person-detail.ts'
import type { PlacedColumn } from '../../../src/ui/layout/data-table.ts'

/** Wider than any cell: what is copied is not cut. */
const UNCUT = 1000

/** The cells of a row as they are shown, none of them cut, with tabs between them. */
export const copiedCells = <Row>(placed: readonly PlacedColumn<Row>[], row: Row): string =>
  placed.map(({ column, width }) => column.text(row, column.id === 'sparkline' ? width : UNCUT).trim()).join('\t')

/** All that is known of a person as JSON. */
export const personJson = (board: Leaderboard, entry: number): string =>
  toJson(personMembers(board, entry), { indent: 2 })

/** The same, and the rows of a person's days as the API has them. */
export const personDaysJson = (board: Leaderboard, entry: number, { rows }: PersonDetail): string => {
  const known = rows.filter((row) => row !== undefined)
  return `{"person":${personJson(board, entry)},"days":${toJson(known, { indent: 2 })}}`
}

/** All that is known of a person, by the names that filters and exports use; null for what is not known. */
export const personMembers = (board: Leaderboard, entry: number): Record<string, unknown> => {
  const memberOf = (field: Field): unknown => {
    if (field.name === 'name') return board.nameAt(entry)
    if (field.name === 'id') return board.idAt(entry)
    if (field.name === 'lang') return board.languagesAt(entry).map(({ word }) => word)
    if (field.kind === 'word') return board.wordAt(field.name, entry)
    const value = board.numberAt(field.name, entry)
    if (field.kind === 'day') return dayOfNumber(value)
    return Number.isNaN(value) ? undefined : value
  }
  const told = fieldsOf('people').filter(({ isAsked }) => !isAsked)
  return Object.fromEntries(
    told.flatMap((field) => [
      [field.name, memberOf(field) ?? null],
      ...(field.name === 'share' ? [['share_of', board.shareOf]] : []),
    ]),
  )
}
