import { type Range, yesterdayOf } from '../../../domain/calendar/calendar.ts'
import { type FetchedDay, isSettled, missingSpans, spansWithout, staleAt } from '../../../domain/calendar/spans.ts'
import { MAX_DAYS_FRESH_MS } from '../kit/loaded.ts'

/** The cache state of the days of a range. */
export type DaysCacheState = {
  /** Days to request: not cached, or unsettled and older than an hour. */
  missing: Range[]
  /** The number of cached days, fresh or stale. */
  count: number
  /**
   * When the oldest day that can still change was fetched or, if all are settled, the newest day; Unix ms by the
   * server's clock. Undefined if no day is cached.
   */
  at: number | undefined
  /** Time until one of these days becomes stale, ms; 0 if a day is missing. */
  freshMs: number
}

/** The part of a range that can have data. Today and later days are never requested. */
export const requestableRange = ({ from, to }: Range, now: number): Range | undefined => {
  const yesterday = yesterdayOf(now)
  const last = to < yesterday ? to : yesterday
  return from <= last ? { from, to: last } : undefined
}

/** Days until yesterday that are not cached at all. */
export const uncachedDays = (range: Range, cached: readonly FetchedDay[], now: number): Range[] => {
  const requestable = requestableRange(range, now)
  return requestable
    ? spansWithout(
        requestable,
        cached.map(({ day }) => day),
      )
    : []
}

/**
 * Summarizes the cache state of a range.
 *
 * @param cached Cached days of the range.
 * @param now Unix ms by the server's clock.
 */
export const daysCacheState = (range: Range, cached: readonly FetchedDay[], now: number): DaysCacheState => {
  const requestable = requestableRange(range, now)
  const missing = requestable ? missingSpans(requestable, cached, now) : []
  const young = cached.filter((day) => !isSettled(day)).map(({ fetchedAt }) => fetchedAt)
  const settled = cached.map(({ fetchedAt }) => fetchedAt)
  return {
    missing,
    count: cached.length,
    at: young.length > 0 ? Math.min(...young) : settled.length > 0 ? Math.max(...settled) : undefined,
    freshMs: missing.length > 0 ? 0 : Math.min(MAX_DAYS_FRESH_MS, Math.max(0, (staleAt(cached) ?? Infinity) - now)),
  }
}
