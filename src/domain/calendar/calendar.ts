import { memoize } from '../../base/memoize.ts'
import { DAY_MS } from '../../base/time.ts'
import { EARLIEST_DAY } from '../../contract/constants.ts'
import type { Day } from '../../contract/primitives.ts'

export type { Day }
export { EARLIEST_DAY }

/** First and last UTC day, both included. */
export type Range = { from: Day; to: Day }

const dayPattern = /^\d{4}-\d{2}-\d{2}$/

// Several decades of days. Each loaded, cached or drawn row needs its day, and parsing and formatting dates is slow.
const MAX_CACHED_DAYS = 10_000

const msOf = memoize((day: Day): number => Date.parse(`${day}T00:00:00Z`), MAX_CACHED_DAYS)
const dayAt = memoize((at: number): Day => new Date(at * DAY_MS).toISOString().slice(0, 10), MAX_CACHED_DAYS)

/** The UTC day of a timestamp in Unix ms. Throws a RangeError on an invalid timestamp. */
export const dayOf = (ms: number): Day => dayAt(Math.floor(Math.trunc(ms) / DAY_MS))

/** Whether a text is a valid calendar day, `YYYY-MM-DD` (no 30 February). */
export const isDay = (text: string): text is Day => {
  if (!dayPattern.test(text)) return false
  const ms = msOf(text)
  // Date.parse accepts 30 February and returns a day in March.
  return !Number.isNaN(ms) && dayOf(ms) === text
}

/** Adds n days, or subtracts them if n is negative. */
export const addDays = (day: Day, n: number): Day => dayOf(msOf(day) + n * DAY_MS)

/** Days from a to b: 0 for the same day, negative if b is earlier. */
export const daysBetween = (a: Day, b: Day): number => Math.round((msOf(b) - msOf(a)) / DAY_MS)

/** Number of days in a range: 1 if it starts and ends on the same day, 0 if it ends before it starts. */
export const lengthOf = (range: Range): number => Math.max(0, daysBetween(range.from, range.to) + 1)

/** All days of a range in ascending order; empty if it ends before it starts. */
export const daysOf = (range: Range): Day[] => {
  const start = msOf(range.from)
  return Array.from({ length: lengthOf(range) }, (_, index) => dayOf(start + index * DAY_MS))
}

/** 0 for Monday to 6 for Sunday. */
export const weekdayOf = (day: Day): number => (new Date(msOf(day)).getUTCDay() + 6) % 7

/** The last day with data: the UTC day before `nowMs`. */
export const yesterdayOf = (nowMs: number): Day => addDays(dayOf(nowMs), -1)

/** Moves a start before the first day with data to that day. A range that ends before it stays unchanged. */
export const clamped = (range: Range): Range =>
  range.from < EARLIEST_DAY && range.to >= EARLIEST_DAY ? { from: EARLIEST_DAY, to: range.to } : range

/** The last n days up to yesterday; fewer if data starts later. */
export const lastDays = (n: number, nowMs: number): Range => {
  const to = yesterdayOf(nowMs)
  return clamped({ from: addDays(to, 1 - n), to })
}

/**
 * The range of the same length directly before this one. Its days are compared with those of the range one by one; if
 * the range is whole weeks, each is compared with the same weekday. It may start or even end before the first day with
 * data: see {@link isAvailable}.
 */
export const previousRange = (range: Range): Range => {
  const to = addDays(range.from, -1)
  return { from: addDays(to, 1 - lengthOf(range)), to }
}

/** Whether the range starts on or after the first day with data. */
export const isAvailable = (range: Range): boolean => range.from >= EARLIEST_DAY

/** From the first day of yesterday's month to yesterday. */
export const monthToDate = (nowMs: number): Range => {
  const to = yesterdayOf(nowMs)
  return clamped({ from: firstOfMonth(to), to })
}

/** The calendar month before the month of `nowMs`. In January 2026 it ends before the first day with data. */
export const lastMonth = (nowMs: number): Range => {
  const to = addDays(firstOfMonth(dayOf(nowMs)), -1)
  return clamped({ from: firstOfMonth(to), to })
}

/** From the first day with data to yesterday. */
export const allDays = (nowMs: number): Range => ({ from: EARLIEST_DAY, to: yesterdayOf(nowMs) })

/** The last day of the month of `day`. */
export const lastOfMonth = (day: Day): Day => addDays(firstOfMonth(addDays(firstOfMonth(day), 31)), -1)

/** The first day of the month of `day`. */
export const firstOfMonth = (day: Day): Day => `${day.slice(0, 8)}01`
