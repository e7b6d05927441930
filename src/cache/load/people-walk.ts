import type { PersonDaysChunk } from '../../domain/people/person-days.ts'
import type { UsersWatchState } from './people/users-watch.ts'

/** How far a walk of the per-user rows of a range is. */
export type WalkState = UsersWatchState & {
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
  chunks: [],
  generation: 0,
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
