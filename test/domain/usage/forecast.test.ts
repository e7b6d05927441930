import { expect, test } from 'vitest'
import { daysOf, weekdayOf } from '../../../src/domain/calendar/calendar.ts'
import { forecastMonth } from '../../../src/domain/usage/forecast.ts'

// 4 weeks until Sunday the 15th: 100 on weekdays, 10 on weekends, slightly more each week.
const month = daysOf({ from: '2026-10-19', to: '2026-11-15' }).map((date, index) => ({
  date,
  billable_tokens: (weekdayOf(date) < 5 ? 100 : 10) + Math.floor(index / 7),
}))

test('a month is forecast from its days so far and the usual weekdays', () => {
  const sofar = month.filter(({ date }) => date >= '2026-11-01').reduce((sum, day) => sum + day.billable_tokens, 0)
  // 16th to 30th: eleven weekdays and four weekend days, with a median level of 1.5.
  const rest = 11 * 101.5 + 4 * 11.5
  expect(forecastMonth(month, '2026-11-15')).toEqual({
    end: '2026-11-30',
    sofar,
    expected: sofar + rest,
    low: sofar + rest - 15 * 1.5,
    high: sofar + rest + 15 * 1.5,
  })
})

test('a finished month equals its sum', () => {
  const october = daysOf({ from: '2026-10-01', to: '2026-10-31' }).map((date) => ({ date, billable_tokens: 10 }))
  const whole = { sofar: 310, expected: 310, low: 310, high: 310 }
  expect(forecastMonth(october, '2026-10-31')).toEqual({ end: '2026-10-31', ...whole })
})

test('too little data gives no forecast', () => {
  expect(forecastMonth([], '2026-11-15')).toBeUndefined()
  expect(forecastMonth(month.slice(-10), '2026-11-15')).toBeUndefined()
  const withGap = month.filter(({ date }) => date !== '2026-11-04')
  expect(forecastMonth(withGap, '2026-11-15')).toBeUndefined()
  // Each weekday needs two values.
  const fromFirst = month.filter(({ date }) => date >= '2026-11-01')
  expect(forecastMonth(fromFirst.slice(0, 13), '2026-11-13')).toBeUndefined()
  expect(forecastMonth(fromFirst.slice(0, 14), '2026-11-14')).toBeDefined()
})
