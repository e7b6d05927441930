import { expect, test } from 'vitest'
import { daysOf, type Range } from '../../../src/domain/calendar/calendar.ts'
import { comparisonFor, overviewOf, overviewSpan } from '../../../src/domain/overview/overview-figures.ts'

const range: Range = { from: '2026-11-05', to: '2026-11-06' }
const previous: Range = { from: '2026-11-03', to: '2026-11-04' }
const now = Date.parse('2026-11-07T09:00:00Z')

test('a part that could not be loaded does not affect the other figures', () => {
  const overview = overviewOf({ range, previous, productivity: [{ date: '2026-11-05', git_commits: 3 }], now })
  expect(overview.credits).toBeUndefined()
  expect(overview.people).toBeUndefined()
  expect(overview.readiness).toBeUndefined()
  expect(overview.commits).toMatchObject({ value: 3, series: [3, undefined], missingDays: 1, previous: undefined })
  expect(overview.pullRequests).toMatchObject({ value: undefined, missingDays: 2 })
  const before = overviewOf({ range, previous, productivity: [{ date: '2026-11-03', git_commits: 3 }], now })
  expect(before.commits).toMatchObject({ value: undefined, previous: 3, change: undefined })
  const alone = overviewOf({ range, activity: [{ date: '2026-11-05', sessions: 30 }], now })
  expect(alone.sessions).toMatchObject({ previous: undefined, change: undefined })
})

test('a previous period before the first day of data is not used', () => {
  expect(comparisonFor({ from: '2026-01-20', to: '2026-01-26' })).toBeUndefined()
  expect(comparisonFor({ from: '2026-01-21', to: '2026-01-27' })).toEqual({ from: '2026-01-14', to: '2026-01-20' })
})

test('the days to load include the previous period, the month and the eight weeks before', () => {
  // Eight weeks before the 5th.
  expect(overviewSpan(range, previous)).toEqual({ from: '2026-09-10', to: '2026-11-06' })
  // The eight weeks before are within the previous period of 90 days.
  expect(overviewSpan({ from: '2026-08-01', to: '2026-10-29' }, { from: '2026-05-03', to: '2026-07-31' })).toEqual({
    from: '2026-05-03',
    to: '2026-10-29',
  })
  expect(overviewSpan({ from: '2026-01-15', to: '2026-01-16' }, undefined).from).toBe('2026-01-14')
})

test('only the current month has a forecast, with the credits of the month before if all its days are known', () => {
  const credits = daysOf({ from: '2026-10-01', to: '2026-11-06' }).map((date) => ({ date, billable_tokens: 100 }))
  const month = { end: '2026-11-30', sofar: 600, expected: 3000 }
  expect(overviewOf({ range, credits, now }).month).toMatchObject({ ...month, lastMonth: 3100 })
  expect(overviewOf({ range, credits: credits.slice(1), now }).month).toMatchObject({ ...month, lastMonth: undefined })
  const october = { from: '2026-10-18', to: '2026-10-31' }
  const firstOfNovember = Date.parse('2026-11-01T09:00:00Z')
  expect(overviewOf({ range: october, credits, now: firstOfNovember }).month).toBeUndefined()
})

test('a revision names the members that changed, without values', () => {
  const user = { id: 'u', email: 'm@example.com', name: 'M. Ito' }
  const revisions = [
    { revision: 6, user, updatedAt: '2026-11-01T00:00:00Z', settings: { a: 1, b: [1, 2] } },
    { revision: 8, user, updatedAt: '2026-11-03T00:00:00Z', settings: { c: 'secret', b: [2, 1] } },
    { revision: 7, user: { id: 'u2' }, updatedAt: '2026-11-02T00:00:00Z', settings: { b: [1, 2], a: 1 } },
  ]
  const { revisions: briefs } = overviewOf({ range, revisions, now })
  expect(briefs).toMatchObject([
    { revision: 8, who: 'M. Ito', changed: ['a', 'b', 'c'] },
    { revision: 7, who: 'u2', changed: [] },
    { revision: 6, changed: undefined },
  ])
  expect(JSON.stringify(briefs)).not.toContain('secret')
})
