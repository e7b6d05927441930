import { addDays, clamped, type Day, type Range } from './calendar.ts'

/** Number of earlier weeks that form the baseline for a weekday. */
export const BASELINE_WEEKS = 8

/** Minimum number of days with data for a meaningful median. */
export const MIN_WEEKS = 3

/** The same weekday in the {@link BASELINE_WEEKS} weeks before `day`, newest first. */
export const earlierDays = (day: Day): Day[] =>
  Array.from({ length: BASELINE_WEEKS }, (_, week) => addDays(day, -7 * (week + 1)))

/** A day with the weeks of its baseline, cut at the first day with data. */
export const withWeeksBefore = (day: Day): Range => clamped({ from: addDays(day, -7 * BASELINE_WEEKS), to: day })
