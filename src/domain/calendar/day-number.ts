import { type Day, daysBetween } from './calendar.ts'

/** Days since 1970-01-01, to keep and compare days as numbers. */
export const dayNumber = (day: Day): number => daysBetween('1970-01-01', day)
