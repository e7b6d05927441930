import { type NumberSegment, type NumberValues, placeIn, segmentOf } from '../../base/number-column.ts'
import type { People } from './people.ts'
import { fields, type PersonMeasure, type SumField } from './people-fields.ts'
import { createPersonColumns, type PersonFigure } from './person-figure.ts'

/** Sums by person. */
export type PersonSums = {
  /** NaN where a person has rows and not one of them the value. Without rows a sum is 0, a mean NaN. */
  value(person: number): number
  /** Rows of a person without the value. */
  missing(person: number): number
}

const none = new Uint16Array(0)

/** How many rows a person has. */
type RowCount = (person: number) => number

/** Counts the rows of each person. */
export const createCounts = (people: People): PersonSums & PersonFigure => {
  const { columns, grow, clear } = createPersonColumns(people, { counts: Uint32Array })
  return {
    add(rows) {
      const { counts } = grow()
      const { person } = people
      for (let at = 0; at < rows.length; at++) {
        const own = person[rows[at] ?? 0] ?? 0
        counts[own] = (counts[own] ?? 0) + 1
      }
    },
    clear,
    value: (person) => columns.counts[person] ?? 0,
    missing: () => 0,
  }
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

/** Adds up a column over the rows of each person. */
export const createSums = (people: People, member: PersonMeasure, rowCount: RowCount): PersonSums & PersonFigure => {
  const { columns, grow, clear } = createPersonColumns(people, { sums: Float64Array, known: Uint32Array })
  return {
    add(rows) {
      const { sums, known } = grow()
      const { person } = people
      const { segments } = people.measures[member]
      let place = -1
      let values: NumberValues = none
      let missing = Number.NaN
      for (let at = 0; at < rows.length; at++) {
        const row = rows[at] ?? 0
        if (segmentOf(row) !== place) {
          place = segmentOf(row)
          const segment = segments[place] as NumberSegment
          values = segment.values
          missing = segment.missing
        }
        const number = values[placeIn(row)] ?? Number.NaN
        if (number === missing || Number.isNaN(number)) continue
        const own = person[row] ?? 0
        sums[own] = (sums[own] ?? 0) + number
        known[own] = (known[own] ?? 0) + 1
      }
    },
    clear,
    value(person) {
      const { sums, known } = columns
      return (known[person] ?? 0) === 0 && rowCount(person) > 0 ? Number.NaN : (sums[person] ?? 0)
    },
    missing: (person) => rowCount(person) - (columns.known[person] ?? 0),
  }
}

/**
 * The weighted mean of a column over the rows of each person. Rows without a value or without
 * a weight over 0 do not count, unless no row has one: then all that have a value count the same. NaN where there is none.
 */
export const createMeans = (
  people: People,
  member: PersonMeasure,
  weight: PersonMeasure,
  rowCount: RowCount,
): PersonSums & PersonFigure => {
  const kinds = {
    sums: Float64Array,
    known: Uint32Array,
    weighted: Float64Array,
    weights: Float64Array,
    unweighted: Uint32Array,
  }
  const { columns, grow, clear } = createPersonColumns(people, kinds)
  return {
    add(rows) {
      const { sums, known, weighted, weights, unweighted } = grow()
      const { person, measures } = people
      const light = measures[member]
      const heavy = measures[weight]
      for (let at = 0; at < rows.length; at++) {
        const row = rows[at] ?? 0
        const value = light.at(row)
        if (Number.isNaN(value)) continue
        const own = person[row] ?? 0
        sums[own] = (sums[own] ?? 0) + value
        known[own] = (known[own] ?? 0) + 1
        const weight = heavy.at(row)
        if (Number.isNaN(weight)) unweighted[own] = (unweighted[own] ?? 0) + 1
        if (!(weight > 0)) continue
        weighted[own] = (weighted[own] ?? 0) + value * weight
        weights[own] = (weights[own] ?? 0) + weight
      }
    },
    clear,
    value(person) {
      const { sums, known, weighted, weights } = columns
      const weight = weights[person] ?? 0
      return weight > 0 ? (weighted[person] ?? 0) / weight : (sums[person] ?? 0) / (known[person] ?? 0)
    },
    missing(person) {
      const { known, weights, unweighted } = columns
      const isWeighted = (weights[person] ?? 0) > 0
      return rowCount(person) - (known[person] ?? 0) + (isWeighted ? (unweighted[person] ?? 0) : 0)
    },
  }
}

/** Both added up: of a person who has only one of them, that one. */
export const addedSums = (one: PersonSums, other: PersonSums): PersonSums => ({
  value: (person) => addedNumbers(one.value(person), other.value(person)),
  missing: (person) => Math.max(one.missing(person), other.missing(person)),
})

const addedNumbers = (a: number, b: number): number => (Number.isNaN(a) ? b : Number.isNaN(b) ? a : a + b)
