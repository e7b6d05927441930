import type { PackedLists } from '../../base/long-list.ts'
import type { Lenient } from '../../contract/lenient.ts'
import type { Day, Range } from '../../domain/calendar/calendar.ts'
import type { PersonDaysToStore } from '../../domain/people/person-days.ts'

/** Endpoints and their groupings whose rows are cached by day. */
export const dayEndpoints = {
  credits: ['credits'],
  creditsByModel: ['credits', 'model'],
  tools: ['tools'],
  toolsByName: ['tools', 'tool_name'],
  activity: ['activity'],
  activityByClient: ['activity', 'client'],
  productivity: ['productivity'],
} as const
export type DayTable = keyof typeof dayEndpoints

/** A cached day, and when it was fetched, Unix ms by the server's clock. A cached day may have no rows. */
export type CachedDay = { day: Day; fetchedAt: number }

/** Rows of a cached day after tolerant parsing; empty if the API had no row for the day. */
export type CachedRows<Row> = CachedDay & { rows: Row[]; problems: number }

/** A response with the rows of each day of the requested range. */
export type FetchedDays = {
  /** All its days are cached from now on, with or without rows. */
  span: Range
  /** Unix ms by the server's clock. */
  fetchedAt: number
  /** Rows after tolerant parsing, with `date` (rows without one are dropped); rows of credits include `by_user`. */
  rows: readonly Lenient<{ date: Day }>[]
  /** The same rows as received, for lossless output. Matched to days by their own `date`. */
  rawRows: readonly unknown[]
  /** Lists to which both kinds of rows have references. */
  longLists?: PackedLists | undefined
  problems: number
}

/** A walk: the paginated fetch of the users endpoint over a range of days. It can be resumed. */
export type UserWalk = {
  id: number
  span: Range
  startedAt: number
  /** Where its next page starts; undefined before the first page. */
  cursor: string | undefined
  pages: number
}

/** A page of a walk as received. */
export type WalkPage = {
  chunk: PersonDaysToStore
  rawRows: readonly unknown[]
  nextCursor: string | undefined
  fetchedAt: number
}

/** A page of per-user rows as received. Only its rows of `days` count, except those in `replaced`. */
export type RawPage = {
  walk: number
  startedAt: number
  page: number
  days: readonly Day[]
  /** Rows that a newer page replaces, as day and person. */
  replaced: ReadonlySet<string>
}

/** Pages of a range, and its complete days: all cached days or, for a single walk, the range of that walk. */
export type RawPages = { pages: RawPage[]; whole: Day[] }

/** Kinds of resources that are requested by id because a server may not list them. */
export const KNOWN_KINDS = ['computers', 'serviceAccounts', 'wikiRuns'] as const
export type KnownKind = (typeof KNOWN_KINDS)[number]

/** An id, stored because a server may not list such ids. Untrusted text. Nothing else about the resource is stored. */
export type KnownId = {
  id: string
  /** Its last seen name; undefined if no response had one. */
  name: string | undefined
  /** Where the id came from: a user added it, a response contained it, or an import contained it. */
  source: 'added' | 'seen' | 'imported'
  /** When it was last added or seen, Unix ms. */
  at: number
}

/**
 * The extensions of a server beyond the endpoints that all servers have, and when they were requested, Unix ms by the
 * server's clock.
 */
export type Offer = { extensions: readonly string[]; askedAt: number }

/** Where the last archive of a wiki run was saved, and its size. Its content is not stored. */
export type LastExport = {
  /** Absolute path. */
  path: string
  /** When it was saved, Unix ms by the server's clock. */
  at: number
  sizeBytes: number
  files: number
}

/** An export that failed, with no later successful export of the same run. */
export type FailedExport = {
  /** Unix ms by the server's clock. */
  at: number
  /** Untrusted text. */
  why: string
}
