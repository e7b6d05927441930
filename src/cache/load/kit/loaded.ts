import { DAY_MS } from '../../../base/time.ts'
import type { Range } from '../../../domain/calendar/calendar.ts'

/** How long a list that may change at any time counts as fresh, ms. */
export const LIST_FRESH_MS = 5 * 60_000

/** Longest time that days count as fresh without a look at the ledger. */
export const LOOK_AGAIN_MS = 3_600_000

/** How long what people or machines change at any time (computers, keys, runs, jobs) counts as fresh, ms. */
export const CHANGING_FRESH_MS = 60_000

/** The same where something is on its way and is followed, ms. */
export const FOLLOWED_FRESH_MS = 2_000

/** What a query brings. */
export type Loaded<T> = {
  data: T
  /**
   * When it was fetched, Unix ms by the server's clock; of days: the oldest that can still change, or, where all are
   * settled, the newest.
   */
  at: number
  /** Whether the server was asked for any of it just now, or the ledger held it all. */
  from: 'ledger' | 'server'
  /** How long from now on it counts as fresh, ms. */
  freshMs: number
  /** How many members of a wrong type were left out, see the request log. */
  problems: number
  /** Why this is not all there is; absent: it is. */
  incomplete?: string
  /** Of days: those that it lacks; absent: none. */
  missing?: readonly Range[]
}

/**
 * What a query brings, from its parts.
 *
 * @param about.freshMs - @default CHANGING_FRESH_MS
 * @param about.problems - @default 0
 */
export const loaded = <T>(
  data: T,
  at: number,
  from: Loaded<T>['from'],
  { freshMs = CHANGING_FRESH_MS, problems = 0 } = {},
): Loaded<T> => ({ data, at, from, freshMs, problems })

/** How far the time of a stored answer may lie ahead, ms: dates of answers are cut to seconds, and clocks are set. */
const AHEAD_MS = 5 * 60_000

/** How long the list of a server's extensions still counts as fresh, ms: a day in all; 0 when it has to be loaded. */
export const offerFreshMs = (askedAt: number, now: number): number =>
  askedAt > now + AHEAD_MS ? 0 : Math.max(0, askedAt + DAY_MS - now)
