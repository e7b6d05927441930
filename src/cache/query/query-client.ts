import { type Query as CachedQuery, QueryClient, QueryObserver, type QueryObserverResult } from '@tanstack/query-core'
import { AppError } from '../../base/errors.ts'
import type { RetryWait } from '../../client/client.ts'
import type { LogEntry } from '../../client/request-log.ts'
import type { Range } from '../../domain/calendar/calendar.ts'
import type { Path } from '../../domain/settings-diff/setting-path.ts'
import { toAppError } from '../load/kit/app-error.ts'
import type { Loaded } from '../load/kit/loaded.ts'
import { isRefusal } from '../load/kit/refusals.ts'
import type { Loader } from '../load/loader.ts'
import type { Change } from '../load/management/change.ts'
import type { Work } from '../load/management/work.ts'
import type { PeopleWalk } from '../load/people-walk.ts'
import type { DataOf, ParamsOf, QueryName } from '../load/queries.ts'
import { type Aged, agedOf, type QueryState } from '../load/query-state.ts'
import { affectedQueries } from './affected-queries.ts'
import { createKeptAnswers, type KeptAnswer } from './kept-answers.ts'
import type { Peek } from './peek.ts'
import { createPeopleWalks } from './people-walks.ts'

/** What screens hold: queries whose states stay up to date while they are watched. */
export type Queries = {
  /**
   * Calls `listener` with the state of the query now and whenever it changes, until the returned function is called. Two watchers of
   * the same thing share one request; when the last one leaves, a request in flight is cancelled.
   */
  watch<N extends QueryName>(name: N, params: ParamsOf<N>, listener: (state: QueryState<DataOf<N>>) => void): () => void
  /** What is known right now, without asking. */
  read<N extends QueryName>(name: N, params: ParamsOf<N>): QueryState<DataOf<N>>
  /**
   * What a revision has at a path of its masked settings, secrets and all, asked for anew; undefined where that is nothing. It is
   * kept nowhere: not here, on disk or in a log. `cancel` and the signal end it.
   *
   * @throws AppError that says nothing of the value.
   */
  reveal(revision: number, path: Path, signal?: AbortSignal): Promise<unknown>
  /**
   * Changes something on the server, once, and asks again for what it may have changed: see {@link Change}. It goes on although
   * nobody waits for it.
   */
  change: Change
  /** Does what takes its time and writes to the disk; leaving a screen does not end it. See {@link Work}. */
  work: Work
  /** Keeps ids that somebody gave, and asks for what they stand for. */
  addIds: Loader['addIds']
  /** See {@link Loader.forgetId}. */
  forgetId: Loader['forgetId']
  /** The per-user rows of a range, shared by all who want the same one. */
  walk(range: Range): PeopleWalk
  /**
   * Asks again for what is watched: only what is stale, or everything, settled or not; `grown`: only what came a while ago and has
   * grown stale since, as nobody asked for it.
   */
  /** Answers whether there was anything to ask for; of people who are walked only the walk itself knows. */
  refresh(what: 'stale' | 'all' | 'grown'): boolean
  /** Cancels what is being fetched for screens; watchers keep their old data. */
  cancel(): void
  /** Whether nothing is ever sent. */
  readonly isOffline: boolean
  /** What people must know of what is kept on disk, one sentence; undefined: all is well. */
  notice(): string | undefined
  /** A wait before a request is sent again; the longest where there are several. */
  waiting(): Wait | undefined
  /** The server's clock less this machine's, ms; undefined before the first answer. */
  clockSkewMs(): number | undefined
  /** The last requests, oldest first. */
  requests(): readonly LogEntry[]
  /** The last questions that needed no request, oldest first. Nobody is told of a new one. */
  keptAnswers(): readonly KeptAnswer[]
  /** How many requests are under way. */
  inFlight(): number
  /** Called when the requests, the waits or the notice change. */
  subscribe(listener: () => void): () => void
  close(): void
}

export type { KeptAnswer, LogEntry }

/** Why a request waits, and until when by the clock that {@link createQueries} was given, Unix ms. */
type Wait = { why: string; until: number }

/** Unwatched data is kept this long, so that coming back to a screen costs nothing. */
const KEPT_MS = 30 * 60_000

/** Nothing is asked for more often than this without a key, however soon it is stale: a screen may be left open all night. */
const GROWN_MS = 5 * 60_000
/** The same for people, who are many requests. */
const WALKS_GROWN_MS = 60 * 60_000

/** Comparisons that are kept although nobody watches them: few, as each may hold megabytes of settings. */
const COMPARISONS_KEPT = 16

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

/**
 * @param now This machine's clock, Unix ms.
 * @param peek What can be shown before anything is loaded; without it the loader alone tells.
 * @param onRefused Called before what a refused key has seen is dropped.
 */
export const createQueries = (loader: Loader, now: () => number, peek?: Peek, onRefused = () => {}): Queries => {
  peek?.beQuick()
  const waits = new Map<string, Wait>()
  const listeners = new Set<() => void>()
  const setWait = (key: string, wait: Wait | undefined) => {
    if (wait) waits.set(key, wait)
    else if (!waits.delete(key)) return
    for (const listener of listeners) listener()
  }
  const onRetryOf =
    (key: string) =>
    ({ why, waitMs }: RetryWait) =>
      setWait(key, { why, until: now() + waitMs })
  const kept = createKeptAnswers(now)
  const walks = createPeopleWalks(
    loader,
    onRetryOf,
    (key) => setWait(key, undefined),
    (error) => forgetRefused(error, 'users'),
    (range, at) => kept.add('users', { range }, { at }),
    () => loader.serverNow() ?? now(),
  )
  /** Whether the fetches that are started right now are forced. */
  let isForcing = false
  /** Counts reveals, to give the waits of each a key of its own. */
  let revealed = 0

  const load = async <N extends QueryName>(
    name: N,
    params: ParamsOf<N>,
    signal: AbortSignal,
  ): Promise<Kept<DataOf<N>>> => {
    const key = JSON.stringify([name, params])
    const isForced = isForcing
    const keepHeld = (held: Loaded<DataOf<N>>) => {
      if (!signal.aborted && cache.getQueryData([name, params]) === undefined) keepProvisionally(name, params, held)
    }
    const isUnknown = cache.getQueryData([name, params]) === undefined
    try {
      const onHeld = isUnknown ? keepHeld : undefined
      const loaded = await loader.load(name, params, { signal, onRetry: onRetryOf(key), isForced, onHeld })
      if (loaded.from === 'ledger') kept.add(name, params, loaded)
      return loaded
    } catch (error) {
      const told = toAppError(error)
      if (isRefusal(told)) forgetRefused(told, name)
      throw told
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
  // Data from the ledger counts as stale at once: `updatedAt: 0`.
  const keepProvisionally = <N extends QueryName>(name: N, params: ParamsOf<N>, held: Loaded<DataOf<N>>) =>
    void cache.setQueryData<Kept<DataOf<N>>>([name, params], { ...held, isProvisional: true }, { updatedAt: 0 })
  /** Drops what a refused key has seen: everything on 401, on 403 what it was refused. */
  const forgetRefused = (error: AppError, name: QueryName | 'users') => {
    onRefused()
    const isAll = error.status === 401
    if (isAll || name === 'users') walks.refuse(error)
    peek?.forgetAll()
    // All its ranges: the server would refuse each.
    const isOfThing = ({ queryKey: [other] }: CachedQuery) =>
      isAll || other === name || oneThing.some((names) => names.has(name) && names.has(other))
    for (const query of cache.getQueryCache().findAll({ predicate: isOfThing })) {
      const isFetching = query.state.fetchStatus === 'fetching'
      query.setState({ data: undefined, dataUpdatedAt: 0, ...(!isFetching && { status: 'error', error }) })
    }
  }
  const revealing = new Set<AbortController>()
  const stopRevealing = () => {
    for (const controller of revealing) controller.abort()
  }
  const reveal: Queries['reveal'] = async (revision, path, signal) => {
    const controller = new AbortController()
    const leave = () => controller.abort()
    const key = `reveal ${++revealed}`
    revealing.add(controller)
    signal?.addEventListener('abort', leave)
    if (signal?.aborted) leave()
    try {
      return await loader.reveal(revision, path, { signal: controller.signal, onRetry: onRetryOf(key) })
    } catch (error) {
      const told = toAppError(error)
      if (isRefusal(told)) forgetRefused(told, 'revisions')
      throw told
    } finally {
      revealing.delete(controller)
      signal?.removeEventListener('abort', leave)
      setWait(key, undefined)
    }
  }
  /** Asks again for what is watched of these queries, and for the rest when it is watched next. */
  const askAgain = (names: readonly QueryName[]) => {
    const predicate = ({ queryKey: [name] }: CachedQuery) => names.some((other) => other === name)
    const underWay = cache.getQueryCache().findAll({ predicate, fetchStatus: 'fetching' })
    void cache.invalidateQueries({ predicate })
    // A first answer that is under way was asked for before the change, and asking again only joins it.
    for (const { queryKey, promise, state } of underWay)
      if (state.data === undefined)
        void promise?.catch(() => {}).then(() => cache.invalidateQueries({ queryKey, exact: true }))
  }
  /** Counts works, to give the waits of each a key of its own. */
  let worked = 0
  /** Counts changes, to give the waits of each a key of its own. */
  let changed = 0
  const change: Change = async (name, request, options = {}) => {
    const key = `change ${++changed}`
    try {
      const outcome = await loader.change(name, request, { onRetry: onRetryOf(key), ...options })
      if (outcome.is === 'refused' && outcome.error.status === 401) forgetRefused(outcome.error, 'users')
      // What was refused tells too that things are not as they were shown.
      else askAgain(affectedQueries[name])
      return outcome
    } finally {
      setWait(key, undefined)
    }
  }
  const freshMsOf = ({ state }: { state: { data: unknown } }): number =>
    (state.data as Kept<unknown> | undefined)?.freshMs ?? 0

  const optionsOf = <N extends QueryName>(name: N, params: ParamsOf<N>) => ({
    queryKey: [name, params] as const,
    queryFn: ({ signal }: { signal: AbortSignal }) => load(name, params, signal),
    staleTime: freshMsOf,
  })

  /** When what has grown stale was looked for last, for what is walked. */
  let walkedAt = now()
  const refreshGrown = (isStale: (query: CachedQuery) => boolean): boolean => {
    // What failed is asked for again by hand alone: nobody may be there to see it fail.
    const predicate = (query: CachedQuery) =>
      query.state.status === 'success' && Date.now() - query.state.dataUpdatedAt >= GROWN_MS && isStale(query)
    const isAny = cache.getQueryCache().findAll({ type: 'active', predicate }).length > 0
    if (isAny) void cache.refetchQueries({ type: 'active', predicate })
    if (now() - walkedAt >= WALKS_GROWN_MS) {
      walkedAt = now()
      walks.refresh(false)
    }
    return isAny
  }

  /** Comparisons that somebody has left, the one left last at the end. */
  const left = new Set<CachedQuery>()
  const leaveComparison = (queryKey: readonly unknown[]) => {
    const query = cache.getQueryCache().find({ queryKey })
    if (!query) return
    left.delete(query)
    left.add(query)
    const [oldest] = left
    if (left.size <= COMPARISONS_KEPT || !oldest) return
    left.delete(oldest)
    if (!oldest.isActive()) cache.getQueryCache().remove(oldest)
  }

  const stateOf = <T>(result: Pick<QueryObserverResult<Kept<T>>, 'data' | 'error' | 'fetchStatus'>): QueryState<T> => {
    const { data: kept, error, fetchStatus } = result
    const old = kept && agedOf(kept)
    if (fetchStatus === 'fetching') return old ? { is: 'loading', old } : { is: 'loading' }
    if (error) return failedState(toAppError(error), old)
    if (old && !kept.isProvisional) return { is: 'ready', now: old }
    // Neither data nor failure, and nothing under way: somebody has cancelled it.
    return failedState(new AppError('interrupted', 'Fetching was cancelled: R fetches it again.'), old)
  }

  return {
    watch(name, params, listener) {
      type Data = DataOf<typeof name>
      const options = optionsOf(name, params)
      if (cache.getQueryData(options.queryKey) === undefined) {
        const peeked = peek?.read(name, params)
        if (peeked?.isFresh) {
          cache.setQueryData<Kept<Data>>(options.queryKey, peeked.loaded)
          kept.add(name, params, peeked.loaded)
        } else if (peeked) keepProvisionally(name, params, peeked.loaded)
      }
      // This client keeps the data from now on.
      peek?.forget(name, params)
      const observer = new QueryObserver<Kept<Data>, Error, Kept<Data>, Kept<Data>, typeof options.queryKey>(
        cache,
        options,
      )
      let isWatching = true
      const stop = observer.subscribe((result) => isWatching && listener(stateOf(result)))
      listener(stateOf(observer.getCurrentResult()))
      return () => {
        isWatching = false
        // Later than the next screen begins to watch: a request that both want is not cancelled.
        queueMicrotask(() => {
          stop()
          if (name === 'comparison') leaveComparison(options.queryKey)
        })
      }
    },
    read(name, params) {
      const state = cache.getQueryState<Kept<DataOf<typeof name>>>([name, params])
      if (state) return stateOf(state)
      return peek?.state(name, params) ?? { is: 'loading' }
    },
    reveal,
    change,
    async work(name, request, options = {}) {
      const key = `work ${++worked}`
      try {
        const result = await loader.work(name, request, { onRetry: onRetryOf(key), ...options })
        // Of a run is told what was exported of it last.
        if (name === 'exportWiki') askAgain(['wikiRuns'])
        return result
      } catch (error) {
        const told = toAppError(error)
        // Of the works only the export asks the server.
        if (isRefusal(told)) forgetRefused(told, 'wikiRuns')
        else if (name === 'exportWiki') askAgain(['wikiRuns'])
        throw told
      } finally {
        setWait(key, undefined)
      }
    },
    addIds(kind, ids, source) {
      loader.addIds(kind, ids, source)
      askAgain([kind])
    },
    forgetId(kind, id) {
      loader.forgetId(kind, id)
      askAgain([kind])
    },
    walk: walks.walk,
    refresh(what) {
      // Judged by the clock: the timers that mark data as stale stand still while a computer sleeps.
      const isStale = (query: CachedQuery) => query.isStaleByTime(freshMsOf(query))
      if (what === 'grown') return refreshGrown(isStale)
      const isAnyStale = cache.getQueryCache().findAll({ type: 'active', predicate: isStale }).length > 0
      isForcing = what === 'all'
      void cache.refetchQueries({ type: 'active', ...(what === 'stale' && { predicate: isStale }) })
      isForcing = false
      // Looking again forgets why it did not come to an end.
      const areWalksStale = walks.isAnyStale()
      walks.refresh(what === 'all')
      return what === 'all' || areWalksStale || isAnyStale
    },
    cancel() {
      void cache.cancelQueries({ type: 'active' })
      walks.cancel()
      stopRevealing()
    },
    isOffline: loader.isOffline,
    notice: () => loader.notice() ?? peek?.notice(),
    clockSkewMs: loader.clockSkewMs,
    requests: loader.requests,
    keptAnswers: kept.list,
    inFlight: loader.inFlight,
    waiting: () => [...waits.values()].toSorted((a, b) => b.until - a.until)[0],
    subscribe(listener) {
      listeners.add(listener)
      const stop = loader.subscribe(listener)
      return () => {
        listeners.delete(listener)
        stop()
      }
    },
    close() {
      walks.close()
      stopRevealing()
      cache.clear()
    },
  }
}

const failedState = <T>(error: AppError, old: Aged<T> | undefined): QueryState<T> =>
  old ? { is: 'failed', error, old } : { is: 'failed', error }
