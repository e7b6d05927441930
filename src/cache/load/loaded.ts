import type { Aged } from './query-state.ts'

/** What changes at any time is asked for again after this, ms. */
export const LIST_FRESH_MS = 5 * 60_000

/** What a query brings. */
export type Loaded<T> = {
  data: T
  /** When it was fetched, as {@link Aged} says, Unix ms by the server's clock. */
  at: number
  /** Whether the server was asked just now, or the ledger held it all. */
  from: 'ledger' | 'server'
  /** How long from now on it counts as fresh, ms. */
  freshMs: number
  /** Members of a wrong type. */
  problems: number
  /** Why this is not all there is; absent: it is. */
  incomplete?: string
}

/** What the state of a query says of it. */
export const agedOf = <T>({ data, at, from, problems, incomplete }: Loaded<T>): Aged<T> => ({
  data,
  at,
  from,
  problems,
  ...(incomplete !== undefined && { incomplete }),
})
