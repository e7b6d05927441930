import { addDays, type Day, daysBetween } from './calendar.ts'

/** Days since 1970-01-01, for storing and comparing days as numbers. */
export const dayNumber = (day: Day): number => daysBetween(FIRST, day)

/** The day of a day number; undefined for undefined or NaN. */
export const dayOfNumber = (number: number | undefined): Day | undefined =>
  number === undefined || Number.isNaN(number) ? undefined : addDays(FIRST, number)

const FIRST = '1970-01-01'
