import { memoize, once } from '../../base/memoize.ts'
import type { NumberColumn } from '../../base/number-column.ts'
import { daysOf, type Range } from '../calendar/calendar.ts'
import { fieldTable, type SumField } from './field-table.ts'
import { type People, unloadedDays } from './people.ts'
import { type WordsMember, wordsByPerson } from './person-words.ts'

/** The rows of a range by person. */
export type Period = ReturnType<typeof periodOf>

/**
 * The rows of a range as they are now: rows that arrive later need another one. A figure is computed for all people when it is first read.
 *
 * @param unheld - Days that are not held for everybody.
 */
export const periodOf = (people: People, range: Range, unheld: readonly Range[] = []) => {
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
    const own = person[row] ?? 0
    found[length++] = row
    counts[own] = (counts[own] ?? 0) + 1
    known[offset] = true
    if (!((first[own] ?? Number.NaN) <= offset)) first[own] = offset
    if (!((last[own] ?? Number.NaN) >= offset)) last[own] = offset
  }
  const rows = found.subarray(0, length)
  const rowsOf = (own: number): (number | undefined)[] => dayNumbers.map((number) => people.rowOn(own, number))
  return {
    days,
    /** The days on which it is not known whether a person has a row. */
    unloaded: unloadedDays(people, unheld, range),
    /** The numbers of the rows. */
    rows,
    /** For each day of the range whether anybody has a row. */
    known,
    /** How many rows of the period a person has. */
    rowCount: (own: number) => counts[own] ?? 0,
    /** The row numbers of a person by the days of the range; undefined on days without a row. */
    rowsOf,
    sums: memoize((field: SumField) => sumsOf({ people, rows, counts }, field)),
    words: memoize((of: WordsMember) => wordsByPerson(people, rowsOf, of)),
    /** How far the first and the last row of a person are from the first day of the range; NaN for a person without a row. */
    first: (own: number) => first[own] ?? Number.NaN,
    last: (own: number) => last[own] ?? Number.NaN,
    /** The largest credits of a row; 0 where none is larger. */
    largest: once(() => rows.reduce((top, row) => Math.max(top, measures.billable_tokens.at(row) || 0), 0)),
  }
}

/** A figure by person. */
export type PersonSums = {
  /** NaN where a person has rows and not one of them the value. Without rows a sum is 0, a ratio NaN. */
  value(person: number): number
  /** Rows of a person without the value. */
  missing(person: number): number
}

/** Rows to make figures of, and how many of them each person has. */
type CountedRows = { people: Pick<People, 'person' | 'measures'>; rows: Uint32Array; counts: Uint32Array }

type Read = (row: number) => number

/** A figure of single rows; NaN where it is missing. */
export const valuesOf = ({ measures }: Pick<People, 'measures'>, name: SumField): Read => {
  const field = fieldTable[name]
  if ('parts' in field) {
    const [one, other] = field.parts.map((part) => valuesOf({ measures }, part)) as [Read, Read]
    return (row) => field.combine(one(row), other(row))
  }
  return 'member' in field ? measures[field.member].at : () => 1
}

/** A figure over the rows of each person. */
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
    const own = person[row] ?? 0
    sums[own] = (sums[own] ?? 0) + number
    known[own] = (known[own] ?? 0) + 1
  }
  const missing = (own: number): number => (counts[own] ?? 0) - (known[own] ?? 0)
  return { value: (own) => (missing(own) > 0 && known[own] === 0 ? Number.NaN : (sums[own] ?? 0)), missing }
}

/**
 * Rows without a value or without a weight over 0 do not count, unless no row has one: then all that have a value count the same.
 * NaN where there is none.
 */
const weightedMean = ({ people, rows, counts }: CountedRows, read: Read, weightOf: Read): PersonSums => {
  const { person } = people
  const { length } = counts
  const [sums, weighted, weights] = [new Float64Array(length), new Float64Array(length), new Float64Array(length)]
  const [known, unweighted] = [new Uint32Array(length), new Uint32Array(length)]
  const add = (column: Float64Array | Uint32Array, own: number, number: number): void => {
    column[own] = (column[own] ?? 0) + number
  }
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] ?? 0
    const value = read(row)
    if (Number.isNaN(value)) continue
    const own = person[row] ?? 0
    const weight = weightOf(row)
    add(sums, own, value)
    add(known, own, 1)
    if (Number.isNaN(weight)) add(unweighted, own, 1)
    if (!(weight > 0)) continue
    add(weighted, own, value * weight)
    add(weights, own, weight)
  }
  const isWeighted = (own: number): boolean => (weights[own] ?? 0) > 0
  return {
    value: (own) =>
      isWeighted(own) ? (weighted[own] ?? 0) / (weights[own] ?? 0) : (sums[own] ?? 0) / (known[own] ?? 0),
    missing: (own) => (counts[own] ?? 0) - (known[own] ?? 0) + (isWeighted(own) ? (unweighted[own] ?? 0) : 0),
  }
}
