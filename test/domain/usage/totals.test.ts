import { expect, test } from 'vitest'
import { mean, median, quantile } from '../../../src/base/median.ts'
import {
  breakdownByModel,
  breakdownByModelRows,
  breakdownByPerson,
  NO_ID,
} from '../../../src/domain/usage/breakdown.ts'
import { noCreditDays, toCreditDays } from '../../../src/domain/usage/credit-days.ts'
import { rowsOf } from '../../../src/domain/usage/rows-by-day.ts'
import {
  activityTotals,
  cacheShare,
  creditTotals,
  productivityTotals,
  seriesOf,
  sumOf,
  toolTotals,
} from '../../../src/domain/usage/totals.ts'

const range = { from: '2026-11-01', to: '2026-11-04' }

const days = [
  { date: '2026-10-31', billable_tokens: 1_000_000 },
  { date: '2026-11-03', billable_tokens: 30, input_tokens: 60, cache_read_tokens: 140, output_tokens: 3 },
  { date: '2026-11-01', billable_tokens: 999 },
  { date: '2026-11-01', billable_tokens: 10, input_tokens: 40, cache_read_tokens: 60, output_tokens: 1 },
  { date: '2026-11-02', input_tokens: 5 },
  { billable_tokens: 5_000 },
]

test('a sum counts the rows in which the value is missing', () => {
  expect(sumOf(rowsOf(days, range), 'billable_tokens')).toEqual({ value: 40, missing: 1 })
  expect(sumOf(rowsOf(days, range), 'cache_write_tokens' as 'billable_tokens')).toEqual({
    value: undefined,
    missing: 3,
  })
  expect(sumOf([{ a: Number.NaN }, { a: 0 }], 'a')).toEqual({ value: 0, missing: 1 })
  expect(sumOf<{ a: number }>([], 'a')).toEqual({ value: undefined, missing: 0 })
})

test('a series has one value a day, the last row of a day counts and a missing day is missing', () => {
  expect(seriesOf(days, range, 'billable_tokens')).toEqual([10, undefined, 30, undefined])
})

test('credits are summed over the days of the range only', () => {
  const totals = creditTotals(days, range)
  expect(totals.billable).toEqual({ value: 40, missing: 1 })
  expect(totals.input).toEqual({ value: 105, missing: 0 })
  expect(totals.medianDay).toBe(20)
  expect(totals.missingDays).toBe(1)
  expect(totals.cacheShare).toBe(200 / 305)
})

test('the cache share is what was read from the cache of all that was read', () => {
  expect(cacheShare(72, 28)).toBe(0.72)
  expect(cacheShare(0, 0)).toBeUndefined()
  expect(cacheShare(undefined, 5)).toBeUndefined()
})

test('nothing at all is nothing, not zero', () => {
  const totals = creditTotals([], range)
  expect(totals.billable.value).toBeUndefined()
  expect(totals.medianDay).toBeUndefined()
  expect(totals.missingDays).toBe(4)
  expect(activityTotals([], range).stickiness).toBeUndefined()
})

test('daily users are averaged, never summed', () => {
  const rows = [
    { date: '2026-11-01', daily_active_users: 10, monthly_active_users: 80, sessions: 5 },
    { date: '2026-11-02', daily_active_users: 30, monthly_active_users: 100, sessions: 6 },
    { date: '2026-11-03', daily_active_users: 50, sessions: 7 },
    { date: '2026-11-04' },
  ]
  const totals = activityTotals(rows, range)
  expect(totals.dailyUsers).toEqual({ mean: 30, median: 30, peak: 50 })
  expect(totals.monthlyUsers).toBe(100)
  expect(totals.stickiness).toBe(0.3)
  expect(totals.sessions).toEqual({ value: 18, missing: 1 })
})

test('tools and productivity are summed, ratios are not', () => {
  const tools = [
    { date: '2026-11-01', tool_calls: 100, autonomy_ratio_p50: 4, user_turns_per_session_avg: 2 },
    { date: '2026-11-02', tool_calls: 300, autonomy_ratio_p50: 5, user_turns_per_session_avg: 4 },
    { date: '2026-11-03', tool_calls: 0, autonomy_ratio_p50: 9 },
  ]
  expect(toolTotals(tools, range)).toMatchObject({
    toolCalls: { value: 400, missing: 0 },
    autonomyP50: 5,
    turnsPerSession: 3,
    missingDays: 1,
  })
  expect(productivityTotals([{ date: '2026-11-01', git_commits: 3 }], range)).toMatchObject({
    commits: { value: 3, missing: 0 },
    pullRequests: { value: undefined, missing: 1 },
  })
})

test('medians and quartiles skip what is missing', () => {
  expect(median([3, undefined, 1, null, 2])).toBe(2)
  expect(median([4, 1, 2, 3])).toBe(2.5)
  expect(median([])).toBeUndefined()
  expect(median([100, 20, 3])).toBe(20)
  expect(quantile([1, 2, 3, 4, 5], 0.25)).toBe(2)
  expect(quantile([10, 20], 0.75)).toBe(17.5)
  expect(mean([1, undefined, 3])).toBe(2)
})

const credits = [
  {
    date: '2026-11-01',
    billable_tokens: 100,
    by_model: [
      { model_id: 'opus', model_tier: 'standard', billable_tokens: 30, input_tokens: 300 },
      { model_id: 'opus', model_tier: 'thinking', billable_tokens: 20 },
      { model_id: 'sonnet', billable_tokens: 10, output_tokens: 7 },
    ],
    by_user: [
      { user_id: 'u1', user_email: 'old@example.com', billable_tokens: 40, by_model: [{ input_tokens: 4 }] },
      { user_id: 'u2', user_email: null, billable_tokens: 5 },
    ],
  },
  {
    date: '2026-11-03',
    billable_tokens: 100,
    by_model: [{ model_id: 'sonnet' }, { billable_tokens: 1 }, { model_id: '__proto__', billable_tokens: 2 }],
    by_user: [{ user_id: 'u1', user_email: 'new@example.com', billable_tokens: 60 }],
  },
  { date: '2026-11-04', billable_tokens: 50 },
]

test('a breakdown by model merges tiers and keeps its holes', () => {
  const rows = breakdownByModel(credits, range)
  expect(rows.map(({ key }) => key)).toEqual(['opus', 'sonnet', '__proto__', NO_ID])
  expect(rows[0]).toEqual({
    key: 'opus',
    name: 'opus',
    credits: { value: 50, missing: 0 },
    input: { value: 300, missing: 0 },
    output: { value: undefined, missing: 1 },
    share: 0.2,
    // No row on the 2nd; on the 4th a row without a breakdown.
    series: [50, undefined, 0, undefined],
  })
  expect(rows[1]).toMatchObject({ credits: { value: 10, missing: 1 }, series: [10, undefined, undefined, undefined] })
})

test('shares are of the days themselves, not of the breakdown', () => {
  const shares = breakdownByModel(credits, range).map(({ share }) => share ?? 0)
  expect(shares.reduce((total, share) => total + share, 0)).toBeCloseTo(63 / 250)
})

test('a breakdown by person goes by id and shows the last e-mail', () => {
  const rows = breakdownByPerson(toCreditDays(credits), range)
  expect(rows.map(({ key, name, credits }) => [key, name, credits.value])).toEqual([
    ['u1', 'new@example.com', 100],
    ['u2', 'u2', 5],
  ])
  expect(rows[0]?.input).toEqual({ value: 4, missing: 1 })
})

test('grouped rows make the same breakdown', () => {
  const grouped = [
    { date: '2026-11-01', group_key: 'opus', billable_tokens: 50, input_tokens: 300 },
    { date: '2026-11-01', group_key: 'sonnet', billable_tokens: 10 },
    { date: '2026-11-03', group_key: 'sonnet', billable_tokens: 20 },
    { date: '2026-12-01', group_key: 'late', billable_tokens: 20 },
    { group_key: 'dateless', billable_tokens: 20 },
  ]
  const rows = breakdownByModelRows(grouped, range, credits)
  expect(rows.map(({ key, share, series }) => ({ key, share, series }))).toEqual([
    { key: 'opus', share: 0.2, series: [50, undefined, 0, undefined] },
    { key: 'sonnet', share: 0.12, series: [10, undefined, 20, undefined] },
  ])
  expect(breakdownByModelRows(grouped, range)[0]?.share).toBeUndefined()
})

test('rows without breakdowns make an empty breakdown', () => {
  expect(breakdownByModel([{ date: '2026-11-01' }, {}], range)).toEqual([])
  expect(breakdownByPerson(noCreditDays(), range)).toEqual([])
})
