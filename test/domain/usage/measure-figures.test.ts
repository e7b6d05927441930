import { expect, test } from 'vitest'
import { figureOf, seriesOf, sumOfValues, valueOn, valuesByDay } from '../../../src/domain/usage/measure-figures.ts'
import {
  activityMeasures,
  creditMeasures,
  productivityMeasures,
  toolMeasures,
} from '../../../src/domain/usage/usage-measures.ts'

const range = { from: '2026-11-01', to: '2026-11-04' }

const days = [
  { date: '2026-10-31', billable_tokens: 1_000_000 },
  { date: '2026-11-03', billable_tokens: 30, input_tokens: 60, cache_read_tokens: 140, output_tokens: 3 },
  { date: '2026-11-01', billable_tokens: 999 },
  { date: '2026-11-01', billable_tokens: 10, input_tokens: 40, cache_read_tokens: 60, output_tokens: 1 },
  { date: '2026-11-02', input_tokens: 5 },
  { billable_tokens: 5_000 },
]

test('a sum counts the values that are missing', () => {
  expect(sumOfValues([Number.NaN, 0, undefined])).toEqual({ value: 0, missing: 2 })
  expect(sumOfValues([])).toEqual({ value: undefined, missing: 0 })
})

test('a figure covers only the days of the range, and counts the days without a value', () => {
  expect(figureOf(creditMeasures.billable_tokens, days, range)).toEqual({ value: 40, missing: 2 })
  expect(figureOf(creditMeasures.cache_write_tokens, days, range)).toEqual({ value: undefined, missing: 4 })
  expect(figureOf(creditMeasures.input_tokens, days, range)).toEqual({ value: 105, missing: 1 })
  expect(figureOf(creditMeasures.billable_tokens_median, days, range)).toEqual({ value: 20, missing: 2 })
})

test('a series has one value per day, from the last row of the day; the value of a missing day is undefined', () => {
  expect(seriesOf(creditMeasures.billable_tokens, days, range)).toEqual([10, undefined, 30, undefined])
})

test('values by day have an entry for every day in the rows', () => {
  expect([...valuesByDay(creditMeasures.input_tokens, days)]).toEqual([
    ['2026-10-31', undefined],
    ['2026-11-03', 60],
    ['2026-11-01', 40],
    ['2026-11-02', 5],
  ])
})

test('the cache share is the share of the input that came from the cache, and is unknown if a part is missing', () => {
  const shareOf = (read: number | undefined, input: number) =>
    valueOn(creditMeasures.cache_share, { cache_read_tokens: read, input_tokens: input })
  expect(shareOf(72, 28)).toBe(0.72)
  expect(shareOf(0, 0)).toBeUndefined()
  expect(shareOf(undefined, 5)).toBeUndefined()
  expect(figureOf(creditMeasures.cache_share, days, range)).toEqual({ value: 200 / 300, missing: 2 })
})

test('a ratio of sums covers the days that have both members', () => {
  const rows = [
    { date: '2026-11-01', user_messages: 10, sessions: 2 },
    { date: '2026-11-02', user_messages: 90 },
    { date: '2026-11-03', sessions: 50 },
    { date: '2026-11-04', user_messages: 0, sessions: 0 },
  ]
  expect(figureOf(activityMeasures.turns_per_session, rows, range)).toEqual({ value: 5, missing: 2 })
  const none = { value: undefined, missing: 4 }
  expect(figureOf(activityMeasures.turns_per_session, rows.slice(1, 3), range)).toEqual(none)
})

test('stickiness is daily over monthly users, and unknown without users', () => {
  const { stickiness } = activityMeasures
  expect(valueOn(stickiness, { daily_active_users: 6, monthly_active_users: 12 })).toBe(0.5)
  expect(valueOn(stickiness, { daily_active_users: 0, monthly_active_users: 0 })).toBeUndefined()
  expect(valueOn(stickiness, { daily_active_users: 1 })).toBeUndefined()
  expect(valueOn(stickiness, undefined)).toBeUndefined()
})

test('a summed measure has the name of its member, any other one a suffix', () => {
  expect(Object.keys(productivityMeasures)).toEqual(['files_created', 'files_edited', 'git_commits', 'git_prs_created'])
  expect(activityMeasures.daily_active_users_max).toMatchObject({ name: 'daily_active_users_max', how: 'max' })
  expect(toolMeasures.auto_high_mean).toMatchObject({ unit: 'share', kind: 'share', short: 'auto-high' })
  expect(toolMeasures.web_users_mean).toMatchObject({ unit: 'count', kind: 'ratio', heading: 'WEB USERS' })
})
