import { expect, test } from 'vitest'
import { addDays, daysOf, weekdayOf } from '../../src/domain/calendar.ts'
import { compareSums, explainDay } from '../../src/domain/comparison.ts'
import { toCreditDays } from '../../src/domain/credit-days.ts'
import { forecastMonth } from '../../src/domain/forecast.ts'

const friday = '2026-11-13'

type Parts = Record<string, number>
const dayOfCredits = (date: string, models: Parts, people: Parts, billable_tokens: number) => ({
  date,
  billable_tokens,
  by_model: Object.entries(models).map(([model_id, credits]) => ({ model_id, billable_tokens: credits })),
  by_user: Object.entries(people).map(([user_id, credits]) => ({
    user_id,
    user_email: `${user_id}@example.com`,
    billable_tokens: credits,
  })),
})

const fridays = [1, 2, 3, 4].map((week) =>
  dayOfCredits(addDays(friday, -7 * week), { opus: 20 + week, sonnet: 50 }, { chen: 10, okafor: 12 * week }, 80 + week),
)

test('a sum is compared with the days directly before', () => {
  const rows = daysOf({ from: '2026-11-01', to: '2026-11-08' }).map((date, index) => ({ date, n: index < 4 ? 10 : 15 }))
  const comparison = compareSums(rows, { from: '2026-11-05', to: '2026-11-08' }, 'n')
  expect(comparison).toMatchObject({
    previous: { from: '2026-11-01', to: '2026-11-04' },
    now: { value: 60, missing: 0 },
    before: { value: 40, missing: 0 },
    delta: { sign: '▲', text: '50.0 %' },
  })
})

test('a period that begins before the first data is not compared', () => {
  const rows = [
    { date: '2026-01-14', n: 1 },
    { date: '2026-01-15', n: 1 },
    { date: '2026-01-16', n: 5 },
  ]
  const { before, delta } = compareSums(rows, { from: '2026-01-16', to: '2026-01-20' }, 'n')
  expect(before.value).toBeUndefined()
  expect(delta.kind).toBe('unknown')
})

test('a day is explained by what differs from the median of its weekday', () => {
  const day = dayOfCredits(friday, { opus: 112.5, sonnet: 50, haiku: 10 }, { chen: 100, okafor: 20 }, 182.5)
  expect(explainDay(friday, toCreditDays([...fridays, day]))).toEqual({
    status: 'explained',
    value: 182.5,
    median: 82.5,
    difference: 100,
    ratio: 182.5 / 82.5,
    days: 4,
    models: [
      { kind: 'model', key: 'opus', name: 'opus', difference: 90, share: 0.9 },
      { kind: 'model', key: 'haiku', name: 'haiku', difference: 10, share: 0.1 },
    ],
    people: [{ kind: 'person', key: 'chen', name: 'chen@example.com', difference: 90, share: 0.9 }],
  })
})

test('a quiet day is explained by what fell', () => {
  const day = dayOfCredits(friday, { opus: 2.5, sonnet: 60 }, {}, 62.5)
  const explained = explainDay(friday, toCreditDays([...fridays, day]))
  expect(explained).toMatchObject({
    difference: -20,
    models: [{ key: 'opus', difference: -20, share: 1 }],
    people: [
      { key: 'okafor', name: 'okafor@example.com', difference: -30 },
      { key: 'chen', difference: -10 },
    ],
  })
})

test('fewer than three such days are not enough, and days over eight weeks back do not count', () => {
  const day = dayOfCredits(friday, {}, {}, 10)
  expect(explainDay(friday, toCreditDays([day, ...fridays.slice(0, 2)]))).toEqual({
    status: 'not enough history',
    value: 10,
    days: 2,
  })
  const old = [9, 10, 11].map((week) => dayOfCredits(addDays(friday, -7 * week), {}, {}, 10))
  expect(explainDay(friday, toCreditDays([day, ...old]))).toMatchObject({ status: 'not enough history', days: 0 })
})

test('a day without credits cannot be explained', () => {
  expect(explainDay(friday, toCreditDays(fridays))).toEqual({ status: 'no data' })
  expect(explainDay(friday, toCreditDays([...fridays, { date: friday }]))).toEqual({ status: 'no data' })
})

test('without breakdowns there are no contributors', () => {
  const plain = fridays.map(({ date, billable_tokens }) => ({ date, billable_tokens }))
  const day = dayOfCredits(friday, { opus: 100 }, { chen: 100 }, 100)
  expect(explainDay(friday, toCreditDays([...plain, day]))).toMatchObject({
    status: 'explained',
    models: [],
    people: [],
  })
})

// 4 weeks until Sunday the 15th: 100 on weekdays, 10 on weekends, a bit more each week.
const month = daysOf({ from: '2026-10-19', to: '2026-11-15' }).map((date, index) => ({
  date,
  billable_tokens: (weekdayOf(date) < 5 ? 100 : 10) + Math.floor(index / 7),
}))

test('a month is forecast from its days so far and the usual weekdays', () => {
  const sofar = month.filter(({ date }) => date >= '2026-11-01').reduce((sum, day) => sum + day.billable_tokens, 0)
  // 16th to 30th: eleven weekdays and four days of weekends, each week's level at 1.5 in the middle.
  const rest = 11 * 101.5 + 4 * 11.5
  expect(forecastMonth(month, '2026-11-15')).toEqual({
    end: '2026-11-30',
    sofar,
    expected: sofar + rest,
    low: sofar + rest - 15 * 0.75,
    high: sofar + rest + 15 * 0.75,
  })
})

test('a month that is over is what it was', () => {
  const october = daysOf({ from: '2026-10-01', to: '2026-10-31' }).map((date) => ({ date, billable_tokens: 10 }))
  expect(forecastMonth(october, '2026-10-31')).toEqual({
    end: '2026-10-31',
    sofar: 310,
    expected: 310,
    low: 310,
    high: 310,
  })
})

test('too little data forecasts nothing', () => {
  expect(forecastMonth([], '2026-11-15')).toBeUndefined()
  expect(forecastMonth(month.slice(-10), '2026-11-15')).toBeUndefined()
  expect(
    forecastMonth(
      month.filter(({ date }) => date !== '2026-11-04'),
      '2026-11-15',
    ),
  ).toBeUndefined()
})
