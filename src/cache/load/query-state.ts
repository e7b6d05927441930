import type { AppError } from '../../base/errors.ts'

/** Data with its age and where it came from. */
export type Aged<T> = {
  data: T
  /**
   * When it was fetched, Unix ms by the server's clock; of days: the oldest that can still change, or, where all are
   * settled, the newest.
   */
  at: number
  /** Whether the server was asked for any of it when it was last loaded, or the ledger held it all. */
  from: 'ledger' | 'server'
  /** Members of a wrong type that were left out, see the request log. */
  problems: number
  /** Why this is not all there is; absent: it is. */
  incomplete?: string
}

/** What a query can be; `data` exists only where it can be used. Old data stays beside a load or a failure. */
export type QueryState<T> =
  | { is: 'loading'; old?: Aged<T> }
  | { is: 'ready'; now: Aged<T> }
  | { is: 'failed'; error: AppError; old?: Aged<T> }

/** The data that can be shown, fresh or old. */
export const shownOf = <T>(state: QueryState<T>): Aged<T> | undefined => (state.is === 'ready' ? state.now : state.old)
