import { memoize } from '../../base/memoize.ts'
import { daysOf, type Range } from '../calendar/calendar.ts'
import type { People } from './people.ts'
import { NO_WORD } from './person-days.ts'

/** The rows of a range by person. */
export type Period = {
  range: Range
  /** How far a row's day is from the first of the range, by the day's number; -1 outside of it. */
  offsets: Int32Array
  /** Where the rows of each person begin in `rows`; one longer than the people. */
  start: Uint32Array
  /** Row numbers; those of one person stand together. */
  rows: Uint32Array
}

/** Groups the rows of a range by person: a counting sort, which takes two passes. */
export const periodOf = (people: People, range: Range): Period => {
  const byDay = new Map(daysOf(range).map((day, offset) => [day, offset]))
  const offsets = Int32Array.from(people.days, (day) => byDay.get(day) ?? -1)
  const { person, day, length } = people
  const start = new Uint32Array(people.ids.length + 1)
  for (let row = 0; row < length; row++) {
    if ((offsets[day[row] ?? 0] ?? -1) < 0) continue
    const next = (person[row] ?? 0) + 1
    start[next] = (start[next] ?? 0) + 1
  }
  for (let each = 1; each < start.length; each++) start[each] = (start[each] ?? 0) + (start[each - 1] ?? 0)
  const places = start.slice()
  const rows = new Uint32Array(start.at(-1) ?? 0)
  for (let row = 0; row < length; row++) {
    if ((offsets[day[row] ?? 0] ?? -1) < 0) continue
    const own = person[row] ?? 0
    const place = places[own] ?? 0
    places[own] = place + 1
    rows[place] = row
  }
  return { range, offsets, start, rows }
}

/** How many rows of the period a person has. */
export const daysActive = ({ start }: Period, person: number): number => (start[person + 1] ?? 0) - (start[person] ?? 0)

/** The row numbers of a person in the period, in the order they arrived. */
export const rowsOfPerson = ({ start, rows }: Period, person: number): Uint32Array =>
  rows.subarray(start[person], start[person + 1])

/** Of each day of the range whether anybody has a row of it. */
export const knownDays = ({ rows, offsets }: Period, { day }: Pick<People, 'day'>): boolean[] => {
  const known: boolean[] = []
  for (let at = 0; at < rows.length; at++) known[offsets[day[rows[at] ?? 0] ?? 0] ?? -1] = true
  return known
}

/** Calls `take` with each word of a row. */
export type WordsOfRow = (row: number, take: (word: number) => void) => void

/**
 * The word that each person has on most days; of words with as many days the one with more credits on them, then the one
 * whose letters come first. NO_WORD where no row has one.
 */
export const mainWords = (
  { start, rows }: Period,
  { words, measures }: Pick<People, 'words' | 'measures'>,
  wordsOfRow: WordsOfRow,
): Uint16Array => {
  const main = new Uint16Array(start.length - 1).fill(NO_WORD)
  const days = new Uint32Array(words.length)
  const credits = new Float64Array(words.length)
  let own: number[] = []
  let spent = 0
  const count = (word: number): void => {
    if (days[word] === 0) own.push(word)
    days[word] = (days[word] ?? 0) + 1
    credits[word] = (credits[word] ?? 0) + spent
  }
  const isAhead = (word: number, other: number): boolean => {
    const more = (days[word] ?? 0) - (days[other] ?? 0) || (credits[word] ?? 0) - (credits[other] ?? 0)
    return more === 0 ? (words[word] ?? '') < (words[other] ?? '') : more > 0
  }
  for (let person = 0; person < main.length; person++) {
    const end = start[person + 1] ?? 0
    for (let at = start[person] ?? 0; at < end; at++) {
      const row = rows[at] ?? 0
      spent = measures.billable_tokens.at(row) || 0
      wordsOfRow(row, count)
    }
    let best = own[0] ?? NO_WORD
    for (const word of own) {
      if (isAhead(word, best)) best = word
    }
    main[person] = best
    for (const word of own) {
      days[word] = 0
      credits[word] = 0
    }
    own = []
  }
  return main
}

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

/** The offset of each person's first (or last) row in the range; NaN for who has none. */
export const edgesOf = ({ start, rows, offsets }: Period, people: People, edge: 'first' | 'last'): Float64Array => {
  const { day } = people
  const edges = new Float64Array(start.length - 1).fill(Number.NaN)
  for (let person = 0; person < edges.length; person++) {
    const end = start[person + 1] ?? 0
    for (let at = start[person] ?? 0; at < end; at++) {
      const offset = offsets[day[rows[at] ?? 0] ?? 0] ?? 0
      const own = edges[person] ?? Number.NaN
      if (Number.isNaN(own) || (edge === 'first' ? offset < own : offset > own)) edges[person] = offset
    }
  }
  return edges
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
export const listsWith = (
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
