import type { ControlRevision } from '../../contract/controls.ts'
import type { Lenient } from '../../contract/lenient.ts'
import type { ReadinessReport } from '../../contract/readiness.ts'
import type { Day, Range } from '../../domain/calendar/calendar.ts'
import type { PersonDaysChunk, PersonDaysToStore } from '../../domain/people/person-days.ts'
import type { CreditDayRow, PersonCredits } from '../../domain/usage/credit-days.ts'
import type { EnteredRows, FailedExport, KnownId, KnownKind, KnownSource, LastExport, Offer } from './known-ids.ts'

export type { FailedExport, KnownId, KnownKind, KnownSource, LastExport, Offer } from './known-ids.ts'

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

/** What is kept on disk of one organisation for one key. All calls are synchronous; none throws for a broken file. */
export type Ledger = {
  /** Why nothing, or nothing of before, is kept, as one sentence; undefined when all is well. */
  readonly notice: string | undefined
  /** Whether what is written will be there tomorrow. False for a demo's, a newer version's or an unwritable file. */
  readonly isKept: boolean
  /** The organisation whose rows are shown; undefined before the first answer that names one. */
  orgId(): string | undefined
  /**
   * Tells whose rows follow: rows of another organisation under the same key are neither shown nor lost. What was written
   * before the first one was told is its own.
   */
  setOrg(orgId: string): void

  /** When the newest of all days was fetched, by the server's clock, Unix ms; undefined where no day is held. */
  newestAt(): number | undefined
  heldDays(table: DayTable | 'users', range: Range): HeldDay[]
  /**
   * All days of the range that are held, each with all of its rows: between a look at what is held and this, another process may
   * have cleared the file, and rows that cannot be read count as not held.
   */
  readDays<Row>(table: DayTable, range: Range): HeldRows<Row>[]
  /** The same of credit days, without what each person used: of thousands of people that is a hundred times as much. */
  readCreditTotals(range: Range): HeldRows<CreditDayRow>[]
  /** How many bytes are held of what each person used: 1 MB takes about 20 ms to read. */
  creditBytes(range: Range): number
  /** The same, and apart from them what each person used. */
  readCreditDays(range: Range): { days: HeldRows<CreditDayRow>[]; people: PersonCredits }
  /** Rows as they came from the API. */
  readRawDays(table: DayTable, range: Range): HeldRows<unknown>[]
  writeDays(table: DayTable, fetched: FetchedDays): void

  /** The newest unfinished walk whose span is exactly this one. */
  unfinishedWalk(span: Range): UserWalk | undefined
  beginWalk(span: Range, startedAt: number): UserWalk
  /** Rows of a page; a cursor of undefined ends the walk: its days are held, and older rows of these days are dropped. */
  writePage(walk: UserWalk, page: WalkPage): UserWalk
  dropWalk(walk: UserWalk): void
  /**
   * Rows of the range: of complete walks and of unfinished ones, the newer row of a (person, day) last; and the days of which
   * they are all that there are.
   */
  readPersonDays(range: Range): { days: HeldDay[]; chunks: PersonDaysChunk[] }
  /**
   * Where the same rows stand as they came, each (person, day) once, the newest, in the order of the walk. Thousands of people
   * over months are more than fits into memory at once: they are read page by page.
   *
   * @param walk The one whose rows count; without it all do.
   */
  rawPages(range: Range, walk?: UserWalk): RawPages
  /** The wanted rows of a page; undefined where it is not there any more, as another process has cleared or renewed it. */
  readRawPage(page: RawPage): unknown[] | undefined

  readReports(): { rows: Lenient<ReadinessReport>[]; fetchedAt: number | undefined }
  /** @param options.isAll - Whether these are all reports: others are deleted. @default false */
  writeReports(rows: readonly Lenient<ReadinessReport>[], fetchedAt: number, options?: { isAll?: boolean }): void
  /** The highest numbers of those that are kept, newest first, and when the newest was asked for. */
  revisionNumbers(limit: number): { numbers: number[]; fetchedAt: number | undefined }
  /**
   * Newest first. Settings are masked already when they come here: see domain/mask-settings.ts.
   *
   * @param newest No higher number. @default any
   */
  readRevisions(limit: number, newest?: number): { rows: Lenient<ControlRevision>[]; fetchedAt: number | undefined }
  /** One of them, by its number. */
  readRevision(revision: number): Lenient<ControlRevision> | undefined
  /** @param fetchedAt When the newest was asked for; undefined: it was not. */
  writeRevisions(rows: readonly Lenient<ControlRevision>[], fetchedAt: number | undefined): void

  /** Ids of a kind, in the order in which they became known. */
  knownIds(kind: KnownKind): KnownId[]
  /** @param at Unix ms. */
  rememberIds(kind: KnownKind, ids: readonly Pick<KnownId, 'id' | 'name'>[], source: KnownSource, at: number): void
  /** Of a wiki run its last and its failed export too. */
  forgetId(kind: KnownKind, id: string): void
  /** The last exports of wiki runs, by the ids of the runs. Their files may be gone. */
  lastExports(): Map<string, LastExport>
  /** Of the same run no failed one is kept any more. */
  rememberExport(run: string, exported: LastExport): void
  forgetExport(run: string): void
  /**
   * Hands over the ids that people entered, and paths of exports, that stand in the file. From now on it holds none of these paths,
   * and of the ids those with a name, as ids from answers.
   *
   * @param keep Stores them; false: they stay in the file.
   */
  moveEntered(keep: (rows: EnteredRows) => boolean): void
  /** Exports that came to nothing, by the ids of the runs; none of a run that was exported since. */
  failedExports(): Map<string, FailedExport>
  rememberFailedExport(run: string, failed: FailedExport): void
  /** What the server was found to have beyond the endpoints that all have; undefined: it was not asked yet. */
  offer(): Offer | undefined
  writeOffer(offer: Offer): void

  /** Forgets what a refused key must not see any more: one table, or everything of this key. */
  purge(...what: (DayTable | 'users' | 'reports' | 'revisions' | KnownKind | 'all')[]): void
  close(): void
}
