import { marksOf } from '../../base/typed-arrays.ts'
import { holds, type TextTest } from './text-test.ts'
import type { NumberTest, WhereTerm } from './where-terms.ts'

/** Rows as filters read them, a column for each field: many thousands are judged at every key. */
export type FilterColumns = {
  length: number
  /** A field that is a number, by row; NaN where it is not known. `part` asks for a part of it: the credits on a model. */
  numbers(field: string, part: TextTest | undefined): Float64Array
  /** Of each row 1 where a word of the field is wanted, in lower case; where `isNoneWanted`, also where it has none. */
  haveWord(field: string, isWanted: (word: string) => boolean, isNoneWanted: boolean): Uint8Array
  /** Of each row 1 where a word that names no field is found in it. */
  named(word: { text: string; raw: string }): Uint8Array
  /** Of each row 1 where its name has these letters, in lower case, in their order. */
  lettered(letters: string): Uint8Array
  /** The words that a field has in these rows, for completions; undefined where they are too many to tell. Untrusted text. */
  wordsOf(field: string): readonly string[] | undefined
}

/** Of each row 1 where all terms hold. */
export const marksWhere = (columns: FilterColumns, terms: readonly WhereTerm[]): Uint8Array => {
  const isShown = new Uint8Array(columns.length).fill(1)
  for (const term of terms) {
    const marks = termMarks(columns, term)
    const wanted = term.isNegated ? 0 : 1
    if (term.is === 'name' && term.isTentative && !isAnyLeft(isShown, marks, wanted)) continue
    for (let row = 0; row < marks.length; row++) if (marks[row] !== wanted) isShown[row] = 0
  }
  return isShown
}

const isAnyLeft = (isShown: Uint8Array, marks: Uint8Array, wanted: number): boolean =>
  marks.some((mark, row) => mark === wanted && isShown[row] === 1)

/** Asks for rows without a word. */
const UNKNOWN = '?'

/** 1 for each row that the term holds for, not yet negated. */
const termMarks = (columns: FilterColumns, term: WhereTerm): Uint8Array => {
  switch (term.is) {
    case 'number':
      return numberMarks(columns.numbers(term.field, term.part), term.test)
    case 'word':
      return columns.haveWord(term.field, holds(term.test), term.test.texts.includes(UNKNOWN))
    case 'letters':
      return columns.lettered(term.text)
    case 'name':
      return columns.named(term)
  }
}

const numberMarks = (numbers: Float64Array, test: NumberTest): Uint8Array => {
  const holdsFor = numberTest(test)
  return marksOf(numbers.length, (at) => (holdsFor(numbers[at] ?? Number.NaN) ? 1 : 0))
}

// NaN fails all comparisons.
const numberTest = (test: NumberTest): ((number: number) => boolean) => {
  switch (test.is) {
    case '<':
      return (number) => number < test.value
    case '<=':
      return (number) => number <= test.value
    case '>':
      return (number) => number > test.value
    case '>=':
      return (number) => number >= test.value
    case 'within':
      return (number) => number >= test.from && number <= test.to
    case 'unknown':
      return Number.isNaN
  }
}
