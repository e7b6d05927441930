import { expect, test } from 'vitest'
import { addDays, daysOf, EARLIEST_DAY } from '../../../src/domain/calendar/calendar.ts'
import { openWalkOf, spansToPull } from '../../../src/service/sync/spans.ts'

const NOW = Date.parse('2026-04-10T09:00:00Z')
const read = (day: string, at: string, more = {}) => ({
  endpoint: 'users',
  day,
  fetched_at: Date.parse(at),
  is_complete: 1,
  cursor: null,
  walk_at: null,
  ...more,
})
const all = (at: string) => daysOf({ from: EARLIEST_DAY, to: '2026-04-09' }).map((day) => read(day, at))

test('everything is read at first, the newest days first, at most 30 days at once', () => {
  const spans = spansToPull([], NOW)
  expect(spans[0]).toEqual({ from: '2026-03-11', to: '2026-04-09' })
  expect(spans.at(-1)).toEqual({ from: EARLIEST_DAY, to: '2026-02-08' })
  expect(spans.flatMap(daysOf).toSorted()).toEqual(daysOf({ from: EARLIEST_DAY, to: '2026-04-09' }))
})

test('afterwards only days that were read less than two days after their end', () => {
  expect(spansToPull(all('2026-04-10T00:00:00Z'), NOW)).toEqual([{ from: '2026-04-08', to: '2026-04-09' }])
  expect(spansToPull(all('2026-04-12T00:00:00Z'), NOW)).toEqual([])
})

test('a new day is not read together with days that were complete', () => {
  const known = all('2026-04-10T00:00:00Z')
  expect(spansToPull(known, Date.parse('2026-04-11T00:00:01Z'))).toEqual([
    { from: '2026-04-10', to: '2026-04-10' },
    { from: '2026-04-08', to: '2026-04-09' },
  ])
})

test('days that a vendor with an earlier clock has not published are not requested', () => {
  expect(spansToPull([], Date.parse('2026-01-15T00:00:00Z'))).toEqual([{ from: EARLIEST_DAY, to: EARLIEST_DAY }])
  expect(spansToPull([], Date.parse('2026-01-14T23:59:59Z'))).toEqual([])
})

test('an interrupted walk is the days with its cursor', () => {
  const walk = { cursor: 'u_7', walk_at: NOW, is_complete: 0 }
  const days = daysOf({ from: '2026-03-01', to: '2026-03-05' })
  const known = [...days.map((day) => read(day, '2026-04-10', walk)), read(addDays('2026-03-05', 1), '2026-04-10')]
  expect(openWalkOf(known)).toEqual({ range: { from: '2026-03-01', to: '2026-03-05' }, startedAt: NOW, cursor: 'u_7' })
  expect(openWalkOf(all('2026-04-10'))).toBeUndefined()
})
