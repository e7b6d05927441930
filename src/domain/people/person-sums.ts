import { memoize } from '../../base/memoize.ts'
import type { NumberColumn } from '../../base/number-column.ts'
import type { People } from './people.ts'
import { fields, type SumField } from './people-fields.ts'
import type { Period } from './person-period.ts'

/** The sums of each field over the rows of a period, worked out when first asked for. */
export const sumsByField = (
  { measures }: Pick<People, 'measures'>,
  period: Period,
): ((field: SumField) => PersonSums) => {
  const byField = memoize((name: SumField): PersonSums => {
    const field = fields[name]
    switch (field.summed) {
      case 'added':
        return sumsOf(period, measures[field.member])
      case 'mean':
        return meansOf(period, measures[field.member], measures[field.weight])
      case 'together':
        return addedSums(byField(field.parts[0]), byField(field.parts[1]))
      case 'counted':
        return activeDays(period)
    }
  })
  return byField
}

const activeDays = ({ start }: Period): PersonSums => {
  const values = new Float64Array(start.length - 1)
  for (let person = 0; person < values.length; person++)
    values[person] = (start[person + 1] ?? 0) - (start[person] ?? 0)
  return { values, missing: new Uint32Array(values.length) }
}

/** The value of single rows; NaN where it is missing. */
export const valuesOf = ({ measures }: Pick<People, 'measures'>, name: SumField): ((row: number) => number) => {
  const field = fields[name]
  if (field.summed === 'counted') return () => 1
  if (field.summed !== 'together') return measures[field.member].at
  const [one, other] = field.parts
  const [oneAt, otherAt] = [measures[fields[one].member].at, measures[fields[other].member].at]
  return (row) => addedNumbers(oneAt(row), otherAt(row))
}

/** Sums by person. */
export type PersonSums = {
  /** NaN where a person has rows and not one of them the value. Without rows a sum is 0, a mean NaN. */
  values: Float64Array
  /** Rows of a person without the value. */
  missing: Uint32Array
}

/** Adds up a column over the rows of each person. */
const sumsOf = ({ start, rows }: Period, column: NumberColumn): PersonSums => {
  const { values: numbers, missing: none } = column
  const people = start.length - 1
  const values = new Float64Array(people)
  const missing = new Uint32Array(people)
  for (let person = 0; person < people; person++) {
    const from = start[person] ?? 0
    const end = start[person + 1] ?? 0
    let sum = 0
    let known = 0
    for (let at = from; at < end; at++) {
      const number = numbers[rows[at] ?? 0] ?? Number.NaN
      if (number === none || Number.isNaN(number)) continue
      sum += number
      known++
    }
    values[person] = known === 0 && end > from ? Number.NaN : sum
    missing[person] = end - from - known
  }
  return { values, missing }
}

/** Both added up: of a person who has only one of them, that one. */
const addedSums = (one: PersonSums, other: PersonSums): PersonSums => ({
  values: one.values.map((value, person) => addedNumbers(value, other.values[person] ?? Number.NaN)),
  missing: one.missing.map((count, person) => Math.max(count, other.missing[person] ?? 0)),
})

const addedNumbers = (a: number, b: number): number => (Number.isNaN(a) ? b : Number.isNaN(b) ? a : a + b)

/**
 * The weighted mean of a column over the rows of each person. Rows without a value or without
 * a weight over 0 do not count, unless no row has one: then all that have a value count the same. NaN where there is none.
 */
const meansOf = ({ start, rows }: Period, column: NumberColumn, weights: NumberColumn): PersonSums => {
  const people = start.length - 1
  const values = new Float64Array(people)
  const missing = new Uint32Array(people)
  for (let person = 0; person < people; person++) {
    let [sum, known, weighted, weight] = [0, 0, 0, 0]
    const end = start[person + 1] ?? 0
    const from = start[person] ?? 0
    for (let at = from; at < end; at++) {
      const row = rows[at] ?? 0
      const value = column.at(row)
      if (Number.isNaN(value)) continue
      const own = weights.at(row)
      known++
      sum += value
      if (!(own > 0)) continue
      weighted += value * own
      weight += own
    }
    values[person] = weight > 0 ? weighted / weight : sum / known
    missing[person] = end - from - known
  }
  return { values, missing }
}
