import { indexesWhere, marksOf } from '../../base/typed-arrays.ts'
import { type FilterColumns, matchingRows } from '../filter/filter-columns.ts'
import type { Where, WhereTerm } from '../filter/where-terms.ts'
import { fuzzyScore } from '../text/fuzzy.ts'
import { type FieldName, fields, type NumberField, type WordField } from './field-table.ts'
import type { PeopleList } from './people-list.ts'
import { NO_WORD } from './person-days.ts'

export type { Where, WhereOptions } from '../filter/where-terms.ts'
export { parseWhere } from './people-where.ts'

/** The entries of `order` that match a filter, in that order. Returns `order` itself for an empty filter. */
export const filterEntries = (list: PeopleList, order: Uint32Array, { terms }: Where): Uint32Array => {
  if (terms.length === 0) return order
  const isShown = matchingRows(peopleColumns(list), terms)
  return indexesWhere(order, (entry) => isShown[entry] === 1)
}

/** Whether a filter uses models, which require the credits of the range. */
export const usesModels = ({ terms }: Where): boolean =>
  terms.some((term) => isPart(term) || (term.is === 'word' && term.field === ('model' satisfies FieldName)))

/** Whether a filter uses `stopped`, which requires credits of more days than the range. */
export const usesStopped = ({ terms }: Where): boolean =>
  terms.some((term) => term.is === 'word' && term.field === ('stopped' satisfies FieldName))

/** Whether a filter can't be evaluated without the credits of the range. */
export const needsModelCredits = ({ terms }: Where): boolean => terms.some(isPart)

const isPart = (term: WhereTerm): boolean => term.is === 'number' && term.part !== undefined

/** The columns of a list for filters. */
export const peopleColumns = (list: PeopleList): FilterColumns => {
  const { names, length, person } = list
  const ofEntries = (people: Uint8Array): Uint8Array => marksOf(length, (entry) => people[person[entry] ?? 0] ?? 0)
  return {
    length,
    numbers: (field, part) => (part === undefined ? list.numbers(field as NumberField) : list.creditsOn(part)),
    matchWord(field, isWanted, includesMissing) {
      if (field === 'name' || field === 'id') return ofEntries(names.mark(field, isWanted))
      if (field !== 'lang' && field !== 'model') return wordMarks(list, field as WordField, isWanted, includesMissing)
      const marks = list.matchingMarks(field, (word) => isWanted(word.toLowerCase()))
      if (!includesMissing) return marks
      const have = list.matchingMarks(field, () => true)
      return marksOf(length, (entry) => (marks[entry] === 1 || have[entry] === 0 ? 1 : 0))
    },
    matchFreeWord: ({ text }) => ofEntries(names.search(text)),
    matchLetters: (letters) =>
      ofEntries(names.mark('name', (name) => fuzzyScore(name.replaceAll(/[._-]/g, ' '), letters) !== undefined)),
    wordsOf: (field) => wordsOf(list, field as FieldName),
  }
}

const wordMarks = (
  list: PeopleList,
  field: WordField,
  matches: (word: string) => boolean,
  includesMissing: boolean,
): Uint8Array => {
  const { codes, words } = list.words(field)
  const isWanted = new Uint8Array(NO_WORD + 1)
  words.forEach((word, code) => {
    if (matches(word.toLowerCase())) isWanted[code] = 1
  })
  if (includesMissing) isWanted[NO_WORD] = 1
  return marksOf(list.length, (entry) => isWanted[codes[entry] ?? NO_WORD] ?? 0)
}

/** The values of a field, most frequent first. Names aren't listed, because there are too many. */
const wordsOf = (list: PeopleList, name: FieldName): readonly string[] | undefined => {
  if (name === 'model') return list.models()
  if (name === 'lang') {
    const found: string[] = []
    list.matchingMarks('lang', (word) => {
      found.push(word)
      return false
    })
    return found
  }
  const { kind } = fields[name]
  if (kind !== 'word') return undefined
  const { codes, words } = list.words(name as WordField)
  const counts = new Uint32Array(NO_WORD + 1)
  for (const code of codes) counts[code] = (counts[code] ?? 0) + 1
  return [...words.keys()]
    .filter((code) => (counts[code] ?? 0) > 0)
    .sort((a, b) => (counts[b] ?? 0) - (counts[a] ?? 0))
    .map((code) => words[code] ?? '')
}
