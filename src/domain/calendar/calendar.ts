import { memoize } from '../../base/memoize.ts'
import { DAY_MS } from '../../base/time.ts'
import { EARLIEST_DAY } from '../../contract/constants.ts'
import type { Day } from '../../contract/primitives.ts'

export type { Day }
export { EARLIEST_DAY }

/** Days from the first to the last, both included, in UTC. */
export type Range = { from: Day; to: Day }

const dayPattern = /^\d{4}-\d{2}-\d{2}$/

// The days of some decades. Every row that is loaded, kept or drawn asks for its day, and reading or writing one takes long.
const MAX_KNOWN = 10_000

const msOf = memoize((day: Day): number => Date.parse(`${day}T00:00:00Z`), MAX_KNOWN)
const dayAt = memoize((at: number): Day => new Date(at * DAY_MS).toISOString().slice(0, 10), MAX_KNOWN)

/** The UTC day that holds a moment given in Unix milliseconds. Throws a RangeError on what is no moment. */
export const dayOf = (ms: number): Day => dayAt(Math.floor(Math.trunc(ms) / DAY_MS))

/** Whether the text is a day of the calendar, `YYYY-MM-DD`; 30 February is not. */
export const isDay = (text: string): text is Day => {
  if (!dayPattern.test(text)) return false
  const ms = msOf(text)
  // The parser takes 30 February for a day of March.
  return !Number.isNaN(ms) && dayOf(ms) === text
}

/** The day n days later, or earlier when n is negative. */
export const addDays = (day: Day, n: number): Day => dayOf(msOf(day) + n * DAY_MS)

/** Days from a to b: 0 for the same day, negative when b is earlier. */
export const daysBetween = (a: Day, b: Day): number => Math.round((msOf(b) - msOf(a)) / DAY_MS)

/** How many days a range holds; 1 when it starts and ends on the same day. */
export const lengthOf = (range: Range): number => Math.max(0, daysBetween(range.from, range.to) + 1)

/** Every day of a range, first to last; none when it ends before it starts. */
export const daysOf = (range: Range): Day[] => {
  const start = msOf(range.from)
  return Array.from({ length: lengthOf(range) }, (_, index) => dayOf(start + index * DAY_MS))
}

/** 0 for Monday to 6 for Sunday. */
export const weekdayOf = (day: Day): number => (new Date(msOf(day)).getUTCDay() + 6) % 7

/** The last day there can be data for: the UTC day before the given moment. */
export const yesterdayOf = (nowMs: number): Day => addDays(dayOf(nowMs), -1)

/** A start before the first day of data moves there; a range that ends before that day is left as it is. */
export const clamped = (range: Range): Range =>
  range.from < EARLIEST_DAY && range.to >= EARLIEST_DAY ? { from: EARLIEST_DAY, to: range.to } : range

/** The n days that end yesterday, fewer where data does not reach back so far. */
export const lastDays = (n: number, nowMs: number): Range => {
  const to = yesterdayOf(nowMs)
  return clamped({ from: addDays(to, 1 - n), to })
}

/**
 * As many days, directly before: day by day they stand beside those of the range, and where the range is whole weeks each beside
 * the same weekday. It may lie partly or wholly before the first day of data: see {@link isAvailable}.
 */
export const previousRange = (range: Range): Range => {
  const to = addDays(range.from, -1)
  return { from: addDays(to, 1 - lengthOf(range)), to }
}

/** Whether data can exist for the whole range, as far as its start decides. */
export const isAvailable = (range: Range): boolean => range.from >= EARLIEST_DAY

/** From the first of the month that yesterday belongs to, until yesterday. */
export const monthToDate = (nowMs: number): Range => {
  const to = yesterdayOf(nowMs)
  return clamped({ from: firstOfMonth(to), to })
}

/** The calendar month before the month of the given moment. In January 2026 it lies wholly before the first data. */
export const lastMonth = (nowMs: number): Range => {
  const to = addDays(firstOfMonth(dayOf(nowMs)), -1)
  return clamped({ from: firstOfMonth(to), to })
}

/** Every day there can be data for. */
export const allDays = (nowMs: number): Range => ({ from: EARLIEST_DAY, to: yesterdayOf(nowMs) })

/** The last day of the month that a day belongs to. */
export const lastOfMonth = (day: Day): Day => addDays(firstOfMonth(addDays(firstOfMonth(day), 31)), -1)

/** The first day of the month that a day belongs to. */
export const firstOfMonth = (day: Day): Day => `${day.slice(0, 8)}01`
