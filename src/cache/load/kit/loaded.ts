import { DAY_MS } from '../../../base/time.ts'
import type { Range } from '../../../domain/calendar/calendar.ts'

/** Time to live of lists that may change at any time, ms. */
export const LIST_FRESH_MS = 5 * 60_000

/** Maximum time that days count as fresh before the ledger is checked again, ms. */
export const MAX_DAYS_FRESH_MS = 3_600_000

/** Time to live of data that people or machines change at any time (computers, keys, runs, jobs), ms. */
export const CHANGING_FRESH_MS = 60_000

/** Time to live of such data while an operation on the server is in progress, ms. */
export const FOLLOWED_FRESH_MS = 2_000

/** The result of a query. */
export type Loaded<T> = {
  data: T
  /**
   * When it was fetched, Unix ms by the server's clock. For days: the oldest day that can still change or, if all are
   * settled, the newest.
   */
  at: number
  /** `server` if any request was sent for it, `ledger` if all of it came from the ledger. */
  from: 'ledger' | 'server'
  /** Remaining time for which it counts as fresh, ms. */
  freshMs: number
  /** The number of members dropped because of a wrong type: see the request log. */
  problems: number
  /** Why the data is incomplete; absent if it is complete. */
  incomplete?: string
  /** The missing days; absent if there are none. */
  missing?: readonly Range[]
}

/**
 * Creates the result of a query.
 *
 * @param options.freshMs - @default CHANGING_FRESH_MS
 * @param options.problems - @default 0
 */
export const loaded = <T>(
  data: T,
  at: number,
  from: Loaded<T>['from'],
  { freshMs = CHANGING_FRESH_MS, problems = 0 } = {},
): Loaded<T> => ({ data, at, from, freshMs, problems })

/** Tolerance for stored times in the future, ms: Date headers are rounded to seconds, and clocks are adjusted. */
const FUTURE_TOLERANCE_MS = 5 * 60_000

/** How long the list of a server's extensions still counts as fresh, ms: until a day after its request. 0 if stale. */
export const extensionsFreshMs = (askedAt: number, now: number): number =>
  askedAt > now + FUTURE_TOLERANCE_MS ? 0 : Math.max(0, askedAt + DAY_MS - now)
