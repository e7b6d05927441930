import { compareText } from '../../base/text.ts'
import { floatsOf, stableOrder } from '../../base/typed-arrays.ts'
import { DELEGATION_LEVELS } from '../../contract/constants.ts'
import { type Field, type FieldName, fields, isSumField, type SumField, type WordField } from './field-table.ts'
import type { PeopleList } from './people-list.ts'
import { NO_WORD } from './person-days.ts'

export type PeopleSort = { field: FieldName; isDescending: boolean }

/** The default sort by a field: largest number or latest day first, words and names from A. */
export const sortBy = (field: FieldName): PeopleSort => ({
  field,
  isDescending: fields[field].first === 'largest',
})

/** The measure of ranks and movements: the sort field, or credits if that isn't a measure. */
export const rankedBy = ({ field }: PeopleSort): SumField => (isSumField(field) ? field : 'credits')

/**
 * Sorts all entries of a list. Unknown values come last in both directions; equal values are sorted by name. Delegation
 * levels are sorted by autonomy, other words alphabetically. Throws a RangeError for a field that the list doesn't
 * have.
 */
export const sortEntries = (list: PeopleList, { field, isDescending }: PeopleSort): Uint32Array => {
  const order = list.sortedByName()
  return field === 'name' && !isDescending ? order : stableOrder(keysOf(list, fields[field]), isDescending, order)
}

const keysOf = (list: PeopleList, field: Field): Float64Array => {
  if (field.kind === 'word') return wordKeys(list, field.name)
  if (field.kind === 'text') return field.name === 'name' ? nameKeys(list) : idKeys(list)
  return list.numbers(field.name)
}

const nameKeys = ({ person, names: { places } }: PeopleList): Float64Array =>
  floatsOf(person.length, (entry) => places[person[entry] ?? 0] ?? Number.NaN)

const wordKeys = (list: PeopleList, field: WordField): Float64Array => {
  const { codes, words } = list.words(field)
  const lower = words.map((word) => word.toLowerCase())
  const levelOf = (word: string): number => (field === 'mode' ? levels.indexOf(word) : -1)
  const order = lower.map((_, code) => code)
  // Unknown levels sort below the known ones.
  order.sort((a, b) => levelOf(lower[a] ?? '') - levelOf(lower[b] ?? '') || compareText(lower[a], lower[b]))
  const places = new Float64Array(NO_WORD + 1).fill(Number.NaN)
  order.forEach((code, place) => {
    places[code] = place
  })
  return floatsOf(codes.length, (entry) => places[codes[entry] ?? NO_WORD] ?? Number.NaN)
}

const levels: readonly string[] = DELEGATION_LEVELS.toReversed()

const idKeys = ({ person, names }: PeopleList): Float64Array => {
  const sorted = [...new Set(person)].sort((a, b) => compareText(names.idOf(a), names.idOf(b)))
  const places = new Map(sorted.map((each, place) => [each, place]))
  return floatsOf(person.length, (entry) => places.get(person[entry] ?? 0) ?? Number.NaN)
}
