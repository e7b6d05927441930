import { memoize, once } from '../../base/memoize.ts'
import type { NumberColumn } from '../../base/number-column.ts'
import { daysOf, type Range } from '../calendar/calendar.ts'
import { fieldTable, type SumField } from './field-table.ts'
import { type People, unloadedDays } from './people.ts'
import { type WordsMember, wordsByPerson } from './person-words.ts'

/** The rows of a range by user. */
export type Period = ReturnType<typeof periodOf>

/**
 * Groups the current rows of a range by user. Rows that arrive later require a new period. A figure is computed for all
 * users on its first use.
 *
 * @param uncached - Days that aren't cached for all users.
 */
export const periodOf = (people: People, range: Range, uncached: readonly Range[] = []) => {
  const { day, person, measures } = people
  const numbers = new Map(people.days.map((each, number) => [each, number]))
  const days = daysOf(range)
  const dayNumbers = days.map((each) => numbers.get(each) ?? -1)
  const offsets = new Int32Array(people.days.length).fill(-1)
  for (const [offset, number] of dayNumbers.entries()) if (number >= 0) offsets[number] = offset
  const counts = new Uint32Array(people.ids.length)
  const first = new Float64Array(people.ids.length).fill(Number.NaN)
  const last = new Float64Array(people.ids.length).fill(Number.NaN)
  const known = days.map(() => false)
  const found = new Uint32Array(people.length)
  let length = 0
  for (let row = 0; row < people.length; row++) {
    const offset = offsets[day[row] ?? 0] ?? -1
    if (offset < 0) continue
    const index = person[row] ?? 0
    found[length++] = row
    counts[index] = (counts[index] ?? 0) + 1
    known[offset] = true
    if (!((first[index] ?? Number.NaN) <= offset)) first[index] = offset
    if (!((last[index] ?? Number.NaN) >= offset)) last[index] = offset
  }
  const rows = found.subarray(0, length)
  const rowsOf = (index: number): (number | undefined)[] => dayNumbers.map((number) => people.rowOn(index, number))
  return {
    days,
    /** The days on which it is unknown whether a user has a row. */
    unloaded: unloadedDays(people, uncached, range),
    /** The row numbers. */
    rows,
    /** For each day of the range, whether any user has a row. */
    known,
    /** The number of a user's rows in the period. */
    rowCount: (index: number) => counts[index] ?? 0,
    /** The row numbers of a user by day of the range; undefined for a day without a row. */
    rowsOf,
    sums: memoize((field: SumField) => sumsOf({ people, rows, counts }, field)),
    words: memoize((of: WordsMember) => wordsByPerson(people, rowsOf, of)),
    /** Days from the start of the range to the user's first and last row; NaN for a user without a row. */
    first: (index: number) => first[index] ?? Number.NaN,
    last: (index: number) => last[index] ?? Number.NaN,
    /** The largest credits of a row, at least 0. */
    largest: once(() => rows.reduce((top, row) => Math.max(top, measures.billable_tokens.at(row) || 0), 0)),
  }
}

/** A figure by user. */
export type PersonSums = {
  /** NaN if the user has rows but none with a value. Without rows a sum is 0 and a ratio is NaN. */
  value(person: number): number
  /** The number of a user's rows without the value. */
  missing(person: number): number
}

/** Rows of a period, and their number per user. */
type CountedRows = { people: Pick<People, 'person' | 'measures'>; rows: Uint32Array; counts: Uint32Array }

type Read = (row: number) => number

/** A figure by row; NaN if missing. */
export const valuesOf = ({ measures }: Pick<People, 'measures'>, name: SumField): Read => {
  const field = fieldTable[name]
  if ('parts' in field) {
    const [one, other] = field.parts.map((part) => valuesOf({ measures }, part)) as [Read, Read]
    return (row) => field.combine(one(row), other(row))
  }
  return 'member' in field ? measures[field.member].at : () => 1
}

/** A figure over the rows of each user. */
const sumsOf = (counted: CountedRows, name: SumField): PersonSums => {
  const field = fieldTable[name]
  if ('parts' in field) {
    const [one, other] = field.parts.map((part) => sumsOf(counted, part)) as [PersonSums, PersonSums]
    return {
      value: (person) => field.combine(one.value(person), other.value(person)),
      missing: (person) => Math.max(one.missing(person), other.missing(person)),
    }
  }
  const { measures } = counted.people
  if (!('member' in field)) return { value: (person) => counted.counts[person] ?? 0, missing: () => 0 }
  const column = measures[field.member]
  return 'weight' in field ? weightedMean(counted, column.at, measures[field.weight].at) : sum(counted, column)
}

const sum = ({ people, rows, counts }: CountedRows, { values, missing: missingValue }: NumberColumn): PersonSums => {
  const { person } = people
  const sums = new Float64Array(counts.length)
  const known = new Uint32Array(counts.length)
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] ?? 0
    const number = values[row] ?? Number.NaN
    if (number === missingValue || Number.isNaN(number)) continue
    const index = person[row] ?? 0
    sums[index] = (sums[index] ?? 0) + number
    known[index] = (known[index] ?? 0) + 1
  }
  const missing = (index: number): number => (counts[index] ?? 0) - (known[index] ?? 0)
  return {
    value: (index) => (missing(index) > 0 && known[index] === 0 ? Number.NaN : (sums[index] ?? 0)),
    missing,
  }
}

/**
 * Mean of the values, weighted by `weightOf`. Rows without a value or a positive weight don't count. If no row has a
 * positive weight, all rows with a value have equal weight. NaN without any value.
 */
const weightedMean = ({ people, rows, counts }: CountedRows, read: Read, weightOf: Read): PersonSums => {
  const { person } = people
  const { length } = counts
  const [sums, weighted, weights] = [new Float64Array(length), new Float64Array(length), new Float64Array(length)]
  const [known, unweighted] = [new Uint32Array(length), new Uint32Array(length)]
  const add = (column: Float64Array | Uint32Array, index: number, number: number): void => {
    column[index] = (column[index] ?? 0) + number
  }
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] ?? 0
    const value = read(row)
    if (Number.isNaN(value)) continue
    const index = person[row] ?? 0
    const weight = weightOf(row)
    add(sums, index, value)
    add(known, index, 1)
    if (Number.isNaN(weight)) add(unweighted, index, 1)
    if (!(weight > 0)) continue
    add(weighted, index, value * weight)
    add(weights, index, weight)
  }
  const isWeighted = (index: number): boolean => (weights[index] ?? 0) > 0
  return {
    value: (index) =>
      isWeighted(index) ? (weighted[index] ?? 0) / (weights[index] ?? 0) : (sums[index] ?? 0) / (known[index] ?? 0),
    missing: (index) => (counts[index] ?? 0) - (known[index] ?? 0) + (isWeighted(index) ? (unweighted[index] ?? 0) : 0),
  }
}
