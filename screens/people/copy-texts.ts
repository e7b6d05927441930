import type { Leaderboard } from '../../src/domain/people/leaderboard.ts'
import { fieldsOf, type NumberField, type WordField } from '../../src/domain/people/people-fields.ts'
import { wordIn } from '../../src/domain/people/people-list.ts'
import type { PlacedColumn } from '../../src/ui/layout/data-table.ts'
import { dayAt } from './leaderboard-columns.ts'

/** Wider than any cell: what is copied is not cut. */
const UNCUT = 1000

/** The cells of a row as they are shown, none of them cut, with tabs between them. */
export const rowText = (placed: readonly PlacedColumn<number>[], entry: number): string =>
  placed.map(({ column, width }) => column.text(entry, column.id === 'course' ? width : UNCUT).trim()).join('\t')

/** All that is known of a person as JSON. */
export const personJson = (list: Leaderboard, entry: number): string =>
  JSON.stringify(personMembers(list, entry), undefined, 2)

/** All that is known of a person, by the names that filters and exports use; null for what is not known. */
export const personMembers = (list: Leaderboard, entry: number): Record<string, unknown> => {
  const person = list.person[entry] ?? -1
  const numberOf = (field: NumberField): number | null => {
    const value = list.numbers(field)[entry] ?? Number.NaN
    return Number.isNaN(value) ? null : value
  }
  const members = fieldsOf('people').map(({ name, kind }): [string, unknown] => {
    if (name === 'name') return [name, list.names.nameOf(person)]
    if (name === 'id') return [name, list.names.idOf(person)]
    if (name === 'lang') return [name, list.languagesAt(entry).map(({ word }) => word)]
    if (kind === 'word') return [name, wordIn(list.words(name as WordField), entry) ?? null]
    if (kind === 'day') return [name, dayAt(numberOf(name as NumberField) ?? Number.NaN) ?? null]
    return [name, numberOf(name as NumberField)]
  })
  return Object.fromEntries(members)
}
