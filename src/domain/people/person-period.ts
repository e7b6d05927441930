import { memoize, once } from '../../base/memoize.ts'
import { daysOf, type Range } from '../calendar/calendar.ts'
import type { People } from './people.ts'
import type { SumField } from './people-fields.ts'
import { type PersonSums, sumsOf } from './person-sums.ts'
import { type PersonWords, type WordsMember, wordsByPerson } from './person-words.ts'

/** The rows of a range by person. A figure is computed for all people when it is first read. */
export type Period = {
  range: Range
  /** The numbers of the rows. */
  rows: Uint32Array
  /** For each day of the range whether anybody has a row. */
  known: readonly boolean[]
  /** How many rows of the period a person has. */
  rowCount(person: number): number
  /** The row numbers of a person by the days of the range; undefined on days without a row. */
  rowsOf(person: number): (number | undefined)[]
  sums(field: SumField): PersonSums
  words(of: WordsMember): PersonWords
  /** How far the first and the last row of a person are from the first day of the range; NaN for a person without a row. */
  first(person: number): number
  last(person: number): number
  /** The largest credits of a row; 0 where none is larger. */
  largest(): number
}

/** The rows of a range as they are now: rows that arrive later need another one. */
export const periodOf = (people: People, range: Range): Period => {
  const { day, person, measures } = people
  const numbers = new Map(people.days.map((each, number) => [each, number]))
  const days = daysOf(range).map((each) => numbers.get(each) ?? -1)
  const offsets = new Int32Array(people.days.length).fill(-1)
  for (const [offset, number] of days.entries()) if (number >= 0) offsets[number] = offset
  const counts = new Uint32Array(people.ids.length)
  const first = new Float64Array(people.ids.length).fill(Number.NaN)
  const last = new Float64Array(people.ids.length).fill(Number.NaN)
  const known = days.map(() => false)
  const found = new Uint32Array(people.length)
  let length = 0
  for (let row = 0; row < people.length; row++) {
    const offset = offsets[day[row] ?? 0] ?? -1
    if (offset < 0) continue
    const own = person[row] ?? 0
    found[length++] = row
    counts[own] = (counts[own] ?? 0) + 1
    known[offset] = true
    if (!((first[own] ?? Number.NaN) <= offset)) first[own] = offset
    if (!((last[own] ?? Number.NaN) >= offset)) last[own] = offset
  }
  const rows = found.subarray(0, length)
  const rowsOf = (own: number): (number | undefined)[] => days.map((number) => people.rowOn(own, number))
  return {
    range,
    rows,
    known,
    rowCount: (own) => counts[own] ?? 0,
    rowsOf,
    sums: memoize((field) => sumsOf({ people, rows, counts }, field)),
    words: memoize((of) => wordsByPerson(people, rowsOf, of)),
    first: (own) => first[own] ?? Number.NaN,
    last: (own) => last[own] ?? Number.NaN,
    largest: once(() => rows.reduce((top, row) => Math.max(top, measures.billable_tokens.at(row) || 0), 0)),
  }
}
