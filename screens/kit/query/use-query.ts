import { useCallback, useEffect, useState } from 'react'
import type { DataOf, ParamsOf, QueryName } from '../../../src/cache/load/queries.ts'
import { type QueryState, shownOf } from '../../../src/cache/load/query-state.ts'
import { useSession, useSessionState } from '../session/session.ts'

const loading = { is: 'loading' } as const

/**
 * The state of a query, kept up to date while the component is mounted; loading until there is a connection, beside what
 * is kept on disk.
 *
 * @param params undefined: there is nothing to ask for yet, and it stays loading.
 */
export const useQuery = <N extends QueryName>(name: N, params: ParamsOf<N> | undefined): QueryState<DataOf<N>> => {
  const { peek } = useSession()
  const connection = useSessionState('connection')
  const queries = connection.is === 'ready' ? connection.queries : undefined
  // Params are small plain data; their text is their identity.
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
  // Between a change of params and the first word about them, what the cache holds already is shown.
  return seen?.read === read ? seen.state : read()
}
