import type { AppError } from '../../base/errors.ts'
import type { Loaded } from './kit/loaded.ts'

/** What a query has brought, with its age and where it came from. */
export type Aged<T> = Omit<Loaded<T>, 'freshMs'>

/** What a query can be; `data` exists only where it can be used. Old data stays beside a load or a failure. */
export type QueryState<T> =
  | { is: 'loading'; old?: Aged<T> }
  | { is: 'ready'; now: Aged<T> }
  | { is: 'failed'; error: AppError; old?: Aged<T> }

/** The data that can be shown, fresh or old. */
export const shownOf = <T>(state: QueryState<T>): Aged<T> | undefined => (state.is === 'ready' ? state.now : state.old)

/** What the state of a query says of what it has brought. */
export const agedOf = <T>({ data, at, from, problems, incomplete }: Loaded<T>): Aged<T> => ({
  data,
  at,
  from,
  problems,
  ...(incomplete !== undefined && { incomplete }),
})
