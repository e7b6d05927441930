import type { People } from './people.ts'
import type { PersonMeasure } from './people-fields.ts'
import { createPersonColumns, type PersonFigure } from './person-figure.ts'

/** How far the first and the last row of a person in a range are from its first day; NaN for who has none. */
export type PersonEdges = Record<'first' | 'last', (person: number) => number>

/** @param offsetOf - How far the day of a row is from the first of the range. */
export const createEdges = (people: People, offsetOf: (row: number) => number): PersonEdges & PersonFigure => {
  // Counted from 1.
  const { columns, grow, clear } = createPersonColumns(people, { first: Uint16Array, last: Uint16Array })
  return {
    add(rows) {
      const { first, last } = grow()
      for (let at = 0; at < rows.length; at++) {
        const row = rows[at] ?? 0
        const own = people.person[row] ?? 0
        const place = offsetOf(row) + 1
        if (first[own] === 0 || place < (first[own] ?? 0)) first[own] = place
        if (place > (last[own] ?? 0)) last[own] = place
      }
    },
    clear,
    first: (person) => (columns.first[person] || Number.NaN) - 1,
    last: (person) => (columns.last[person] || Number.NaN) - 1,
  }
}

/** The largest value of all rows; 0 where none is larger. */
export type PersonLargest = { ofAll(): number }

export const createLargest = (people: People, member: PersonMeasure): PersonLargest & PersonFigure => {
  const { columns, grow, clear } = createPersonColumns(people, { largest: Float64Array })
  return {
    add(rows) {
      const { largest } = grow()
      const { person } = people
      const values = people.measures[member]
      for (let at = 0; at < rows.length; at++) {
        const row = rows[at] ?? 0
        const own = person[row] ?? 0
        const value = values.at(row)
        if (value > (largest[own] ?? 0)) largest[own] = value
      }
    },
    clear,
    ofAll() {
      const { largest } = columns
      let top = 0
      for (let person = 0; person < largest.length; person++) top = Math.max(top, largest[person] ?? 0)
      return top
    },
  }
}
