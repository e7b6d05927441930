import { useMemo, useSyncExternalStore } from 'react'
import { type PeopleWalk, unknownWalk } from '../../../src/cache/load/people-walk.ts'
import type { QueryState } from '../../../src/cache/load/query-state.ts'
import type { Range } from '../../../src/domain/calendar/calendar.ts'
import { createPeople } from '../../../src/domain/people/people.ts'
import { useSessionState } from '../../kit/session/session.ts'
import { type Taken, takingOf } from './taking.ts'

export type OpenedWalk = Taken & {
  /** Undefined until there is a connection. */
  walk: PeopleWalk | undefined
  /** The walk as a query, which is what the frame around a screen understands. */
  queryState: QueryState<unknown>
  /** Whether nothing is ever asked for. */
  isOffline: boolean
}

/**
 * The people of the walk of a range, as far as they are shown; it is left when the component goes, and what it fetches then is
 * cancelled.
 */
export const useWalk = (range: Range): OpenedWalk => {
  const connection = useSessionState('connection')
  const queries = connection.is === 'ready' ? connection.queries : undefined
  const walk = useMemo(() => queries?.walk(range), [queries, range])
  const taking = walk && takingOf(walk)
  const taken = useSyncExternalStore(taking?.subscribe ?? never, taking?.get ?? nobody)
  const { state } = taken
  const failure = connection.is === 'failed' ? connection.error : state.error
  const queryState = useMemo((): QueryState<unknown> => {
    const old =
      state.at === undefined ? {} : { old: { data: undefined, at: state.at, from: 'server' as const, problems: 0 } }
    if (state.loading !== 'nothing' && failure === undefined) return { is: 'loading', ...old }
    if (failure !== undefined) return { is: 'failed', error: failure, ...old }
    // Without an age nothing has ever been fetched.
    return state.at === undefined
      ? { is: 'loading' }
      : { is: 'ready', now: { data: undefined, at: state.at, from: 'server' as const, problems: 0 } }
  }, [state, failure])
  return { ...taken, walk, queryState, isOffline: queries?.isOffline ?? false }
}

const never = () => () => {}
const people = createPeople()
const nothing: Taken = { people, version: people.version, state: unknownWalk() }
const nobody = () => nothing
