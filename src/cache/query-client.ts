import { type Query as CachedQuery, QueryClient, QueryObserver, type QueryObserverResult } from '@tanstack/query-core'
import type { Client } from '../client/client.ts'
import type { LogEntry } from '../client/request-log.ts'
import { AppError } from '../errors.ts'
import type { Loaded } from './loaded.ts'
import type { Pane } from './pane.ts'
import { type DataOf, type ParamsOf, type Query, type QueryName, queries } from './queries.ts'

/** What screens hold: panes that stay up to date while they are watched. */
export type Queries = {
  /**
   * Calls `listener` with the pane now and whenever it changes, until the returned function is called. Two watchers of
   * the same thing share one request; when the last one leaves, a request in flight is cancelled.
   */
  watch<N extends QueryName>(name: N, params: ParamsOf<N>, listener: (pane: Pane<DataOf<N>>) => void): () => void
  /** What is known right now, without asking. */
  read<N extends QueryName>(name: N, params: ParamsOf<N>): Pane<DataOf<N>>
  /** Asks again for what is watched: only what is stale, or everything. */
  refresh(what: 'stale' | 'all'): void
  /** Cancels what is being fetched for screens; watchers keep their old data. */
  cancel(): void
  /** A wait before a request is sent again; the longest where there are several. */
  waiting(): Wait | undefined
  /** The server's clock less this machine's, ms; undefined before the first answer. */
  clockSkewMs(): number | undefined
  /** The last requests, oldest first. */
  requests(): readonly LogEntry[]
  /** How many requests are under way. */
  inFlight(): number
  /** Called when the requests or the waits change. */
  subscribe(listener: () => void): () => void
  close(): void
}

export type { LogEntry }

/** Why a request waits, and until when by the clock that {@link createQueries} was given, Unix ms. */
export type Wait = { why: string; until: number }

/** Unwatched data is kept this long, so that coming back to a screen costs nothing. */
const KEPT_MS = 30 * 60_000

export const createQueries = (client: Client, now: () => number): Queries => {
  const waits = new Map<string, Wait>()
  const listeners = new Set<() => void>()
  const setWait = (key: string, wait: Wait | undefined) => {
    if (wait) waits.set(key, wait)
    else if (!waits.delete(key)) return
    for (const listener of listeners) listener()
  }
  const load = async <Params, Data>(row: Query<Params, Data>, params: Params, key: string, signal: AbortSignal) => {
    try {
      return await row.load(client, params, {
        signal,
        onRetry: ({ why, waitMs }) => setWait(key, { why, until: now() + waitMs }),
      })
    } finally {
      setWait(key, undefined)
    }
  }
  const cache = new QueryClient({
    defaultOptions: {
      queries: {
        // The client retries, by a table of its own.
        retry: false,
        networkMode: 'always',
        gcTime: KEPT_MS,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        // Comparing thousands of rows member by member costs more than drawing them.
        structuralSharing: false,
      },
    },
  })

  const optionsOf = <N extends QueryName>(name: N, params: ParamsOf<N>) => {
    const row = queries[name] as Query<ParamsOf<N>, DataOf<N>>
    return {
      queryKey: [name, params] as const,
      queryFn: ({ signal }: { signal: AbortSignal }) => load(row, params, JSON.stringify([name, params]), signal),
      staleTime: row.freshMs,
    }
  }

  const paneOf = <T>(
    result: Pick<QueryObserverResult<Loaded<T>>, 'data' | 'dataUpdatedAt' | 'error' | 'fetchStatus'>,
  ): Pane<T> => {
    const { data: loaded, dataUpdatedAt, error, fetchStatus } = result
    const aged = loaded && {
      data: loaded.data,
      problems: loaded.problems,
      at: dataUpdatedAt,
      ...(loaded.incomplete !== undefined && { incomplete: loaded.incomplete }),
    }
    if (fetchStatus === 'fetching') return aged ? { is: 'loading', old: aged } : { is: 'loading' }
    if (error)
      return aged ? { is: 'failed', error: asAppError(error), old: aged } : { is: 'failed', error: asAppError(error) }
    if (aged) return { is: 'ready', now: aged }
    // Neither data nor failure, and nothing under way: somebody has cancelled it.
    return { is: 'failed', error: new AppError('interrupted', 'Fetching was cancelled: R fetches it again.') }
  }

  return {
    watch(name, params, listener) {
      const observer = new QueryObserver(cache, optionsOf(name, params))
      let isWatching = true
      const stop = observer.subscribe((result) => isWatching && listener(paneOf(result)))
      listener(paneOf(observer.getCurrentResult()))
      return () => {
        isWatching = false
        // A screen that takes the place of another watches at once: what both want goes on.
        queueMicrotask(stop)
      }
    },
    read(name, params) {
      const state = cache.getQueryState<Loaded<DataOf<typeof name>>>(optionsOf(name, params).queryKey)
      return state ? paneOf(state) : { is: 'loading' }
    },
    refresh(what) {
      // Judged by the clock: the timers that mark data as stale stand still while a computer sleeps.
      const isStale = (query: CachedQuery) => query.isStaleByTime(queries[query.queryKey[0] as QueryName].freshMs)
      void cache.refetchQueries({ type: 'active', ...(what === 'stale' && { predicate: isStale }) })
    },
    cancel() {
      void cache.cancelQueries({ type: 'active' })
    },
    clockSkewMs: () => client.clockSkewMs(),
    requests: () => client.log.entries(),
    inFlight: () => client.log.inFlight,
    waiting: () => [...waits.values()].toSorted((a, b) => b.until - a.until)[0],
    subscribe(listener) {
      listeners.add(listener)
      const stop = client.log.subscribe(listener)
      return () => {
        listeners.delete(listener)
        stop()
      }
    },
    close: () => cache.clear(),
  }
}

const asAppError = (error: unknown): AppError =>
  error instanceof AppError
    ? error
    : new AppError('failed', 'Something in this program went wrong while loading: please report it with its stack.', {
        cause: error,
      })
