import { expect, test } from 'vitest'
import {
  type DayOfRows,
  packRows,
  packTogether,
  toNumberedDays,
  unpackRows,
} from '../../../../src/cache/ledger/codec/person-days-codec.ts'
import { daysOf } from '../../../../src/domain/calendar/calendar.ts'
import { PERSON_MEASURES } from '../../../../src/domain/people/people-fields.ts'
import { toPersonDaysChunk } from '../../../../src/domain/people/person-days.ts'
import { createPersonDays } from '../../../bench/person-days.ts'

const span = { from: '2026-10-01', to: '2026-10-07' }

/** Three pages of two people on each day and two days before and behind; the last page has the first person again. */
const pages = (): DayOfRows[][] => {
  const rowOf = createPersonDays('2026-09-29')
  return [
    [10, 11],
    [12, 13],
    [14, 10],
  ].map((people) => {
    const rows = people.flatMap((person) => Array.from({ length: 11 }, (_, day) => rowOf(person, day)))
    const words = Uint32Array.from({ length: 99 }, (_, at) => at + 1)
    return toNumberedDays(toPersonDaysChunk(rows), span, {
      people: Uint32Array.from(people),
      words,
      email: Uint32Array.from(rows, (_, at) => at % 3),
    })
  })
}

test('a page is taken apart by day, but for those outside of the span', () => {
  for (const page of pages())
    expect(page.map(({ day, rows }) => [day, rows.length])).toEqual(daysOf(span).map((day) => [day, 2]))
})

test('parts of a day are put together in their order, of each person the row that came last', () => {
  const packed = () => pages().map(([first]) => packRows(first?.rows as DayOfRows['rows']))
  const parts = packed().map(unpackRows)
  const last = parts[2]
  const { length, bytes } = packTogether(packed())
  const day = unpackRows(bytes)
  expect([length, day.length]).toEqual([5, 5])
  expect(Array.from(day.person)).toEqual([11, 12, 13, 14, 10])
  expect(Array.from(day.email)).toEqual([parts[0]?.email[1], ...(parts[1]?.email ?? []), ...(parts[2]?.email ?? [])])
  const credits = PERSON_MEASURES.indexOf('billable_tokens')
  expect(Array.from(day.measures[credits] ?? [])).toEqual([
    parts[0]?.measures[credits]?.[1],
    ...(parts[1]?.measures[credits] ?? []),
    ...(last?.measures[credits] ?? []),
  ])
  const ends = Array.from(day.languageStart)
  const lastLanguages = Array.from(last?.language ?? [])
  expect(Array.from(day.language).slice(ends[3])).toEqual(lastLanguages)
})

test('days that were stored before a measure or a word was added are readable, without its values', () => {
  const [first] = pages()[0] ?? []
  const rows = first?.rows as DayOfRows['rows']
  const older = packRows({ ...rows, measures: rows.measures.slice(0, -1), words: rows.words.slice(0, -1) })
  const read = unpackRows(older)
  expect(read.measures).toHaveLength(PERSON_MEASURES.length)
  expect(read.measures.slice(0, -1).map((column) => [...column])).toEqual(
    rows.measures.slice(0, -1).map((column) => [...column]),
  )
  expect([...(read.measures.at(-1) ?? [])]).toEqual([Number.NaN, Number.NaN])
  expect(read.words.map((column) => [...column])).toEqual([
    ...rows.words.slice(0, -1).map((column) => [...column]),
    [0, 0],
  ])
  expect([[...read.languageStart], [...read.language]]).toEqual([[...rows.languageStart], [...rows.language]])
  const { length, bytes } = packTogether([older.slice(), packRows(rows)])
  expect([length, unpackRows(bytes).measures.length]).toEqual([2, PERSON_MEASURES.length])
})

test('a day without parts has no rows', () => {
  const { length, bytes } = packTogether([])
  expect([length, unpackRows(bytes).length]).toEqual([0, 0])
})
