import { marksOf } from '../../base/typed-arrays.ts'
import { matcherOf, type TextTest } from './text-test.ts'
import type { NumberTest, WhereTerm } from './where-terms.ts'

/** Rows in columns, for filters that evaluate many thousands of rows per key press. */
export type FilterColumns = {
  length: number
  /** A numeric field by row; NaN if unknown. `part` selects a part of it, for example the credits of one model. */
  numbers(field: string, part: TextTest | undefined): Float64Array
  /** 1 for each row with a matching word, in lower case. `includesMissing` also matches rows without a word. */
  matchWord(field: string, isWanted: (word: string) => boolean, includesMissing: boolean): Uint8Array
  /** 1 for each row that contains a free word. */
  matchFreeWord(word: { text: string; raw: string }): Uint8Array
  /** 1 for each row whose name contains these lower-case letters in this order, with any text between them. */
  matchLetters(letters: string): Uint8Array
  /** The words of a field in these rows, for completions; undefined if there are too many to list. Untrusted text. */
  wordsOf(field: string): readonly string[] | undefined
}

/** 1 for each row that matches all terms; otherwise 0. */
export const matchingRows = (columns: FilterColumns, terms: readonly WhereTerm[]): Uint8Array => {
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

/** Matches rows without a word. */
const UNKNOWN = '?'

/** 1 for each row that matches the term before negation; otherwise 0. */
const termMarks = (columns: FilterColumns, term: WhereTerm): Uint8Array => {
  switch (term.is) {
    case 'number':
      return numberMarks(columns.numbers(term.field, term.part), term.test)
    case 'word':
      return columns.matchWord(term.field, matcherOf(term.test), term.test.texts.includes(UNKNOWN))
    case 'letters':
      return columns.matchLetters(term.text)
    case 'name':
      return columns.matchFreeWord(term)
  }
}

const numberMarks = (numbers: Float64Array, test: NumberTest): Uint8Array => {
  const matches = numberTest(test)
  return marksOf(numbers.length, (at) => (matches(numbers[at] ?? Number.NaN) ? 1 : 0))
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
