import type { DataOf, ParamsOf, QueryName } from '../../../src/cache/load/queries.ts'
import { shownOf } from '../../../src/cache/load/query-state.ts'
import { useSessionState } from '../session/session.ts'

/** What a query has brought before, without asking for it: for what belongs to a screen that may not have been opened. */
export const useKnown = <N extends QueryName>(name: N, params: ParamsOf<N>): DataOf<N> | undefined =>
  useLateKnown(name)(params)

/** The same for what is asked for without the component being drawn again. */
export const useLateKnown = <N extends QueryName>(name: N): ((params: ParamsOf<N>) => DataOf<N> | undefined) => {
  const connection = useSessionState('connection')
  return (params) => (connection.is === 'ready' ? shownOf(connection.queries.read(name, params))?.data : undefined)
}
