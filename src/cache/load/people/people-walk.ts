import type { AppError } from '../../../base/errors.ts'
import type { Range } from '../../../domain/calendar/calendar.ts'
import type { PersonDaysChunk } from '../../../domain/people/person-days.ts'

/** The progress of a walk of the per-user rows of a range, without the rows. */
export type WalkProgress = {
  /** Spans that are not yet cached for all people. If empty, the walk is complete and its figures are exact. */
  missing: readonly Range[]
  /**
   * The days of `missing` that were never cached for all people. On these days, people on pages that are not loaded yet
   * have no data.
   */
  uncached: readonly Range[]
  /**
   * The operation in progress: none, the next page, several pages, or all pages. `cached`: reading very many cached
   * rows, person by person, before any request.
   */
  loading: 'nothing' | 'page' | 'pages' | 'all' | 'cached'
  /** Pages received from the server since the walk was opened. */
  pages: number
  /**
   * Mean number of users on a page; undefined before the first. Some servers count rows where others count users, so
   * that their pages have few users.
   */
  pageUsers: number | undefined
  /** The error of the last page. Its cursor is stored, and `more` retries it. */
  error: AppError | undefined
  /** Whether loading stopped because the server responded with a second 429 since it started. */
  isRateLimited: boolean
  /** Why the server ended the walk early (a repeated or missing cursor), as one sentence. */
  incomplete: string | undefined
  /** A notice about the walk for users, as one sentence. */
  notice: string | undefined
  /** When the oldest row that may still change was fetched, Unix ms; undefined if there are no rows. */
  at: number | undefined
}

/** The state of a walk of the per-user rows of a range. */
export type WalkState = WalkProgress & {
  /**
   * All rows so far, in order of arrival. Chunks are only appended until `generation` changes, so a reader that has
   * processed the first n continues with the rest. The newer row of a (person, day) comes later.
   */
  chunks: readonly PersonDaysChunk[]
  /** Increases when `chunks` starts over, for example after a forced refresh. Rows read before are then invalid. */
  generation: number
  /** The wait before the next request: its end, in Unix ms, and whether the rate limit is the reason. */
  wait: { until: number; isRateLimit: boolean } | undefined
}

/** Whether more than one page is being loaded. */
export const isLoadingMany = (loading: WalkState['loading']): loading is 'pages' | 'all' | 'cached' =>
  loading !== 'nothing' && loading !== 'page'

/** The state of a walk before anything is loaded. @param missing - Days to request. */
export const initialWalk = (missing: WalkState['missing'] = []): WalkState => ({
  ...initialProgress(missing),
  chunks: [],
  generation: 0,
  wait: undefined,
})

export const initialProgress = (missing: WalkState['missing'] = []): WalkProgress => ({
  missing,
  uncached: missing,
  loading: 'page',
  pages: 0,
  pageUsers: undefined,
  error: undefined,
  isRateLimited: false,
  incomplete: undefined,
  notice: undefined,
  at: undefined,
})

/**
 * The per-user rows of a range, page by page. Cached rows are available immediately. Only `more` and `all` request
 * pages, and no page is requested twice. When the last subscriber leaves, the request in flight is cancelled. When the
 * walk is opened again, it continues at its cursor.
 */
export type PeopleWalk = {
  get(): WalkState
  /** Calls the listener on each change of the state. The returned function unsubscribes it. */
  subscribe(listener: () => void): () => void
  /**
   * Requests the next pages, unless a request is in flight or nothing is missing. The caller must subscribe before or in
   * the same turn.
   *
   * @param pages - Their number. @default 1
   */
  more(pages?: number): void
  /** Requests page after page until nothing is missing or `stop` is called. */
  all(): void
  /** Empties the first `count` chunks, after a reader has copied them into its own columns. 100,000 rows take 15 MB. */
  release(count: number): void
  /** Cancels `all` or `more`. Rows that have arrived stay. A later request still waits as long as the server asked. */
  stop(): void
}
