import type { Ledger } from '../ledger/open-ledger.ts'
import type { Loaded } from '../load/kit/loaded.ts'
import { type DataOf, type ParamsOf, type Query, type QueryName, queries } from '../load/queries.ts'
import { agedOf, type QueryState } from '../load/query-state.ts'

/** Reads the ledger synchronously, for queries that are not loaded yet. */
export type Peek = ReturnType<typeof createPeek>

type Peeked<Data> = {
  loaded: Loaded<Data>
  /** Whether the data is complete and fresh, so that no request is needed. */
  isFresh: boolean
  state: QueryState<Data>
}

/** Maximum number of memoized results. Each render reads them again. */
const MAX_MEMOIZED = 32

/** @param now Unix ms. */
export const createPeek = (ledger: Ledger, now: () => number) => {
  let isStarting = true
  const memoized = new Map<string, Peeked<unknown> | undefined>()
  /** The ledger's data, fresh or stale; undefined if there is none. Returns the same object for the same parameters. */
  const read = <N extends QueryName>(name: N, params: ParamsOf<N>): Peeked<DataOf<N>> | undefined => {
    const key = JSON.stringify([name, params])
    if (memoized.has(key)) return memoized.get(key) as Peeked<DataOf<N>> | undefined
    const row = queries[name] as Query<ParamsOf<N>, DataOf<N>>
    const cached = row.isLarge?.(params, ledger, isStarting) ? undefined : row.cached?.(ledger, params, now())
    const loaded = cached?.read()
    const peeked = cached &&
      loaded && { loaded, isFresh: cached.isFresh, state: { is: 'loading', old: agedOf(loaded) } as const }
    const oldest = memoized.keys().next().value
    if (memoized.size >= MAX_MEMOIZED && oldest !== undefined) memoized.delete(oldest)
    memoized.set(key, peeked)
    return peeked
  }
  return {
    read,
    /** The same data as the state of a query that is loading. Returns the same object for the same parameters. */
    state: <N extends QueryName>(name: N, params: ParamsOf<N>): QueryState<DataOf<N>> =>
      read(name, params)?.state ?? LOADING_STATE,
    /** Removes all results, when the key is refused. */
    forgetAll: (): void => memoized.clear(),
    /** Removes a result, so that its memory can be freed. */
    forget: (name: QueryName, params: unknown) => void memoized.delete(JSON.stringify([name, params])),
    /** From now on reads may delay a key press, so only smaller results are read. Results read before stay. */
    setInteractive: (): void => {
      isStarting = false
    },
    notice: () => ledger.notice,
  }
}

const LOADING_STATE = { is: 'loading' } as const
