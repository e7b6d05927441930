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
export const personJson = (board: Leaderboard, entry: number, isExact: boolean): string =>
  toJson(personMembers(board, entry, isExact), { indent: 2 })

/** The same, and the rows of a person's days as the API has them. */
export const personDaysJson = (board: Leaderboard, entry: number, { rows }: PersonDetail, isExact: boolean): string => {
  const known = rows.filter((row) => row !== undefined)
  return `{"person":${personJson(board, entry, isExact)},"days":${toJson(known, { indent: 2 })}}`
}

/** Members that are of the loaded people alone until all are loaded, and what they are called until then. */
const PARTIAL: Readonly<Record<string, string>> = {
  rank: 'partial_rank',
  move: 'partial_move',
  share: 'partial_share',
  rank_move: 'partial_move',
}

/** What a member is called in an export. */
export const memberName = (name: string, isExact: boolean): string => (isExact ? name : (PARTIAL[name] ?? name))

/**
 * All that is known of a person, by the names that filters and exports use; null for what is not known.
 *
 * @param isExact - Whether all people are loaded.
 */
export const personMembers = (board: Leaderboard, entry: number, isExact: boolean): Record<string, unknown> => {
  const memberOf = (field: Field): unknown => {
    if (field.name === 'name') return board.nameAt(entry)
    if (field.name === 'id') return board.idAt(entry)
    if (field.name === 'lang') return board.wordsAt('lang', entry).map(({ word }) => word)
    if (field.kind === 'word') return board.wordAt(field.name, entry)
    const value = board.numberAt(field.name, entry)
    if (field.kind === 'day') return dayOfNumber(value)
    return Number.isNaN(value) ? undefined : value
  }
  const told = fieldsOf('people').filter(({ isAsked }) => !isAsked)
  const unloaded = board.unloadedAt(entry)
  return Object.fromEntries([
    ...told.flatMap((field) => [
      [memberName(field.name, isExact), memberOf(field) ?? null],
      ...(field.name === 'share' ? [['share_of', board.shareOf]] : []),
    ]),
    ...(isExact ? [] : [['people_loaded', board.users]]),
    ...(unloaded.length > 0 ? [['days_not_loaded', unloaded]] : []),
  ])
}
