import { withRoom } from '../../base/number-column.ts'
import type { People } from './people.ts'
import type { PersonMeasure } from './people-fields.ts'
import type { PersonFigure } from './person-figure.ts'

/** How far the first and the last row of a person in a range are from its first day; NaN for who has none. */
export type PersonEdges = Record<'first' | 'last', (person: number) => number>

/** @param offsetOf - How far the day of a row is from the first of the range. */
export const createEdges = (people: People, offsetOf: (row: number) => number): PersonEdges & PersonFigure => {
  // Counted from 1.
  let first = new Uint16Array(0)
  let last = new Uint16Array(0)
  return {
    add(rows) {
      first = withRoom(first, people.ids.length)
      last = withRoom(last, people.ids.length)
      for (let at = 0; at < rows.length; at++) {
        const row = rows[at] ?? 0
        const own = people.person[row] ?? 0
        const place = offsetOf(row) + 1
        if (first[own] === 0 || place < (first[own] ?? 0)) first[own] = place
        if (place > (last[own] ?? 0)) last[own] = place
      }
    },
    clear(person) {
      first[person] = 0
      last[person] = 0
    },
    first: (person) => (first[person] || Number.NaN) - 1,
    last: (person) => (last[person] || Number.NaN) - 1,
  }
}

/** The largest value of all rows; 0 where none is larger. */
export type PersonLargest = { ofAll(): number }

export const createLargest = (people: People, member: PersonMeasure): PersonLargest & PersonFigure => {
  let largest = new Float64Array(0)
  return {
    add(rows) {
      largest = withRoom(largest, people.ids.length)
      const { person } = people
      const values = people.measures[member]
      for (let at = 0; at < rows.length; at++) {
        const row = rows[at] ?? 0
        const own = person[row] ?? 0
        const value = values.at(row)
        if (value > (largest[own] ?? 0)) largest[own] = value
      }
    },
    clear(person) {
      largest[person] = 0
    },
    ofAll: () => largest.reduce((top, value) => Math.max(top, value), 0),
  }
}
