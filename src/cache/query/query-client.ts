import { type Query as CachedQuery, QueryClient, QueryObserver, type QueryObserverResult } from '@tanstack/query-core'
import { AppError } from '../../base/errors.ts'
import type { RetryWait } from '../../client/client.ts'
import type { LogEntry } from '../../client/request-log.ts'
import { isRefusal, toAppError } from '../load/kit/load-errors.ts'
import type { Loaded } from '../load/kit/loaded.ts'
import type { Loader } from '../load/own-loader.ts'
import type { DataOf, ParamsOf, QueryName } from '../load/queries.ts'
import { type Aged, agedOf, type QueryState } from '../load/query-state.ts'
import { createKeptAnswers, type KeptAnswer } from './kept-answers.ts'
import type { Peek } from './peek.ts'
import { createPeopleWalks, type PeopleWalks } from './people-walks.ts'
import { createQueryActions, type ForgetRefused, type Tracked } from './query-actions.ts'

export type { KeptAnswer, LogEntry }

/** Why a request waits, and until when by the clock that {@link createQueries} was given, Unix ms. */
type Wait = { why: string; until: number }

/** Unwatched data is kept this long, so that coming back to a screen costs nothing. */
const KEPT_MS = 30 * 60_000
/** The same for comparisons, of which each may hold megabytes of settings and which are computed from the cache. */
const COMPARISON_KEPT_MS = 30_000

/** Nothing is asked for more often than this without a key, however soon it is stale: a screen may be left open all night. */
const GROWN_MS = 5 * 60_000
/** The same for people, who are many requests. */
const WALKS_GROWN_MS = 60 * 60_000

/** Queries that show the same thing: a key that is refused one must not see the others either. */
const oneThing = (
  [
    ['revisions', 'comparison'],
    ['computers', 'computer'],
    ['serviceAccounts', 'serviceAccount'],
    ['wikiRuns', 'wikiRun', 'wikiHistory'],
  ] satisfies QueryName[][]
).map((names) => new Set<unknown>(names))

/** What is kept of a query: what it loaded, or, provisionally, what the ledger held before. */
type Kept<Data> = Loaded<Data> & { isProvisional?: true }

/** What screens hold: queries whose states stay up to date while they are watched. */
export type Queries = ReturnType<typeof createQueries>

/**
 * @param now This machine's clock, Unix ms.
 * @param peek What can be shown before anything is loaded; without it only the loader brings data.
 * @param onRefused Called before what a refused key has seen is dropped.
 */
export const createQueries = (loader: Loader, now: () => number, peek?: Peek, onRefused = () => {}) => {
  peek?.beQuick()
  const cache = createCache()
  const waits = createWaits(now)
  const kept = createKeptAnswers(now)
  const walks = createPeopleWalks({
    loader,
    onRetryOf: waits.onRetryOf,
    onEnd: waits.end,
    onRefused: (error) => forgetRefused(error, 'users'),
    onKept: (range, at) => kept.add('users', { range }, { at }),
    now: () => loader.serverNow() ?? now(),
  })
  const forgetRefused: ForgetRefused = (error, name) => {
    onRefused()
    if (error.status === 401 || name === 'users') walks.refuse(error)
    peek?.forgetAll()
    dropRefused(cache, error, name)
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
  const { whileForcing, ...loads } = createLoads({ cache, loader, kept, tracked, peek })
  const { stopRevealing, ...actions } = createQueryActions({ cache, loader, tracked, forgetRefused })
  return {
    ...loads,
    ...actions,
    /** The per-user rows of a range, shared by all who want the same one. */
    walk: walks.walk,
    refresh: createRefresh(cache, walks, now, whileForcing),
    /** Cancels what is being fetched for screens; watchers keep their old data. */
    cancel: (): void => {
      void cache.cancelQueries({ type: 'active' })
      walks.cancel()
      stopRevealing()
    },
    /** Whether nothing is ever sent. */
    isOffline: loader.isOffline,
    /** What people must know of what is kept on disk, one sentence; undefined: all is well. */
    notice: (): string | undefined => loader.notice() ?? peek?.notice(),
    /** The server's clock less this machine's, ms; undefined before the first answer. */
    clockSkewMs: loader.clockSkewMs,
    /** The last requests, oldest first. */
    requests: loader.requests,
    /** The last questions that needed no request, oldest first. There is no notification of a new one. */
    keptAnswers: kept.list,
    /** How many requests are under way. */
    inFlight: loader.inFlight,
    /** A wait before a request is sent again; the longest where there are several. */
    waiting: waits.longest,
    /** Called when the requests, the waits or the notice change. */
    subscribe: (listener: () => void): (() => void) => {
      const stops = [waits.subscribe(listener), loader.subscribe(listener)]
      return () => {
        for (const stop of stops) stop()
      }
    },
    close: (): void => {
      walks.close()
      stopRevealing()
      cache.clear()
    },
  }
}

const createCache = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        // The client retries, by a table of its own.
        retry: false,
        networkMode: 'always',
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        // Comparing thousands of rows member by member costs more than drawing them.
        structuralSharing: false,
      },
    },
  })

/** Waits before a request is sent again. @param now Unix ms. */
const createWaits = (now: () => number) => {
  const waits = new Map<unknown, Wait>()
  const listeners = new Set<() => void>()
  const changed = () => {
    for (const listener of listeners) listener()
  }
  return {
    longest: (): Wait | undefined => [...waits.values()].toSorted((a, b) => b.until - a.until)[0],
    onRetryOf:
      (key: unknown) =>
      ({ why, waitMs }: RetryWait): void => {
        waits.set(key, { why, until: now() + waitMs })
        changed()
      },
    end(key: unknown): void {
      if (waits.delete(key)) changed()
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Drops what a refused key has seen: everything on 401, on 403 what it was refused. */
const dropRefused = (cache: QueryClient, error: AppError, name: QueryName | 'users'): void => {
  // All its ranges: the server would refuse each.
  const isOfThing = ({ queryKey: [other] }: CachedQuery) =>
    error.status === 401 || other === name || oneThing.some((names) => names.has(name) && names.has(other))
  for (const query of cache.getQueryCache().findAll({ predicate: isOfThing })) {
    const isFetching = query.state.fetchStatus === 'fetching'
    query.setState({ data: undefined, dataUpdatedAt: 0, ...(!isFetching && { status: 'error', error }) })
  }
}

const freshMsOf = ({ state }: { state: { data: unknown } }): number =>
  (state.data as Kept<unknown> | undefined)?.freshMs ?? 0

// Judged by the clock: the timers that mark data as stale stand still while a computer sleeps.
const isStale = (query: CachedQuery): boolean => query.isStaleByTime(freshMsOf(query))

type LoadsDeps = {
  cache: QueryClient
  loader: Loader
  kept: ReturnType<typeof createKeptAnswers>
  tracked: Tracked
  peek: Peek | undefined
}

/** Loads queries into the cache while they are watched. */
const createLoads = ({ cache, loader, kept, tracked, peek }: LoadsDeps) => {
  /** Whether the fetches that are started right now are forced. */
  let isForcing = false
  // Data from the ledger counts as stale at once: `updatedAt: 0`.
  const keepProvisionally = <N extends QueryName>(name: N, params: ParamsOf<N>, held: Loaded<DataOf<N>>) =>
    void cache.setQueryData<Kept<DataOf<N>>>([name, params], { ...held, isProvisional: true }, { updatedAt: 0 })
  const load = <N extends QueryName>(name: N, params: ParamsOf<N>, signal: AbortSignal): Promise<Kept<DataOf<N>>> => {
    const isForced = isForcing
    const isUnknown = () => cache.getQueryData([name, params]) === undefined
    const keepHeld = (held: Loaded<DataOf<N>>) => {
      if (!signal.aborted && isUnknown()) keepProvisionally(name, params, held)
    }
    const onHeld = isUnknown() ? keepHeld : undefined
    return tracked(name, async (onRetry) => {
      const loaded = await loader.load(name, params, { signal, onRetry, isForced, onHeld })
      if (loaded.from === 'ledger') kept.add(name, params, loaded)
      return loaded
    })
  }
  return {
    /**
     * Calls `listener` with the state of the query now and whenever it changes, until the returned function is called. Two watchers of
     * the same thing share one request; when the last one leaves, a request in flight is cancelled.
     */
    watch: <N extends QueryName>(
      name: N,
      params: ParamsOf<N>,
      listener: (state: QueryState<DataOf<N>>) => void,
    ): (() => void) => {
      type Data = Kept<DataOf<N>>
      const queryKey = [name, params] as const
      if (cache.getQueryData(queryKey) === undefined) {
        const peeked = peek?.read(name, params)
        if (peeked?.isFresh) {
          cache.setQueryData<Data>(queryKey, peeked.loaded)
          kept.add(name, params, peeked.loaded)
        } else if (peeked) keepProvisionally(name, params, peeked.loaded)
      }
      // This client keeps the data from now on.
      peek?.forget(name, params)
      const observer = new QueryObserver<Data, Error, Data, Data, typeof queryKey>(cache, {
        queryKey,
        queryFn: ({ signal }) => load(name, params, signal),
        staleTime: freshMsOf,
        gcTime: name === 'comparison' ? COMPARISON_KEPT_MS : KEPT_MS,
      })
      let isWatching = true
      const stop = observer.subscribe((result) => isWatching && listener(stateOf(result)))
      listener(stateOf(observer.getCurrentResult()))
      return () => {
        isWatching = false
        // Later than the next screen begins to watch: a request that both want is not cancelled.
        queueMicrotask(stop)
      }
    },
    /** What is known right now, without asking. */
    read: <N extends QueryName>(name: N, params: ParamsOf<N>): QueryState<DataOf<N>> => {
      const state = cache.getQueryState<Kept<DataOf<N>>>([name, params])
      return state ? stateOf(state) : (peek?.state(name, params) ?? { is: 'loading' })
    },
    /** Runs `start`, whose fetches are forced. */
    whileForcing: (start: () => void): void => {
      isForcing = true
      start()
      isForcing = false
    },
  }
}

/**
 * Asks again for what is watched: only what is stale, or everything, settled or not; `grown`: only what came a while ago and has
 * grown stale since, as nobody asked for it.
 *
 * @returns Whether there was anything to ask for; of people who are walked only the walk itself knows.
 */
const createRefresh = (
  cache: QueryClient,
  walks: PeopleWalks,
  now: () => number,
  whileForcing: (start: () => void) => void,
) => {
  /** When what has grown stale was looked for last, for what is walked. */
  let walkedAt = now()
  const refreshActive = (predicate: (query: CachedQuery) => boolean): boolean => {
    const isAny = cache.getQueryCache().findAll({ type: 'active', predicate }).length > 0
    if (isAny) void cache.refetchQueries({ type: 'active', predicate })
    return isAny
  }
  // What failed is asked for again by hand alone: nobody may be there to see it fail.
  const hasGrown = (query: CachedQuery): boolean =>
    query.state.status === 'success' && Date.now() - query.state.dataUpdatedAt >= GROWN_MS && isStale(query)
  return (what: 'stale' | 'all' | 'grown'): boolean => {
    if (what === 'grown') {
      if (now() - walkedAt >= WALKS_GROWN_MS) {
        walkedAt = now()
        walks.refresh(false)
      }
      return refreshActive(hasGrown)
    }
    let isAny = true
    if (what === 'all') whileForcing(() => refreshActive(() => true))
    else isAny = refreshActive(isStale)
    // Looking again forgets why it did not come to an end.
    const areWalksStale = walks.isAnyStale()
    walks.refresh(what === 'all')
    return isAny || areWalksStale
  }
}

const stateOf = <T>(result: Pick<QueryObserverResult<Kept<T>>, 'data' | 'error' | 'fetchStatus'>): QueryState<T> => {
  const { data: kept, error, fetchStatus } = result
  const old = kept && agedOf(kept)
  if (fetchStatus === 'fetching') return old ? { is: 'loading', old } : { is: 'loading' }
  if (error) return failedState(toAppError(error), old)
  if (old && !kept.isProvisional) return { is: 'ready', now: old }
  // Neither data nor failure, and nothing under way: it was cancelled.
  return failedState(new AppError('interrupted', 'Fetching was cancelled: R fetches it again.'), old)
}

const failedState = <T>(error: AppError, old: Aged<T> | undefined): QueryState<T> =>
  old ? { is: 'failed', error, old } : { is: 'failed', error }
