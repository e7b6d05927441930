import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, type Day, daysOf, type Range } from '../../../src/domain/calendar/calendar.ts'
import {
  type FetchedDay,
  firstUnsettledDay,
  isFresh,
  isSettled,
  joinDays,
  missingSpans,
  spansWithout,
  staleAt,
} from '../../../src/domain/calendar/spans.ts'
import { forAll } from '../../helpers/for-all.ts'

const HOUR = 3_600_000
const at = (text: string): number => Date.parse(`${text}Z`)
const NOW = at('2026-11-21T09:00:00')

test('a day is settled when it was fetched two or more days after it ended', () => {
  const day = '2026-11-17'
  expect(isSettled({ day, fetchedAt: at('2026-11-20T00:00:00') })).toBe(true)
  expect(isSettled({ day, fetchedAt: at('2026-11-19T23:59:59.999') })).toBe(false)
})

test('an unsettled day is fresh for an hour', () => {
  const day = '2026-11-20'
  expect(isFresh({ day, fetchedAt: NOW - HOUR + 1 }, NOW)).toBe(true)
  expect(isFresh({ day, fetchedAt: NOW - HOUR }, NOW)).toBe(false)
})

test('a day fetched in the future is not fresh, although it counts as settled', () => {
  const held = { day: '2026-11-20', fetchedAt: Date.UTC(2026, 11, 24) }
  expect(isSettled(held)).toBe(true)
  expect(isFresh(held, NOW)).toBe(false)
  expect(isFresh({ day: '2026-12-20', fetchedAt: NOW + HOUR }, NOW)).toBe(false)
  expect(isFresh(held, Date.UTC(2026, 11, 23))).toBe(false)
  expect(isFresh(held, Date.UTC(2026, 11, 23, 0, 1))).toBe(true)
})

test('the first unsettled day of a fetch is the first day that it does not settle', () => {
  expect(firstUnsettledDay(NOW)).toBe('2026-11-19')
  for (const fetchedAt of [NOW, at('2026-11-20T00:00:00'), at('2026-11-19T23:59:59.999')]) {
    const first = firstUnsettledDay(fetchedAt)
    expect(isSettled({ day: first, fetchedAt })).toBe(false)
    expect(isSettled({ day: addDays(first, -1), fetchedAt })).toBe(true)
  }
})

test('days become stale with the first unsettled one, and settled ones never do', () => {
  const settled = { day: '2026-11-01', fetchedAt: NOW - 9 * HOUR }
  expect(staleAt([settled])).toBeUndefined()
  const young = [NOW - 5, NOW - 7].map((fetchedAt, index) => ({ day: `2026-11-${19 + index}`, fetchedAt }))
  expect(staleAt([settled, ...young])).toBe(NOW - 7 + HOUR)
})

test('a forced refresh loads the whole range, and nothing for a reversed range', () => {
  const range = { from: '2026-10-01', to: '2026-10-20' }
  const held = daysOf(range).map((day) => ({ day, fetchedAt: NOW }))
  expect(missingSpans(range, held, NOW, true)).toEqual([range])
  expect(missingSpans({ from: '2026-10-20', to: '2026-10-01' }, [], NOW, true)).toEqual([])
})

const day = fc.nat(120).map((n) => addDays('2026-08-01', n))
const range = fc.tuple(day, fc.nat(60)).map(([from, n]): Range => ({ from, to: addDays(from, n) }))
const held = fc.uniqueArray(fc.record({ day, fetchedAt: fc.integer({ min: at('2026-08-01T00:00:00'), max: NOW }) }), {
  selector: (each: FetchedDay) => each.day,
  maxLength: 120,
})

/** The documented caching rule, for a single day. */
const isMissing = (each: Day, days: readonly FetchedDay[], now: number): boolean => {
  const own = days.find((known) => known.day === each)
  if (!own) return true
  const daysAfterItsEnd = (own.fetchedAt - (Date.parse(each) + 24 * HOUR)) / (24 * HOUR)
  return daysAfterItsEnd < 2 && now - own.fetchedAt >= HOUR
}

test('the spans contain exactly the missing days, in order and without adjacent spans', () => {
  forAll(range, held, (requested, days) => {
    const spans = missingSpans(requested, days, NOW)
    expect(spans.flatMap(daysOf)).toEqual(daysOf(requested).filter((each) => isMissing(each, days, NOW)))
    for (const [index, span] of spans.entries()) {
      const next = spans[index + 1]
      if (next) expect(addDays(span.to, 1) < next.from).toBe(true)
    }
  })
})

test('days in any order, with repeats, give the same spans', () => {
  forAll(range, fc.array(day, { maxLength: 60 }), (whole, days) => {
    const spans = joinDays(days)
    expect(spans.flatMap(daysOf)).toEqual([...new Set(days)].sort())
    expect(joinDays([...days].reverse())).toEqual(spans)
    const others = daysOf(whole).filter((each) => !days.includes(each))
    expect(spansWithout(whole, days)).toEqual(joinDays(others))
  })
})
