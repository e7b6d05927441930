import type { CallOptions } from '../../client/client.ts'
import type { Day, Range } from '../../domain/calendar/calendar.ts'

export type LoadOptions = Pick<CallOptions, 'signal' | 'onRetry'> & {
  /** Asks again also for what is settled or fresh. @default false */
  isForced?: boolean | undefined
}

/** How what the ledger holds came to be there. */
export type Filled = {
  /**
   * When the oldest of the days that can still change was fetched, or, where all are settled, the newest; Unix ms by the
   * server's clock; undefined when nothing is held.
   */
  at: number | undefined
  /** Whether the server was asked for any of it just now. */
  from: 'ledger' | 'server'
  /** Days until yesterday that are not held, as offline nothing is asked or others change the ledger; empty: all are. */
  missing: Range[]
  /** How long from now on nothing of these days is asked again unless forced, ms. */
  freshMs: number
}

/** Rows of a range in the API's own words. */
export type RawDays = Filled & {
  /** As they came, unknown members kept, by day. */
  rows: unknown[]
  /** Of the range that was asked for. */
  meta: { org_id: string | null; start_date: Day; end_date: Day }
  /** Members that were not as the contract says. */
  problems: number
}

/** Part of a walk of the per-user rows; each (person, day) once in a walk. */
export type UsersPart = {
  /** Rows as they came, unknown members kept. */
  rows: unknown[]
  from: 'ledger' | 'server'
  /** Pages that came from the server so far, this one counted; 0 before the first. */
  page: number
  /** Members of this page that were not as the contract says. */
  problems: number
  /** On the last part of a span that could not be walked to its end: why, in one sentence. */
  incomplete: string | undefined
}

export type UsersWalkOptions = LoadOptions & {
  /** People or rows on a page, 1 to 100. @default 100 */
  limit?: number | undefined
}
