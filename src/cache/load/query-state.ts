import type { AppError } from '../../base/errors.ts'
import type { Loaded } from './kit/loaded.ts'

/** Data of a query, with its age and source. */
export type Aged<T> = Omit<Loaded<T>, 'freshMs'>

/**
 * The state of a query. `data` exists only in the states that can use it. Old data stays available during a load and
 * after an error.
 */
export type QueryState<T> =
  | { is: 'loading'; old?: Aged<T> }
  | { is: 'ready'; now: Aged<T> }
  | { is: 'failed'; error: AppError; old?: Aged<T> }

/** The data to show, fresh or stale. */
export const shownOf = <T>(state: QueryState<T>): Aged<T> | undefined => (state.is === 'ready' ? state.now : state.old)

/** Copies the members of loaded data that the query state keeps. */
export const agedOf = <T>({ data, at, from, problems, incomplete }: Loaded<T>): Aged<T> => ({
  data,
  at,
  from,
  problems,
  ...(incomplete !== undefined && { incomplete }),
})
