import { addDays, type Day, daysOf, firstOfMonth, lastOfMonth, type Range, weekdayOf } from './calendar.ts'
import { combined } from './sparkline.ts'

/** Where the credits of a month are heading. */
export type MonthForecast = {
  /** First day of the month. */
  from: Day
  /** Last day of the month. */
  to: Day
  /** Credits of the month so far. */
  soFar: number
  /** Days of the month that are still to come. */
  daysLeft: number
  /** Credits at the end of the month, if its other days are like the same weekdays of late. */
  credits: number
}

/** Days that say what a weekday is like. */
export const HABIT_DAYS = 28

type CreditRow = { date?: string | undefined; billable_tokens?: number | null | undefined }

/**
 * The credits of the month of `lastKnown` at its end: what was used until that day, and for each day after it the mean
 * of the same weekdays among the 28 days before, or of all of those where the weekday is not among them. Undefined when
 * nothing is known of the month.
 */
export const monthForecast = (rows: readonly CreditRow[], lastKnown: Day): MonthForecast | undefined => {
  const creditsOf = new Map(rows.map((row) => [row.date, row.billable_tokens]))
  const valuesOf = (range: Range) => daysOf(range).map((day) => ({ day, value: creditsOf.get(day) }))
  const from = firstOfMonth(lastKnown)
  const to = lastOfMonth(lastKnown)
  const soFar = combined(valuesOf({ from, to: lastKnown }).map(({ value }) => value), 'sum')
  if (soFar === undefined) return undefined
  const habit = valuesOf({ from: addDays(lastKnown, 1 - HABIT_DAYS), to: lastKnown })
  const overall = combined(habit.map(({ value }) => value), 'mean') ?? 0
  const expectedOn = (day: Day): number =>
    combined(habit.filter((other) => weekdayOf(other.day) === weekdayOf(day)).map(({ value }) => value), 'mean') ?? overall
  const left = daysOf({ from: addDays(lastKnown, 1), to })
  return { from, to, soFar, daysLeft: left.length, credits: left.reduce((total, day) => total + expectedOn(day), soFar) }
}
