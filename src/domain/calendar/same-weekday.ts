import { addDays, type Day } from './calendar.ts'

/** Weeks before a day that say what is usual on its weekday. */
export const WEEKS_BACK = 8

/** How many of those days have to be known, so that their median says something. */
export const LEAST_WEEKS = 3

/** The same weekday in the weeks before, the newest first. */
export const earlierDays = (day: Day): Day[] =>
  Array.from({ length: WEEKS_BACK }, (_, week) => addDays(day, -7 * (week + 1)))
