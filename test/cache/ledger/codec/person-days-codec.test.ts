import { expect, test } from 'vitest'
import {
  type NumberedRows,
  packByDay,
  toNumberedRows,
  unpackRows,
} from '../../../../src/cache/ledger/codec/person-days-codec.ts'
import { addDays } from '../../../../src/domain/calendar/calendar.ts'
import { toPersonDaysChunk } from '../../../../src/domain/people/person-days.ts'
import { createPersonDays } from '../../../bench/person-days.ts'

const span = { from: '2026-10-01', to: '2026-10-07' }

/** Three pages of two people on each day; the last page has the first person again. */
const pages = (): NumberedRows[] => {
  const rowOf = createPersonDays(span.from)
  return [
    [0, 1],
    [2, 3],
    [4, 0],
  ].map((people) => {
    const rows = people.flatMap((person) => Array.from({ length: 7 }, (_, day) => rowOf(person, day)))
    const numbers = Uint32Array.from(people)
    return toNumberedRows(
      toPersonDaysChunk(rows),
      span,
      numbers,
      Uint32Array.from({ length: 99 }, (_, at) => at + 1),
    )
  })
}

test('a walk is taken apart by day, the last row of a person’s day, however few rows are held at once', () => {
  const all = pages()
  let reads = 0
  const read = function* () {
    reads += 1
    yield* all
  }
  const atOnce = [...packByDay(span, read)]
  expect(reads).toBe(2)
  expect(atOnce.map(({ day, rows }) => [day, rows])).toEqual(
    Array.from({ length: 7 }, (_, day) => [addDays(span.from, day), 5]),
  )
  expect(Array.from(unpackRows(atOnce[0]?.bytes).person).toSorted()).toEqual([0, 1, 2, 3, 4])
  // Of six rows a day two days are held at once, or one at least.
  for (const [mostHeld, passes] of [
    [12, 4],
    [1, 7],
  ] as const) {
    reads = 0
    expect([...packByDay(span, read, mostHeld)]).toEqual(atOnce)
    expect(reads).toBe(1 + passes)
  }
})
