import { indexesWhere, marksOf } from '../../base/typed-arrays.ts'
import { holds } from '../filter/text-test.ts'
import type { PeopleList } from './people-list.ts'
import type { NumberTest, Term, TextTest, Where } from './people-where.ts'
import { NO_WORD } from './person-days.ts'

export { parseWhere, type Where, type WhereOptions } from './people-where.ts'

/** The entries of `order` for which a filter holds, in that order: `order` itself where there is nothing to filter by. */
export const filterEntries = (list: PeopleList, order: Uint32Array, { terms }: Where): Uint32Array => {
  if (terms.length === 0) return order
  const isShown = new Uint8Array(list.length).fill(1)
  for (const term of terms) {
    const marks = termMarks(list, term)
    const wanted = term.isNegated ? 0 : 1
    if (term.is === 'name' && term.isTentative && !isAnyLeft(isShown, marks, wanted)) continue
    for (let entry = 0; entry < marks.length; entry++) if (marks[entry] !== wanted) isShown[entry] = 0
  }
  return indexesWhere(order, (entry) => isShown[entry] === 1)
}

const isAnyLeft = (isShown: Uint8Array, marks: Uint8Array, wanted: number): boolean =>
  marks.some((mark, entry) => mark === wanted && isShown[entry] === 1)

/** 1 for each entry that the term holds for, not yet negated. */
const termMarks = (list: PeopleList, term: Term): Uint8Array => {
  if (term.is === 'number') return numberMarks(list.numbers(term.field), term.test)
  if (term.is === 'word') return wordMarks(list, term.field, term.test)
  const { names } = list
  const people = term.is === 'name' ? names.search(term.text) : names.mark(term.field, holds(term.test))
  return marksOf(list.length, (entry) => people[list.person[entry] ?? 0] ?? 0)
}

// One loop for each operator: a function called for every number takes three times as long. NaN fails all comparisons.
const numberMarks = (numbers: Float64Array, test: NumberTest): Uint8Array => {
  const marks = new Uint8Array(numbers.length)
  switch (test.is) {
    case '<':
      for (let at = 0; at < marks.length; at++) marks[at] = (numbers[at] ?? 0) < test.value ? 1 : 0
      break
    case '<=':
      for (let at = 0; at < marks.length; at++) marks[at] = (numbers[at] ?? 0) <= test.value ? 1 : 0
      break
    case '>':
      for (let at = 0; at < marks.length; at++) marks[at] = (numbers[at] ?? 0) > test.value ? 1 : 0
      break
    case '>=':
      for (let at = 0; at < marks.length; at++) marks[at] = (numbers[at] ?? 0) >= test.value ? 1 : 0
      break
    case 'within':
      for (let at = 0; at < marks.length; at++) {
        const number = numbers[at] ?? 0
        marks[at] = number >= test.from && number <= test.to ? 1 : 0
      }
      break
    case 'unknown':
      for (let at = 0; at < marks.length; at++) marks[at] = Number.isNaN(numbers[at]) ? 1 : 0
  }
  return marks
}

/** Asks for entries without a word. */
const UNKNOWN = '?'

const wordMarks = (list: PeopleList, field: (Term & { is: 'word' })['field'], test: TextTest): Uint8Array => {
  const isHeld = holds(test)
  const isUnknownWanted = test.texts.includes(UNKNOWN)
  if (field === 'lang') {
    const marks = list.haveLanguage((language) => isHeld(language.toLowerCase()))
    if (!isUnknownWanted) return marks
    const have = list.haveLanguage(() => true)
    return marksOf(list.length, (entry) => (marks[entry] === 1 || have[entry] === 0 ? 1 : 0))
  }
  const { codes, words } = list.words(field)
  const isWanted = new Uint8Array(NO_WORD + 1)
  words.forEach((word, code) => {
    if (isHeld(word.toLowerCase())) isWanted[code] = 1
  })
  if (isUnknownWanted) isWanted[NO_WORD] = 1
  return marksOf(list.length, (entry) => isWanted[codes[entry] ?? NO_WORD] ?? 0)
}
