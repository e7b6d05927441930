import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { DataOf, ParamsOf, QueryName } from '../../../src/cache/load/queries.ts'
import { type QueryState, shownOf } from '../../../src/cache/load/query-state.ts'
import type { LogEntry, Queries } from '../../../src/cache/query/query-client.ts'
import { useSession, useSessionState } from '../session/session.ts'
import { useCountdown } from './ticks.ts'

const loading = { is: 'loading' } as const

/**
 * The state of a query, updated while the component is mounted. Until there is a connection it is loading, with the
 * cached data if there is any.
 *
 * @param params undefined: there is nothing to request yet, and the state stays loading.
 */
export const useQuery = <N extends QueryName>(name: N, params: ParamsOf<N> | undefined): QueryState<DataOf<N>> => {
  const { peek } = useSession()
  const connection = useSessionState('connection')
  const queries = connection.is === 'ready' ? connection.queries : undefined
  // Params are small plain data, so their JSON identifies them.
  const key = params === undefined ? undefined : JSON.stringify(params)
  const read = useCallback((): QueryState<DataOf<N>> => {
    if (key === undefined) return loading
    const params = JSON.parse(key) as ParamsOf<N>
    return queries?.read(name, params) ?? peek?.state(name, params) ?? loading
  }, [queries, peek, name, key])
  const [seen, setSeen] = useState<{ read: typeof read; state: QueryState<DataOf<N>> }>()
  useEffect(
    () =>
      key === undefined
        ? undefined
        : queries?.watch(name, JSON.parse(key) as ParamsOf<N>, (state) => setSeen({ read, state })),
    [queries, name, key, read],
  )
  if (connection.is === 'failed') {
    const old = shownOf(read())
    return { is: 'failed', error: connection.error, ...(old && { old }) }
  }
  // After a change of params, the cached data is shown until the first update arrives.
  return seen?.read === read ? seen.state : read()
}

/** The loaded data of a query, without a request; for data of a screen that may not have been opened. */
export const useLoadedData = <N extends QueryName>(name: N): ((params: ParamsOf<N>) => DataOf<N> | undefined) => {
  const connection = useSessionState('connection')
  return (params) => (connection.is === 'ready' ? shownOf(connection.queries.read(name, params))?.data : undefined)
}

/** Interval in ms between checks for stale data. Each query defines when its data is stale. */
const REFRESH_CHECK_MS = 1_000

/**
 * Refreshes stale data while something on the screen changes on its own.
 *
 * @param only - The query to refresh. @default all of them
 */
export const useLiveRefresh = (isChanging: boolean, only?: QueryName): void => {
  const queries = useUnpausedQueries()
  useEffect(() => {
    if (!isChanging || !queries) return undefined
    const timer = setInterval(() => queries.refresh('polled', only), REFRESH_CHECK_MS)
    return () => clearInterval(timer)
  }, [isChanging, queries, only])
}

const useUnpausedQueries = (): Queries | undefined => {
  const connection = useSessionState('connection')
  const isPaused = useSessionState('pausedAt') !== undefined
  return connection.is === 'ready' && !isPaused ? connection.queries : undefined
}

/**
 * Keeps the query `live` up to date by a stream of the server while the component is mounted and refreshes are not
 * paused.
 *
 * @param isWanted - Whether to open the stream, if it is offered.
 * @returns Whether the stream is open. While it is not, the query has to be polled.
 */
export const useLiveStream = (isWanted: boolean): boolean => {
  const queries = useUnpausedQueries()
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    if (!isWanted || !queries) return undefined
    const stop = queries.followLive(setIsOpen)
    return () => {
      stop()
      setIsOpen(false)
    }
  }, [isWanted, queries])
  return isOpen
}

/** The state of the requests, kept up to date; empty until there is a connection. */
export const useRequests = () => {
  const connection = useSessionState('connection')
  const queries: Queries | undefined = connection.is === 'ready' ? connection.queries : undefined
  const subscribe = queries?.subscribe ?? never
  const log = useSyncExternalStore(subscribe, () => queries?.requests() ?? noRequests)
  const wait = useSyncExternalStore(subscribe, () => queries?.waiting())
  /** A problem with the cache that users must see. */
  const ledgerNotice = useSyncExternalStore(subscribe, () => queries?.notice())
  const waitSeconds = useCountdown(wait?.until)
  return { queries, log, inFlight: queries?.inFlight() ?? 0, wait, waitSeconds, ledgerNotice }
}

export type Requests = ReturnType<typeof useRequests>

const noRequests: readonly LogEntry[] = []
const never = () => () => {}
