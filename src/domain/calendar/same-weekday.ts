import { addDays, clamped, type Day, type Range } from './calendar.ts'

/** Weeks before a day that say what is usual on its weekday. */
export const WEEKS_BACK = 8

/** How many of those days have to be known, so that their median says something. */
export const MIN_WEEKS = 3

/** The same weekday in the weeks before, the newest first. */
export const earlierDays = (day: Day): Day[] =>
  Array.from({ length: WEEKS_BACK }, (_, week) => addDays(day, -7 * (week + 1)))

/** A day with the weeks before it that say what is usual for it, as far as there can be data. */
export const withWeeksBefore = (day: Day): Range => clamped({ from: addDays(day, -7 * WEEKS_BACK), to: day })
