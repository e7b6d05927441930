import type { Lenient } from '../../contract/lenient.ts'
import type { Day, Range } from '../../domain/calendar/calendar.ts'
import type { PersonDaysToStore } from '../../domain/people/person-days.ts'

/** Endpoints, and groups of them, whose rows are kept day by day. */
export type DayTable =
  | 'credits'
  | 'creditsByModel'
  | 'tools'
  | 'toolsByName'
  | 'activity'
  | 'activityByClient'
  | 'productivity'

/** A day that is held, and when it was fetched, Unix ms by the server's clock. A day may be held without any row. */
export type HeldDay = { day: Day; fetchedAt: number }

/** Rows of a held day as the tolerant parser left them, none where the API had no row for the day. */
export type HeldRows<Row> = HeldDay & { rows: Row[]; problems: number }

/** What an answer brought for each day of the span that was asked for. */
export type FetchedDays = {
  /** All its days are held from now on, with or without rows. */
  span: Range
  /** Unix ms by the server's clock. */
  fetchedAt: number
  /** As the tolerant parser left them, with `date` (rows without one are dropped); of credits with `by_user`. */
  rows: readonly Lenient<{ date: Day }>[]
  /** The same rows as they came, for lossless output. Matched to days by their own `date`. */
  rawRows: readonly unknown[]
  problems: number
}

/** A walk of the users endpoint over a span of days that has begun. */
export type UserWalk = {
  id: number
  span: Range
  startedAt: number
  /** Where its next page starts; undefined before the first one. */
  cursor: string | undefined
  pages: number
}

/** A page of a walk as it has come. */
export type WalkPage = {
  chunk: PersonDaysToStore
  rawRows: readonly unknown[]
  nextCursor: string | undefined
  fetchedAt: number
}

/** A page of per-user rows as they came, and which of its rows count: those of `days` but for `replaced`. */
export type RawPage = {
  walk: number
  startedAt: number
  page: number
  days: readonly Day[]
  /** Rows that a newer page has brought again, as day and person. */
  replaced: ReadonlySet<string>
}

/** Pages of a range, and the days of it of which nothing is missing: held ones, or, of one walk, the span that it is walking. */
export type RawPages = { pages: RawPage[]; whole: Day[] }

/** What is asked for by an id that a server may have no list of. */
export const KNOWN_KINDS = ['computers', 'serviceAccounts', 'wikiRuns'] as const
export type KnownKind = (typeof KNOWN_KINDS)[number]

/** An id: untrusted text, stored because a server may have no list of them. Nothing else is stored of what it stands for. */
export type KnownId = {
  id: string
  /** The name it had when it was seen last; undefined: no answer had one. */
  name: string | undefined
  /** How it became known: a person added it, it stood in an answer, or it came with imported data. */
  source: 'added' | 'seen' | 'imported'
  /** When it was added or seen last, Unix ms. */
  at: number
}

/** What a server has beyond the endpoints that all have, and when it was asked, Unix ms by the server's clock. */
export type Offer = { extensions: readonly string[]; askedAt: number }

/** Where the last archive of a wiki run was put, and what it held. Nothing of its content is kept. */
export type LastExport = {
  /** From the root. */
  path: string
  /** When it was there, Unix ms by the server's clock. */
  at: number
  sizeBytes: number
  files: number
}

/** An export that failed, and none of the same run after it. */
export type FailedExport = {
  /** Unix ms by the server's clock. */
  at: number
  /** Untrusted text. */
  why: string
}
