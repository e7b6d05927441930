import { type Range, yesterdayOf } from '../../../domain/calendar/calendar.ts'
import { type FetchedDay, isSettled, missingSpans, spansWithout, staleAt } from '../../../domain/calendar/spans.ts'
import { LOOK_AGAIN_MS } from '../kit/loaded.ts'

/** What is known of the days of a range without asking anybody. */
export type DaysHeld = {
  /** Days that must be asked for: not held, or young and held for longer than an hour. */
  missing: Range[]
  /** How many days are held, old or not. */
  count: number
  /**
   * When the oldest of the days that can still change was fetched, or, where all are settled, the newest; Unix ms by the
   * server's clock; undefined when nothing is held.
   */
  at: number | undefined
  /** How long from now nothing of these days is asked again, ms; 0 when something is missing. */
  freshMs: number
}

/** The part of a range that there can be data for: today and later are never asked for. */
export const askableOf = ({ from, to }: Range, now: number): Range | undefined => {
  const yesterday = yesterdayOf(now)
  const last = to < yesterday ? to : yesterday
  return from <= last ? { from, to: last } : undefined
}

/** Days until yesterday that are not held at all. */
export const daysNotHeld = (range: Range, held: readonly FetchedDay[], now: number): Range[] => {
  const askable = askableOf(range, now)
  return askable
    ? spansWithout(
        askable,
        held.map(({ day }) => day),
      )
    : []
}

/**
 * @param held Days of the range that are held.
 * @param now Unix ms by the server's clock.
 */
export const daysHeld = (range: Range, held: readonly FetchedDay[], now: number): DaysHeld => {
  const askable = askableOf(range, now)
  const missing = askable ? missingSpans(askable, held, now) : []
  const young = held.filter((day) => !isSettled(day)).map(({ fetchedAt }) => fetchedAt)
  const settled = held.map(({ fetchedAt }) => fetchedAt)
  return {
    missing,
    count: held.length,
    at: young.length > 0 ? Math.min(...young) : settled.length > 0 ? Math.max(...settled) : undefined,
    freshMs: missing.length > 0 ? 0 : Math.min(LOOK_AGAIN_MS, Math.max(0, (staleAt(held) ?? Infinity) - now)),
  }
}
