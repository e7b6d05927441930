import type { Ledger } from './ledger/ledger.ts'
import type { Loaded } from './loaded.ts'
import { type DataOf, type ParamsOf, type Query, type QueryName, queries } from './queries.ts'

/** What a ledger holds at once, for a pane that nobody has loaded yet. */
export type Peek = {
  /** What is held, fresh or not; undefined where that is nothing. The same object for the same question. */
  read<N extends QueryName>(name: N, params: ParamsOf<N>): Peeked<DataOf<N>> | undefined
  /** Forgets an answer, so that it can be freed: somebody else keeps it now, or it has grown old. */
  forget(name: QueryName, params: unknown): void
  notice(): string | undefined
}

export type Peeked<Data> = {
  loaded: Loaded<Data>
  /** Whether that is all, and nothing of it has to be asked for again. */
  isFresh: boolean
}

/** Answers that are remembered, as drawing asks for them many times. */
const MOST_REMEMBERED = 32

/** @param now Unix ms. */
export const createPeek = (ledger: Ledger, now: () => number): Peek => {
  const remembered = new Map<string, Peeked<unknown> | undefined>()
  return {
    read<N extends QueryName>(name: N, params: ParamsOf<N>) {
      const key = JSON.stringify([name, params])
      if (remembered.has(key)) return remembered.get(key) as Peeked<DataOf<N>> | undefined
      const row = queries[name] as Query<ParamsOf<N>, DataOf<N>>
      const held = row.held(ledger, params, now())
      const loaded = held.read()
      const peeked = loaded && { loaded, isFresh: held.isFresh }
      const oldest = remembered.keys().next().value
      if (remembered.size >= MOST_REMEMBERED && oldest !== undefined) remembered.delete(oldest)
      remembered.set(key, peeked)
      return peeked
    },
    forget: (name, params) => void remembered.delete(JSON.stringify([name, params])),
    notice: () => ledger.notice,
  }
}
