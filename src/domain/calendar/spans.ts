import { DAY_MS } from '../../base/time.ts'
import { addDays, type Day, dayOf, daysOf, type Range } from './calendar.ts'

/** A cached day, with the time of its fetch in Unix ms by the server's clock. */
export type FetchedDay = { day: Day; fetchedAt: number }

/** Full days between a day and a fetch that settles it. The server may correct a day until then. */
const DAYS_TO_SETTLE = 2

/** Time to live of a day that isn't settled, in ms. */
export const UNSETTLED_TTL_MS = 3_600_000

/** The time from which on a fetch settles a day, Unix ms. */
export const settledAt = (day: Day): number => Date.parse(`${addDays(day, DAYS_TO_SETTLE + 1)}T00:00:00Z`)

/** Whether the rows of a day are final: they were fetched two or more full days after the day. */
export const isSettled = ({ day, fetchedAt }: FetchedDay): boolean => fetchedAt >= settledAt(day)

/** Maximum lead of a fetch time over now, in ms. A larger one comes from a clock that was corrected since. */
const MAX_CLOCK_LEAD_MS = DAY_MS

/** Whether the cached rows of a day need no refresh: it is settled, or was fetched within an hour of `now`. */
export const isFresh = (fetched: FetchedDay, now: number): boolean =>
  // The age of the rows is unknown if the fetch time is far in the future.
  (isSettled(fetched) && fetched.fetchedAt - now < MAX_CLOCK_LEAD_MS) ||
  Math.abs(now - fetched.fetchedAt) < UNSETTLED_TTL_MS

/**
 * The days of a range to load, joined into as few spans as possible, ascending: missing days, and unsettled ones older
 * than an hour. With `isForced` that is the whole range.
 *
 * @param now Unix ms by the server's clock.
 */
export const missingSpans = (range: Range, fetched: readonly FetchedDay[], now: number, isForced = false): Range[] => {
  if (isForced) return range.from <= range.to ? [range] : []
  const fresh = new Set(fetched.filter((each) => isFresh(each, now)).map(({ day }) => day))
  return joinDays(daysOf(range).filter((day) => !fresh.has(day)))
}

/** Joins days into the fewest contiguous spans, ascending. Order and duplicates of the input don't matter. */
export const joinDays = (days: Iterable<Day>): Range[] => {
  const spans: Range[] = []
  for (const day of [...new Set(days)].sort()) {
    const last = spans.at(-1)
    if (last && addDays(last.to, 1) === day) last.to = day
    else spans.push({ from: day, to: day })
  }
  return spans
}

/** The days of a range except `days`, as the fewest spans, ascending. */
export const spansWithout = (range: Range, days: Iterable<Day>): Range[] => {
  const left = new Set(days)
  return joinDays(daysOf(range).filter((day) => !left.has(day)))
}

/** The earliest time at which one of these days becomes stale, Unix ms; undefined if all are settled. */
export const staleAt = (fetched: readonly FetchedDay[]): number | undefined => {
  const young = fetched.filter((each) => !isSettled(each)).map(({ fetchedAt }) => fetchedAt + UNSETTLED_TTL_MS)
  return young.length === 0 ? undefined : Math.min(...young)
}

/** The first day that a fetch at this time doesn't settle. */
export const firstUnsettledDay = (fetchedAt: number): Day => addDays(dayOf(fetchedAt), -DAYS_TO_SETTLE)
