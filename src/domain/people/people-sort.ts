import { compareText } from '../../base/text.ts'
import { floatsOf, stableOrder } from '../../base/typed-arrays.ts'
import { DELEGATION_LEVELS } from '../../contract/constants.ts'
import { type Field, type FieldName, fields, isSumField, type SumField, type WordField } from './field-table.ts'
import type { PeopleList } from './people-list.ts'
import { NO_WORD } from './person-days.ts'

/** How a list of people is ordered. */
export type PeopleSort = { field: FieldName; isDescending: boolean }

/** The sort by a field as it begins: the largest number or the latest day first, words and names from A. */
export const sortBy = (field: FieldName): PeopleSort => ({
  field,
  isDescending: fields[field].first === 'largest',
})

/** What ranks and movements are by: the measure that the list is sorted by, else credits. */
export const rankedBy = ({ field }: PeopleSort): SumField => (isSumField(field) ? field : 'credits')

/**
 * All entries of a list in order. What is not known comes last whichever way, equals are in the order of their names.
 * Levels of delegation are ordered by autonomy, other words by their letters. Throws a RangeError for a field that the
 * list has not.
 */
export const sortEntries = (list: PeopleList, { field, isDescending }: PeopleSort): Uint32Array => {
  const order = list.inOrderOfNames()
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
  // Levels that nobody knows stand below those with a known autonomy.
  order.sort((a, b) => levelOf(lower[a] ?? '') - levelOf(lower[b] ?? '') || compareText(lower[a], lower[b]))
  const places = new Float64Array(NO_WORD + 1).fill(Number.NaN)
  order.forEach((code, place) => {
    places[code] = place
  })
  return floatsOf(codes.length, (entry) => places[codes[entry] ?? NO_WORD] ?? Number.NaN)
}

const levels: readonly string[] = DELEGATION_LEVELS.toReversed()

const idKeys = ({ person, names }: PeopleList): Float64Array => {
  const own = [...new Set(person)].sort((a, b) => compareText(names.idOf(a), names.idOf(b)))
  const places = new Map(own.map((each, place) => [each, place]))
  return floatsOf(person.length, (entry) => places.get(person[entry] ?? 0) ?? Number.NaN)
}
