import { expect, test } from 'vitest'
import { daysOf, lastOfMonth, weekdayOf } from '../../../src/domain/calendar/calendar.ts'
import { forecastMonth } from '../../../src/domain/usage/forecast.ts'
import { startService } from '../../../src/service/start-service.ts'

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
    low: sofar + rest - 15 * 1.5,
    high: sofar + rest + 15 * 1.5,
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

test('months of the made-up organisation end within the band nearly always, and near what was expected', async () => {
  const service = await startService({ now: () => Date.UTC(2026, 10, 21, 9), demo: { users: 60, seed: 2 } })
  try {
    const query = '/api/v1/analytics/tokens?startDate=2026-02-01&endDate=2026-10-31'
    const answer = await fetch(service.url + query, { headers: { authorization: `Bearer ${service.keys.owner}` } })
    const { data } = (await answer.json()) as { data: { date: string; billable_tokens: number }[] }
    const forecasts = ['03', '04', '05', '06', '07', '08', '09', '10'].flatMap((month) =>
      ['05', '10', '15', '20', '25'].map((day) => {
        const lastDay = `2026-${month}-${day}`
        const known = data.filter(({ date }) => date <= lastDay)
        const ofMonth = data.filter(({ date }) => date.startsWith(`2026-${month}`))
        expect(ofMonth.at(-1)?.date).toBe(lastOfMonth(lastDay))
        const credits = ofMonth.reduce((sum, each) => sum + each.billable_tokens, 0)
        const forecast = forecastMonth(known, lastDay)
        if (!forecast) throw new Error(`nothing forecast on ${lastDay}`)
        return { ...forecast, credits }
      }),
    )
    const within = forecasts.filter(({ low, high, credits }) => credits >= low && credits <= high)
    expect(within.length / forecasts.length).toBeGreaterThan(0.8)
    const errors = forecasts.map(({ expected, credits }) => Math.abs(expected - credits) / credits)
    expect(Math.max(...errors)).toBeLessThan(0.2)
    expect(errors.reduce((sum, error) => sum + error, 0) / errors.length).toBeLessThan(0.06)
  } finally {
    await service.close()
  }
})
