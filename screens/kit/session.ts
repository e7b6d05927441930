import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { AppError } from '../../src/base/errors.ts'
import type { DataOf, ParamsOf, QueryName } from '../../src/cache/load/queries.ts'
import { type Aged, type QueryState, shownOf } from '../../src/cache/load/query-state.ts'
import type { Peek } from '../../src/cache/query/peek.ts'
import type { Queries } from '../../src/cache/query/query-client.ts'
import type { RangeChoice } from '../../src/domain/calendar/range-choice.ts'
import { type Looks, noLooks } from '../../src/domain/revisions/last-look.ts'
import type { Binding } from '../../src/ui/keys/bindings.ts'
import type { Theme } from '../../src/ui/layout/theme.ts'
import type { ScreenName } from './names.ts'
import type { Outside } from './outside.ts'

/** How far the program is with the organisation it shows. */
export type Connection =
  | { is: 'starting'; what: string }
  | { is: 'ready'; queries: Queries }
  | { is: 'failed'; error: AppError }

/** What all screens share. */
export type SessionState = {
  /** Name of the organisation's profile, or its host. */
  profile: string
  isDemo: boolean
  /** Every write is refused. */
  isReadOnly: boolean
  connection: Connection
  range: RangeChoice
  /** Whether figures are compared with the period before. */
  isComparing: boolean
  /** Whether people are called by pseudonyms, on screen and in what is copied. */
  isPrivate: boolean
  /** One line for the last row until the next key: something was copied, something was refused. */
  notice: string | undefined
}

export type Session = {
  get(): SessionState
  set(change: Partial<SessionState>): void
  subscribe(listener: () => void): () => void
  /** Now by the server's clock where one has answered, else by this machine's, Unix ms. */
  now(): number
  theme: Theme
  /** What pseudonyms are made with besides the id: with another salt the same person has another one. */
  salt: string
  /** What is kept on disk, for queries to show until there is a connection. */
  peek?: Peek | undefined
  /** Puts text on the clipboard of the terminal. */
  copy(text: string): void
  /** The user's pager and editor, and files. */
  outside: Outside
  /** Which revisions of the controls were seen before. */
  looks: Looks
}

/**
 * @param world - `salt` is a random one by default, so that pseudonyms hold until the program ends; without `looks` nothing is
 * remembered.
 */
export const createSession = (
  initial: Omit<SessionState, 'isPrivate'> & Partial<Pick<SessionState, 'isPrivate'>>,
  world: Pick<Session, 'now' | 'theme' | 'copy' | 'outside' | 'peek'> & Partial<Pick<Session, 'salt' | 'looks'>>,
): Session => {
  let state: SessionState = { isPrivate: false, ...initial }
  const listeners = new Set<() => void>()
  return {
    salt: crypto.randomUUID(),
    looks: noLooks,
    ...world,
    get: () => state,
    set(change) {
      state = { ...state, ...change }
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export const SessionContext = createContext<Session | undefined>(undefined)

export const useSession = (): Session => {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession needs a SessionContext above it')
  return session
}

/** The state that all screens share; the component is drawn again when it changes. */
export const useSessionState = (): SessionState => {
  const session = useSession()
  return useSyncExternalStore(session.subscribe, session.get)
}

const loading = { is: 'loading' } as const

/**
 * The state of a query, kept up to date while the component is mounted; loading until there is a connection, beside what
 * is kept on disk.
 */
export const useQuery = <N extends QueryName>(name: N, params: ParamsOf<N>): QueryState<DataOf<N>> => {
  const { peek } = useSession()
  const { connection } = useSessionState()
  const queries = connection.is === 'ready' ? connection.queries : undefined
  // Params are small plain data; their text is their identity.
  const key = JSON.stringify(params)
  const read = useCallback((): QueryState<DataOf<N>> => {
    const params = JSON.parse(key) as ParamsOf<N>
    return queries?.read(name, params) ?? peek?.state(name, params) ?? loading
  }, [queries, peek, name, key])
  const [seen, setSeen] = useState<{ read: typeof read; state: QueryState<DataOf<N>> }>()
  useEffect(
    () => queries?.watch(name, JSON.parse(key) as ParamsOf<N>, (state) => setSeen({ read, state })),
    [queries, name, key, read],
  )
  if (connection.is === 'failed') {
    const old = shownOf(read())
    return { is: 'failed', error: connection.error, ...(old && { old }) }
  }
  // Between a change of params and the first word about them, what the cache holds already is shown.
  return seen?.read === read ? seen.state : read()
}

/** Where a screen keeps its row, filter and order while it is not shown. */
export type Kept = Map<string, unknown>

export const KeptContext = createContext<Kept>(new Map())

/** State that outlives the component: it is still there when the user comes back to the screen. */
export const useKept = <T>(key: string, initial: T): [T, (next: T | ((before: T) => T)) => void] => {
  const kept = useContext(KeptContext)
  const [, draw] = useState(0)
  const value = kept.has(key) ? (kept.get(key) as T) : initial
  const set = useCallback(
    (next: T | ((before: T) => T)) => {
      const before = kept.has(key) ? (kept.get(key) as T) : initial
      const value = typeof next === 'function' ? (next as (before: T) => T)(before) : next
      if (Object.is(value, before)) return
      kept.set(key, value)
      draw((count) => count + 1)
    },
    [kept, key, initial],
  )
  return [value, set]
}

/** What a screen says about itself to the frame around it. */
export type ScreenReport = {
  /** Where the user is, below the screen's own name. */
  crumbs: readonly string[]
  /** The headless twin of what is shown, without the program's name: `analytics tokens --last 14d`. */
  command: string
  /** The keys of a text field that has the keyboard, for the hints in place of the screen's own. */
  fieldKeys?: readonly Binding[] | undefined
  /** The queries whose age and state the first row tells. */
  states: readonly QueryState<unknown>[]
}

export const ReportContext = createContext<(screen: ScreenName, report: ScreenReport) => void>(() => {})

/** The oldest data among the queries, and whether any is being fetched or has failed. */
export const freshnessOf = (
  states: readonly QueryState<unknown>[],
): { oldest: number | undefined; isLoading: boolean; isFailed: boolean } => {
  let oldest: number | undefined
  for (const state of states) {
    const aged: Aged<unknown> | undefined = state.is === 'ready' ? state.now : state.old
    if (aged && (oldest === undefined || aged.at < oldest)) oldest = aged.at
  }
  return {
    oldest,
    isLoading: states.some((state) => state.is === 'loading'),
    isFailed: states.some((state) => state.is === 'failed'),
  }
}

/** Tells the frame what is shown, whenever it changes. */
export const useReport = (screen: ScreenName, report: ScreenReport): void => {
  const tell = useContext(ReportContext)
  const latest = useRef(report)
  latest.current = report
  const { oldest, isLoading, isFailed } = freshnessOf(report.states)
  const identity = [
    screen,
    report.command,
    ...report.crumbs,
    report.fieldKeys?.[0]?.action,
    oldest,
    isLoading,
    isFailed,
  ].join('\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the identity stands for the report
  useLayoutEffect(() => tell(screen, latest.current), [tell, identity])
}
