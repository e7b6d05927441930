import type { Ledger } from '../ledger/open-ledger.ts'
import type { Loaded } from '../load/kit/loaded.ts'
import { type DataOf, type ParamsOf, type Query, type QueryName, queries } from '../load/queries.ts'
import { agedOf, type QueryState } from '../load/query-state.ts'

/** What a ledger holds at once, for a query that is not loaded yet. */
export type Peek = ReturnType<typeof createPeek>

type Peeked<Data> = {
  loaded: Loaded<Data>
  /** Whether that is all, and nothing of it has to be asked for again. */
  isFresh: boolean
  state: QueryState<Data>
}

/** Answers that are remembered, as each drawing asks for them again. */
const MAX_REMEMBERED = 32

/** @param now Unix ms. */
export const createPeek = (ledger: Ledger, now: () => number) => {
  let isStarting = true
  const remembered = new Map<string, Peeked<unknown> | undefined>()
  /** What is held, fresh or not; undefined where that is nothing. The same object for the same question. */
  const read = <N extends QueryName>(name: N, params: ParamsOf<N>): Peeked<DataOf<N>> | undefined => {
    const key = JSON.stringify([name, params])
    if (remembered.has(key)) return remembered.get(key) as Peeked<DataOf<N>> | undefined
    const row = queries[name] as Query<ParamsOf<N>, DataOf<N>>
    const held = row.isLarge?.(params, ledger, isStarting) ? undefined : row.held?.(ledger, params, now())
    const loaded = held?.read()
    const peeked = held &&
      loaded && { loaded, isFresh: held.isFresh, state: { is: 'loading', old: agedOf(loaded) } as const }
    const oldest = remembered.keys().next().value
    if (remembered.size >= MAX_REMEMBERED && oldest !== undefined) remembered.delete(oldest)
    remembered.set(key, peeked)
    return peeked
  }
  return {
    read,
    /** The same as the state of a query that is being loaded; the same object for the same question. */
    state: <N extends QueryName>(name: N, params: ParamsOf<N>): QueryState<DataOf<N>> =>
      read(name, params)?.state ?? nothingKept,
    /** Removes all answers, as the key is refused. */
    forgetAll: (): void => remembered.clear(),
    /** Removes an answer, so that its memory can be freed. */
    forget: (name: QueryName, params: unknown) => void remembered.delete(JSON.stringify([name, params])),
    /** From now on a key may wait: less is read at once. What was read before is remembered. */
    beQuick: (): void => {
      isStarting = false
    },
    notice: () => ledger.notice,
  }
}

const nothingKept = { is: 'loading' } as const
