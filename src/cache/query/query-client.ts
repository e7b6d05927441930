import { type Query as CachedQuery, QueryClient, QueryObserver, type QueryObserverResult } from '@tanstack/query-core'
import { createEmitter } from '../../base/emitter.ts'
import { AppError } from '../../base/errors.ts'
import type { RetryWait } from '../../client/client.ts'
import type { LogEntry } from '../../client/request-log.ts'
import { isRefusal, toAppError } from '../load/kit/load-errors.ts'
import type { Loaded } from '../load/kit/loaded.ts'
import type { Loader } from '../load/own-loader.ts'
import { type DataOf, isHistoryQuery, type ParamsOf, type QueryName } from '../load/queries.ts'
import { type Aged, agedOf, type QueryState } from '../load/query-state.ts'
import { type CacheHit, createCacheHitLog } from './cache-hit-log.ts'
import { createLiveFeed } from './live-feed.ts'
import type { Peek } from './peek.ts'
import { createPeopleWalks, type PeopleWalks } from './people-walks.ts'
import { createQueryActions, type ForgetRefused, type Tracked } from './query-actions.ts'

export type { CacheHit, LogEntry }

/** Why a request waits, and until when by the clock passed to {@link createQueries}, Unix ms. */
type Wait = { why: string; until: number }

/** How long unwatched data stays in memory, so that returning to a screen costs nothing, ms. */
const UNWATCHED_MS = 30 * 60_000
/** The same for comparisons, ms. Each may hold megabytes of settings, and the cache can recompute it. */
const UNWATCHED_COMPARISON_MS = 30_000

/** Minimum interval of automatic refreshes, ms, regardless of the time to live: a screen may stay open all night. */
const AUTO_REFRESH_MS = 5 * 60_000
/** The same for per-user rows, which take many requests, ms. */
const WALKS_AUTO_REFRESH_MS = 60 * 60_000

/** The key of the query `live`, which has no parameters. */
const LIVE_KEY = ['live', {}]

/** Groups of queries for the same resource: a key that is refused one query of a group must not see the others. */
const resourceGroups = (
  [
    ['revisions', 'comparison'],
    ['computers', 'computer', 'computerUse'],
    ['serviceAccounts', 'serviceAccount'],
    ['wikiRuns', 'wikiRun', 'wikiHistory'],
  ] satisfies QueryName[][]
).map((names) => new Set<unknown>(names))

/** A query's cached data: loaded, or provisional data from the ledger. */
type QueryData<Data> = Loaded<Data> & { isProvisional?: true }

/** The queries of all screens. Their states stay up to date while they are watched. */
export type Queries = ReturnType<typeof createQueries>

/**
 * Creates the queries of the explorer.
 *
 * @param now This machine's clock, Unix ms.
 * @param peek Provides data before anything is loaded. Without it only the loader provides data.
 * @param onRefused Called before the data of a refused key is removed.
 */
export const createQueries = (loader: Loader, now: () => number, peek?: Peek, onRefused = () => {}) => {
  peek?.setInteractive()
  const cache = createCache()
  const waits = createWaits(now)
  const hitLog = createCacheHitLog(now)
  const walks = createPeopleWalks({
    loader,
    onRetryOf: waits.onRetryOf,
    onEnd: waits.end,
    onRefused: (error) => forgetRefused(error, 'users'),
    onHit: (range, at) => hitLog.add('users', { range }, { at }),
    now: () => loader.serverNow() ?? now(),
  })
  const forgetRefused: ForgetRefused = (error, name) => {
    onRefused()
    const isOfKey = (other: QueryName | 'users') => !loader.isSplit || isHistoryQuery(other) === isHistoryQuery(name)
    if ((error.status === 401 && isOfKey('users')) || name === 'users') walks.refuse(error)
    peek?.forgetAll()
    dropRefused(cache, error, name, isOfKey)
  }
  const tracked: Tracked = async (name, work) => {
    const key = {}
    try {
      return await work(waits.onRetryOf(key))
    } catch (cause) {
      const error = toAppError(cause)
      if (isRefusal(error)) forgetRefused(error, name)
      throw error
    } finally {
      waits.end(key)
    }
  }
  const feed = createLiveFeed(loader, (live) => void cache.setQueryData<QueryData<DataOf<'live'>>>(LIVE_KEY, live))
  const { whileForcing, ...loads } = createLoads({ cache, loader, hitLog, tracked, peek, feed })
  const { stopRevealing, ...actions } = createQueryActions({ cache, loader, tracked, forgetRefused })
  return {
    ...loads,
    ...actions,
    /** The per-user rows of a range. All callers for one range share them. */
    walk: walks.walk,
    followLive: feed.followLive,
    refresh: createRefresh(cache, walks, now, whileForcing),
    /** Cancels the requests of screens. Watchers keep their old data. */
    cancel: (): void => {
      void cache.cancelQueries({ type: 'active' })
      walks.cancel()
      stopRevealing()
    },
    /** Whether requests are disabled. */
    isOffline: loader.isOffline,
    /** A notice about the cache on disk, as one sentence; undefined if it works. */
    notice: (): string | undefined => loader.notice() ?? peek?.notice(),
    /** The server's clock minus this machine's clock, ms; undefined before the first response. */
    clockSkewMs: loader.clockSkewMs,
    /** The last requests, oldest first. */
    requests: loader.requests,
    /** The last queries that needed no request, oldest first. `subscribe` does not report new ones. */
    cacheHits: hitLog.list,
    /** The number of requests in flight. */
    inFlight: loader.inFlight,
    /** The longest current wait before a retry. */
    waiting: waits.longest,
    /** Calls the listener when the requests, the waits or the notice change. */
    subscribe: (listener: () => void): (() => void) => {
      const stops = [waits.subscribe(listener), loader.subscribe(listener)]
      return () => {
        for (const stop of stops) stop()
      }
    },
    close: (): void => {
      walks.close()
      feed.close()
      stopRevealing()
      cache.clear()
    },
  }
}

const createCache = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        // The HTTP client retries by itself: see retry-policy.ts.
        retry: false,
        networkMode: 'always',
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        // Comparing thousands of rows member by member costs more than rendering them.
        structuralSharing: false,
      },
    },
  })

/** Current waits before retries. @param now Unix ms. */
const createWaits = (now: () => number) => {
  const waits = new Map<unknown, Wait>()
  const { subscribe, emit } = createEmitter()
  return {
    longest: (): Wait | undefined => [...waits.values()].toSorted((a, b) => b.until - a.until)[0],
    onRetryOf:
      (key: unknown) =>
      /** @returns The end of the wait, Unix ms. */
      ({ why, waitMs }: RetryWait): number => {
        const until = now() + waitMs
        waits.set(key, { why, until })
        emit()
        return until
      },
    end(key: unknown): void {
      if (waits.delete(key)) emit()
    },
    subscribe,
  }
}

/**
 * Removes the data of a refused key: all its data on 401, the data of the refused resource on 403.
 *
 * @param isOfKey - Whether a query's data was loaded with this key.
 */
const dropRefused = (
  cache: QueryClient,
  error: AppError,
  name: QueryName | 'users',
  isOfKey: (other: QueryName) => boolean,
): void => {
  // This removes all ranges: the server would refuse each of them.
  const isOfResource = ({ queryKey: [other] }: CachedQuery) =>
    (error.status === 401 && isOfKey(other as QueryName)) ||
    other === name ||
    resourceGroups.some((names) => names.has(name) && names.has(other))
  for (const query of cache.getQueryCache().findAll({ predicate: isOfResource })) {
    const isFetching = query.state.fetchStatus === 'fetching'
    query.setState({ data: undefined, dataUpdatedAt: 0, ...(!isFetching && { status: 'error', error }) })
  }
}

const freshMsOf = ({ state }: { state: { data: unknown } }): number =>
  (state.data as QueryData<unknown> | undefined)?.freshMs ?? 0

// Checks the time, because timers that mark data as stale stop while a computer sleeps.
const isStale = (query: CachedQuery): boolean => query.isStaleByTime(freshMsOf(query))

type LoadsDeps = {
  cache: QueryClient
  loader: Loader
  hitLog: ReturnType<typeof createCacheHitLog>
  tracked: Tracked
  peek: Peek | undefined
  feed: ReturnType<typeof createLiveFeed>
}

/** Loads queries into the cache while they are watched. */
const createLoads = ({ cache, loader, hitLog, tracked, peek, feed }: LoadsDeps) => {
  /** Whether fetches that start now are forced. */
  let isForcing = false
  // `updatedAt: 0` makes data from the ledger stale immediately.
  const setProvisionalData = <N extends QueryName>(name: N, params: ParamsOf<N>, cached: Loaded<DataOf<N>>) =>
    void cache.setQueryData<QueryData<DataOf<N>>>([name, params], { ...cached, isProvisional: true }, { updatedAt: 0 })
  const load = <N extends QueryName>(
    name: N,
    params: ParamsOf<N>,
    signal: AbortSignal,
  ): Promise<QueryData<DataOf<N>>> => {
    const isForced = isForcing
    const isUnknown = () => cache.getQueryData([name, params]) === undefined
    const showCached = (cached: Loaded<DataOf<N>>) => {
      if (!signal.aborted && isUnknown()) setProvisionalData(name, params, cached)
    }
    const onCached = isUnknown() ? showCached : undefined
    const events = feed.events()
    return tracked(name, async (onRetry) => {
      const loaded = await loader.load(name, params, { signal, onRetry, isForced, onCached })
      // An event that arrived meanwhile may be newer than the response.
      const pushed = name === 'live' && feed.events() > events ? cache.getQueryData([name, params]) : undefined
      if (pushed) return pushed as QueryData<DataOf<N>>
      if (loaded.from === 'ledger') hitLog.add(name, params, loaded)
      return loaded
    })
  }
  return {
    /**
     * Calls `listener` with the state of the query now and on every change, until the returned function is called.
     * Watchers of the same query share one request. When the last one leaves, a request in flight is cancelled.
     */
    watch: <N extends QueryName>(
      name: N,
      params: ParamsOf<N>,
      listener: (state: QueryState<DataOf<N>>) => void,
    ): (() => void) => {
      type Data = QueryData<DataOf<N>>
      const queryKey = [name, params] as const
      if (cache.getQueryData(queryKey) === undefined) {
        const peeked = peek?.read(name, params)
        if (peeked?.isFresh) {
          cache.setQueryData<Data>(queryKey, peeked.loaded)
          hitLog.add(name, params, peeked.loaded)
        } else if (peeked) setProvisionalData(name, params, peeked.loaded)
      }
      // From now on this client holds the data.
      peek?.forget(name, params)
      const observer = new QueryObserver<Data, Error, Data, Data, typeof queryKey>(cache, {
        queryKey,
        queryFn: ({ signal }) => load(name, params, signal),
        staleTime: freshMsOf,
        gcTime: name === 'comparison' ? UNWATCHED_COMPARISON_MS : UNWATCHED_MS,
      })
      let isWatching = true
      const stop = observer.subscribe((result) => isWatching && listener(stateOf(result)))
      listener(stateOf(observer.getCurrentResult()))
      return () => {
        isWatching = false
        // Unsubscribe after the next screen has subscribed, so that a request that both need is not cancelled.
        queueMicrotask(stop)
      }
    },
    /** The current state, without a request. */
    read: <N extends QueryName>(name: N, params: ParamsOf<N>): QueryState<DataOf<N>> => {
      const state = cache.getQueryState<QueryData<DataOf<N>>>([name, params])
      return state ? stateOf(state) : (peek?.state(name, params) ?? { is: 'loading' })
    },
    /** Runs `start`. The fetches that it starts are forced. */
    whileForcing: (start: () => void): void => {
      isForcing = true
      start()
      isForcing = false
    },
  }
}

/**
 * Creates the function that refetches watched queries: `stale` refetches stale ones, `all` refetches all, settled or
 * not. For automatic refreshes, `due` refetches those that have become stale and were loaded some time ago, and `polled`
 * stale ones, or only those named `only`. Polling never restarts a request in flight: with a server that is slower than
 * the polling, none would end.
 *
 * @returns A function that returns whether there was anything to refetch: a query or, for `stale` and `all`, a stale walk.
 */
const createRefresh = (
  cache: QueryClient,
  walks: PeopleWalks,
  now: () => number,
  whileForcing: (start: () => void) => void,
) => {
  /** When walks were last refreshed automatically. */
  let walkedAt = now()
  const refreshActive = (predicate: (query: CachedQuery) => boolean): boolean => {
    const isAny = cache.getQueryCache().findAll({ type: 'active', predicate }).length > 0
    if (isAny) void cache.refetchQueries({ type: 'active', predicate })
    return isAny
  }
  // Only the user retries failed queries: an automatic retry may fail unseen.
  const isAutoRefreshDue = (query: CachedQuery): boolean =>
    query.state.status === 'success' && Date.now() - query.state.dataUpdatedAt >= AUTO_REFRESH_MS && isStale(query)
  return (what: 'stale' | 'all' | 'due' | 'polled', only?: QueryName): boolean => {
    if (what === 'polled')
      return refreshActive(
        (query) =>
          (only ?? query.queryKey[0]) === query.queryKey[0] && query.state.fetchStatus === 'idle' && isStale(query),
      )
    if (what === 'due') {
      if (now() - walkedAt >= WALKS_AUTO_REFRESH_MS) {
        walkedAt = now()
        walks.refresh(false)
      }
      return refreshActive(isAutoRefreshDue)
    }
    let isAny = true
    if (what === 'all') whileForcing(() => refreshActive(() => true))
    else isAny = refreshActive(isStale)
    // Read this first: a refresh removes the reasons why a walk did not complete.
    const areWalksStale = walks.isAnyStale()
    walks.refresh(what === 'all')
    return isAny || areWalksStale
  }
}

const stateOf = <T>(
  result: Pick<QueryObserverResult<QueryData<T>>, 'data' | 'error' | 'fetchStatus'>,
): QueryState<T> => {
  const { data: loaded, error, fetchStatus } = result
  const old = loaded && agedOf(loaded)
  if (fetchStatus === 'fetching') return old ? { is: 'loading', old } : { is: 'loading' }
  if (error) return failedState(toAppError(error), old)
  if (old && !loaded.isProvisional) return { is: 'ready', now: old }
  // Neither data nor error, and no fetch in flight: it was cancelled.
  return failedState(new AppError('interrupted', 'Loading was cancelled. R retries.'), old)
}

const failedState = <T>(error: AppError, old: Aged<T> | undefined): QueryState<T> =>
  old ? { is: 'failed', error, old } : { is: 'failed', error }
