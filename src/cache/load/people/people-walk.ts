import type { AppError } from '../../../base/errors.ts'
import type { Range } from '../../../domain/calendar/calendar.ts'
import type { PersonDaysChunk } from '../../../domain/people/person-days.ts'

/** How far a walk of the per-user rows of a range has come, without the rows. */
export type WalkProgress = {
  /** Spans of the range that are not held for everybody yet; empty: the walk is complete and its figures are exact. */
  missing: readonly Range[]
  /** The days of these that have never been held for everybody: of people whom no page has brought, nothing is known of them. */
  unheld: readonly Range[]
  /** What is under way: nothing, the next page, or all pages; `kept`: very many cached rows, person by person, before anything else. */
  loading: 'nothing' | 'page' | 'all' | 'kept'
  /** Pages that have come from the server since the walk was opened. */
  pages: number
  /** The last page failed; its cursor is kept and `more` tries it again. */
  error: AppError | undefined
  /** The server ended the walk early (a cursor that comes again, or none where one is due): why, in one sentence. */
  incomplete: string | undefined
  /** What happened to the walk that people should know, in one sentence. */
  notice: string | undefined
  /** When the oldest of what is shown and may still change was fetched, Unix ms; undefined when nothing is known. */
  at: number | undefined
}

/** How far a walk of the per-user rows of a range is. */
export type WalkState = WalkProgress & {
  /**
   * All rows so far, in the order they arrived, only ever appended to until `generation` changes: a reader that has taken
   * the first n takes the rest. The newer row of a (person, day) comes later.
   */
  chunks: readonly PersonDaysChunk[]
  /** Rises when `chunks` begins anew (`R`, another key): what was taken before is void. */
  generation: number
}

/** Whether more than a page is on its way. */
export const bringsMany = (loading: WalkState['loading']): loading is 'all' | 'kept' =>
  loading === 'all' || loading === 'kept'

/** Before anything is known of a walk. @param missing - Days that will have to be asked for. */
export const unknownWalk = (missing: WalkState['missing'] = []): WalkState => ({
  ...unknownProgress(missing),
  chunks: [],
  generation: 0,
})

export const unknownProgress = (missing: WalkState['missing'] = []): WalkProgress => ({
  missing,
  unheld: missing,
  loading: 'page',
  pages: 0,
  error: undefined,
  incomplete: undefined,
  notice: undefined,
  at: undefined,
})

/**
 * The per-user rows of a range, page by page. What the ledger holds is there at once; a page is asked for only by `more` or
 * `all`, never the same page twice. When the last subscriber leaves, the page under way is cancelled; the walk goes on at its
 * cursor when it is opened again.
 */
export type PeopleWalk = {
  get(): WalkState
  /** Told of each change of the state, until the returned function is called. */
  subscribe(listener: () => void): () => void
  /** Asks for the next page, unless one is under way or nothing is missing; who asks listens, or begins to in the same turn. */
  more(): void
  /** Asks for page after page until nothing is missing or `stop` is called. */
  all(): void
  /**
   * Lets go of the first `count` of the chunks, which somebody has taken over into columns of its own: they hold no rows from
   * then on. 100,000 rows are 15 MB, which nobody needs twice.
   */
  release(count: number): void
  /** Ends what is under way after `all` or `more`; rows that have arrived stay. */
  stop(): void
}
