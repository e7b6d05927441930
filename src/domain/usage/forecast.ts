import { quantile } from '../../base/numbers.ts'
import { addDays, type Day, daysOf, firstOfMonth, lastOfMonth, weekdayOf } from '../calendar/calendar.ts'
import type { CreditDayRow } from './credit-days.ts'
import { figureOf, rowsByDay } from './measure-figures.ts'
import { creditMeasures } from './usage-measures.ts'

export type Forecast = {
  /** The last day of the month. */
  end: Day
  /** Credits of the month up to now. */
  sofar: number
  /** Expected credits at the end of the month. */
  expected: number
  /** The forecast with the lowest and the highest value of each weekday instead of the median. */
  low: number
  high: number
  /** Credits of the month before; undefined if one of its days is missing. */
  lastMonth: number | undefined
}

/** The method of {@link forecastMonth} as text for users. */
export const FORECAST_METHOD =
  'The forecast adds to the credits so far, for each remaining day, the median of its weekday over the last four weeks. The range uses the lowest and the highest value of the weekday instead.'

/** The weeks before a forecast from which it is made. */
export const FORECAST_WEEKS = 4
const MIN_SAMPLES = 2

/** An expected day: the median of its weekday, and its lowest and highest value. */
export type ExpectedDay = { day: Day; expected: number; low: number; high: number }

/**
 * The expected values of the days after `lastDay`, up to `end`: for each the median of its weekday over the 4 weeks up
 * to `lastDay`. Undefined if a weekday has fewer than 2 values.
 */
export const expectedDays = (
  valueOn: (day: Day) => number | undefined,
  lastDay: Day,
  end: Day,
): ExpectedDay[] | undefined => {
  const samples: number[][] = Array.from({ length: 7 }, () => [])
  for (const day of daysOf({ from: addDays(lastDay, 1 - FORECAST_WEEKS * 7), to: lastDay })) {
    const value = valueOn(day)
    if (value !== undefined && Number.isFinite(value)) samples[weekdayOf(day)]?.push(value)
  }
  const weekdays = samples.map((values) => {
    if (values.length < MIN_SAMPLES) return undefined
    const [expected = 0, low = 0, high = 0] = [0.5, 0, 1].map((share) => quantile(values, share) ?? 0)
    return { expected, low, high }
  })
  const days: ExpectedDay[] = []
  for (const day of daysOf({ from: addDays(lastDay, 1), to: end })) {
    const weekday = weekdays[weekdayOf(day)]
    if (!weekday) return undefined
    days.push({ day, ...weekday })
  }
  return days
}

/**
 * Forecasts the credits of the month of `lastDay`: the credits so far, plus the {@link expectedDays}. Undefined if these
 * are unknown, or a day of the month so far is missing.
 */
export const forecastMonth = (days: readonly CreditDayRow[], lastDay: Day): Forecast | undefined => {
  const elapsed = { from: firstOfMonth(lastDay), to: lastDay }
  const { value: sofar, missing } = figureOf(creditMeasures.billable_tokens, days, elapsed)
  if (sofar === undefined || missing > 0) return undefined
  const end = lastOfMonth(lastDay)
  const byDay = rowsByDay(days)
  const remaining = expectedDays((day) => byDay.get(day)?.billable_tokens, lastDay, end)
  if (!remaining) return undefined
  const lastMonth = creditsOfMonth(days, addDays(elapsed.from, -1))
  const forecast: Forecast = { end, sofar, expected: sofar, low: sofar, high: sofar, lastMonth }
  for (const { expected, low, high } of remaining) {
    forecast.expected += expected
    forecast.low += low
    forecast.high += high
  }
  return forecast
}

const creditsOfMonth = (days: readonly CreditDayRow[], end: Day): number | undefined => {
  const { value, missing } = figureOf(creditMeasures.billable_tokens, days, { from: firstOfMonth(end), to: end })
  return missing > 0 ? undefined : value
}
