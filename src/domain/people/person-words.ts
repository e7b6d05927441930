import { memoize } from '../../base/memoize.ts'
import { withRoom } from '../../base/number-column.ts'
import type { People } from './people.ts'
import { NO_WORD } from './person-days.ts'
import type { PersonFigure } from './person-figure.ts'

/** A word of some rows, on how many of these days it stands, and what was spent on them. */
export type WordDays = {
  /** Untrusted text. */
  word: string
  days: number
  /** Credits of these days. */
  credits: number
}

/** Calls `take` with each word of a row. */
export type WordsOfRow = (row: number, take: (word: number) => void) => void

/** The words of a column. */
export const wordsOfColumn =
  (codes: Uint16Array): WordsOfRow =>
  (row, take) => {
    const word = codes[row] ?? NO_WORD
    if (word !== NO_WORD) take(word)
  }

/** The languages of a row, from the last to the first. */
export const wordsOfLists =
  ({ lists, languages }: Pick<People, 'lists' | 'languages'>): WordsOfRow =>
  (row, take) => {
    for (let list = languages[row] ?? 0; list > 0; list = lists.before[list] ?? 0) take(lists.last[list] ?? NO_WORD)
  }

/** The words of rows: most days first, then most credits, then by letters. */
export const wordDaysOf = (
  { words, measures }: Pick<People, 'words' | 'measures'>,
  rows: Uint32Array,
  wordsOfRow: WordsOfRow,
): WordDays[] => {
  const found = new Map<number, WordDays>()
  for (const row of rows) {
    const credits = measures.billable_tokens.at(row) || 0
    wordsOfRow(row, (code) => {
      const known = found.get(code) ?? { word: words[code] ?? '', days: 0, credits: 0 }
      found.set(code, { ...known, days: known.days + 1, credits: known.credits + credits })
    })
  }
  return [...found.values()].sort((a, b) => b.days - a.days || b.credits - a.credits || (a.word < b.word ? -1 : 1))
}

/** On how many days each person has which words. */
export type PersonWords = PersonFigure & {
  /**
   * The word that a person has on most days; of words with as many days the one with more credits on them, then the one whose
   * letters come first. NO_WORD where no row has one.
   */
  main(person: number): number
  /** All of them in that order. */
  all(person: number): WordDays[]
  /** Whether one of them is wanted. */
  has(person: number, isWanted: (word: number) => boolean): boolean
}

/** @param wordsOf - Makes what tells the words of rows, anew each time that rows have come. */
export const createPersonWords = (people: People, wordsOf: () => WordsOfRow): PersonWords => {
  // Counts of a person and a word, those of one person linked. The first is none.
  let length = 1
  let word = new Uint16Array(0)
  let days = new Uint32Array(0)
  let credits = new Float64Array(0)
  let next = new Uint32Array(0)
  let first = new Uint32Array(0)

  const countOf = (person: number, own: number): number => {
    const start = first[person] ?? 0
    let count = start
    while (count > 0 && word[count] !== own) count = next[count] ?? 0
    if (count > 0) return count
    word = withRoom(word, length + 1)
    days = withRoom(days, length + 1)
    credits = withRoom(credits, length + 1)
    next = withRoom(next, length + 1)
    word[length] = own
    next[length] = start
    first[person] = length
    return length++
  }
  const textOf = (count: number): string => people.words[word[count] ?? NO_WORD] ?? ''
  const isAhead = (one: number, other: number): boolean => {
    const more = (days[one] ?? 0) - (days[other] ?? 0) || (credits[one] ?? 0) - (credits[other] ?? 0)
    return more === 0 ? textOf(one) < textOf(other) : more > 0
  }
  const countsOf = (person: number): number[] => {
    const counts: number[] = []
    for (let count = first[person] ?? 0; count > 0; count = next[count] ?? 0)
      if ((days[count] ?? 0) > 0) counts.push(count)
    return counts
  }
  return {
    add(rows) {
      first = withRoom(first, people.ids.length)
      const { person, measures } = people
      const ofRow = wordsOf()
      let [own, spent] = [0, 0]
      const take = (each: number): void => {
        const count = countOf(own, each)
        days[count] = (days[count] ?? 0) + 1
        credits[count] = (credits[count] ?? 0) + spent
      }
      for (let at = 0; at < rows.length; at++) {
        const row = rows[at] ?? 0
        own = person[row] ?? 0
        spent = measures.billable_tokens.at(row) || 0
        ofRow(row, take)
      }
    },
    clear(person) {
      for (const count of countsOf(person)) {
        days[count] = 0
        credits[count] = 0
      }
    },
    main(person) {
      let best = 0
      for (let count = first[person] ?? 0; count > 0; count = next[count] ?? 0)
        if ((days[count] ?? 0) > 0 && (best === 0 || isAhead(count, best))) best = count
      return best === 0 ? NO_WORD : (word[best] ?? NO_WORD)
    },
    all: (person) =>
      countsOf(person)
        .sort((a, b) => (isAhead(a, b) ? -1 : 1))
        .map((count) => ({ word: textOf(count), days: days[count] ?? 0, credits: credits[count] ?? 0 })),
    has(person, isWanted) {
      for (let count = first[person] ?? 0; count > 0; count = next[count] ?? 0)
        if ((days[count] ?? 0) > 0 && isWanted(word[count] ?? NO_WORD)) return true
      return false
    },
  }
}
/** Whether a row has a language, or a main model, that is wanted. */
export const rowsHaving = (
  people: People,
  field: 'lang' | 'model',
  isWanted: (word: string) => boolean,
): ((row: number) => boolean) => {
  const { words, languages } = people
  if (field === 'lang') {
    const lists = listsWith(people, isWanted)
    return (row) => lists[languages[row] ?? 0] === 1
  }
  const codes = people.codes.primary_model
  const wanted = memoize((code: number) => isWanted(words[code] ?? ''))
  return (row) => {
    const code = codes[row] ?? NO_WORD
    return code !== NO_WORD && wanted(code)
  }
}

/** Of each list of languages 1 where one of them is wanted. */
const listsWith = (
  { lists, words }: Pick<People, 'lists' | 'words'>,
  isWanted: (language: string) => boolean,
): Uint8Array => {
  const marks = new Uint8Array(lists.last.length)
  const wanted = memoize((word: number) => (isWanted(words[word] ?? '') ? 1 : 0))
  // A list stands behind its prefix.
  for (let list = 1; list < marks.length; list++) {
    marks[list] = marks[lists.before[list] ?? 0] || wanted(lists.last[list] ?? NO_WORD)
  }
  return marks
}
