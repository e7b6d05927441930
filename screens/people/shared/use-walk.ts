import { useMemo, useSyncExternalStore } from 'react'
import type { PeopleWalk, WalkState } from '../../../src/cache/load/people-walk.ts'
import type { QueryState } from '../../../src/cache/load/query-state.ts'
import type { Range } from '../../../src/domain/calendar/calendar.ts'
import { useSessionState } from '../../kit/session/session.ts'

export type OpenedWalk = {
  /** Undefined until there is a connection. */
  walk: PeopleWalk | undefined
  state: WalkState
  /** The walk as a query, which is what the frame around a screen understands. */
  queryState: QueryState<unknown>
  /** Whether nothing is ever asked for. */
  isOffline: boolean
}

/** Before anything has come. */
export const nothingYet: WalkState = {
  chunks: [],
  generation: 0,
  missing: [],
  loading: 'page',
  pages: 0,
  error: undefined,
  incomplete: undefined,
  notice: undefined,
  at: undefined,
}

/** The walk of the per-user rows of a range; it is left when the component goes, and what it fetches then is cancelled. */
export const useWalk = (range: Range): OpenedWalk => {
  const connection = useSessionState('connection')
  const queries = connection.is === 'ready' ? connection.queries : undefined
  const walk = useMemo(() => queries?.walk(range), [queries, range])
  const state = useSyncExternalStore(walk?.subscribe ?? never, walk?.get ?? nothing)
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
  return { walk, state, queryState, isOffline: queries?.isOffline ?? false }
}

const never = () => () => {}
const nothing = () => nothingYet
