import { DAY_MS } from '../../base/time.ts'
import { addDays, type Day, dayOf, daysOf, type Range } from './calendar.ts'

/** A day whose rows are kept, and when they were fetched, Unix ms by the server's clock. */
export type FetchedDay = { day: Day; fetchedAt: number }

/** Full days that must lie between a day and the fetch of its rows: its batch runs the day after, and may be mended then. */
const DAYS_TO_SETTLE = 2

/** How long the rows of a day that may still change are taken as they are, in ms. */
export const YOUNG_FRESH_MS = 3_600_000

/** Whether the rows of a day will not change any more: they were fetched two or more days after it ended. */
export const isSettled = ({ day, fetchedAt }: FetchedDay): boolean =>
  fetchedAt >= Date.parse(`${addDays(day, DAYS_TO_SETTLE + 1)}T00:00:00Z`)

/** A fetch that lies further ahead than this was dated by a clock that has been mended since, in ms. */
const MAX_AHEAD_MS = DAY_MS

/** Whether the rows of a day need not be asked for: settled, or fetched within the hour around `now`. */
export const isFresh = (held: FetchedDay, now: number): boolean =>
  // A fetch that lies far ahead of the clock says nothing about the age of what it brought.
  (isSettled(held) && held.fetchedAt - now < MAX_AHEAD_MS) || Math.abs(now - held.fetchedAt) < YOUNG_FRESH_MS

/**
 * The days of a range that must be asked for, joined to the fewest spans that hold no other day, ascending: days that are
 * not held, and young ones older than an hour. With `isForced` that is the whole range.
 *
 * @param now Unix ms by the server's clock.
 */
export const missingSpans = (range: Range, held: readonly FetchedDay[], now: number, isForced = false): Range[] => {
  if (isForced) return range.from <= range.to ? [range] : []
  const fresh = new Set(held.filter((each) => isFresh(each, now)).map(({ day }) => day))
  return joinDays(daysOf(range).filter((day) => !fresh.has(day)))
}

/** Days as the fewest spans that hold these and no other, ascending. The order of the days and repeats do not matter. */
export const joinDays = (days: Iterable<Day>): Range[] => {
  const spans: Range[] = []
  for (const day of [...new Set(days)].sort()) {
    const last = spans.at(-1)
    if (last && addDays(last.to, 1) === day) last.to = day
    else spans.push({ from: day, to: day })
  }
  return spans
}

/** The days of a range but these, as the fewest spans, ascending. */
export const spansWithout = (range: Range, days: Iterable<Day>): Range[] => {
  const left = new Set(days)
  return joinDays(daysOf(range).filter((day) => !left.has(day)))
}

/** The first moment at which something of these days is asked for again, Unix ms; undefined when all are settled. */
export const staleAt = (held: readonly FetchedDay[]): number | undefined => {
  const young = held.filter((each) => !isSettled(each)).map(({ fetchedAt }) => fetchedAt + YOUNG_FRESH_MS)
  return young.length === 0 ? undefined : Math.min(...young)
}

/** The first day whose rows, fetched at a moment, would not be settled. */
export const firstYoungDay = (fetchedAt: number): Day => addDays(dayOf(fetchedAt), -DAYS_TO_SETTLE)
