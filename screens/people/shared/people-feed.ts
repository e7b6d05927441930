import { useLayoutEffect, useMemo, useSyncExternalStore } from 'react'
import { memoizePerObject } from '../../../src/base/memoize.ts'
import { inSlices } from '../../../src/base/slices.ts'
import {
  initialWalk,
  isLoadingMany,
  type PeopleWalk,
  type WalkState,
} from '../../../src/cache/load/people/people-walk.ts'
import type { QueryState } from '../../../src/cache/load/query-state.ts'
import type { Range } from '../../../src/domain/calendar/calendar.ts'
import { People } from '../../../src/domain/people/people.ts'
import { type PersonDaysChunk, toPersonDaysChunk } from '../../../src/domain/people/person-days.ts'
import { useSession, useSessionState } from '../../kit/session/session.ts'

/** The displayed people of a walk. A walk loads the users of a range page by page, following the cursors of the API. */
export type PeopleSnapshot = {
  /** A new object whenever the displayed rows change, so memos that depend on it stay valid until then. */
  columns: { readonly people: People }
  /** State of the walk at the time of the snapshot, so that it describes the displayed rows. */
  state: WalkState
}

/** Ids and e-mail addresses of people who have no rows. */
type Persons = Pick<PersonDaysChunk, 'ids' | 'emails'>

/** Minimum time between updates while all people load, in ms. Drawing a page takes as long as storing it. */
const MIN_UPDATE_INTERVAL_MS = 500
/** From this many rows on, an update waits until they grow by a quarter: summing them takes longer than a frame. */
const LARGE_ROW_COUNT = 20_000

// One feed per walk, so that a list and the person opened from it share the same columns.
export const peopleFeedOf = memoizePerObject((walk: PeopleWalk) => createPeopleFeed(walk))

/** Appends the rows of a walk as they arrive, between key presses. All components that draw the walk share one feed. */
export const createPeopleFeed = (walk: PeopleWalk) => {
  const listeners = new Set<() => void>()
  const hasStarted = walk.get().chunks.length > 0
  let shown: PeopleSnapshot = { columns: { people: new People() }, state: hasStarted ? initialWalk() : walk.get() }
  /** Number of displayed rows, and time of the last update. */
  let rows = 0
  let shownAt = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined
  let isQuiet = false

  const cancelTimer = (): void => {
    clearTimeout(timer)
    timer = undefined
  }
  const show = (next: PeopleSnapshot): void => {
    shown = next
    for (const listener of listeners) listener()
  }
  const flush = () => {
    cancelTimer()
    shownAt = performance.now()
    const state = walk.get()
    const people = intake.people()
    const isGrowing =
      isLoadingMany(state.loading) && people === shown.columns.people && people.length >= LARGE_ROW_COUNT
    if (isGrowing && people.length < rows * 1.25) return show({ ...shown, state })
    rows = people.length
    show({ columns: { people }, state })
  }
  /** Displays the appended rows: immediately, or throttled while many pages load in a row. */
  const scheduleUpdate = () => {
    const { loading } = walk.get()
    if (walk.get() === shown.state) return
    const isSame = shown.columns.people === intake.people()
    const isNextPage = isLoadingMany(loading) && isLoadingMany(shown.state.loading) && isSame
    if (isNextPage && isQuiet && rows > 0 && walk.get().wait === shown.state.wait) return
    const wait = isNextPage ? shownAt + MIN_UPDATE_INTERVAL_MS - performance.now() : 0
    if (wait <= 0) return flush()
    timer ??= setTimeout(() => {
      timer = undefined
      // Otherwise the intake's `onIdle` callback does this after it has appended everything.
      if (!intake.isAppending()) scheduleUpdate()
    }, wait)
  }
  const intake = createIntake(walk, shown.columns.people, scheduleUpdate)

  let unsubscribe: (() => void) | undefined
  return {
    /** The current snapshot; the same object until it changes. */
    get: () => shown,
    /** Appends rows until unsubscribed, and calls the listener after each change of the snapshot. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      if (!unsubscribe) {
        unsubscribe = walk.subscribe(intake.appendAll)
        intake.appendAll()
      }
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        unsubscribe?.()
        unsubscribe = undefined
        intake.stop()
        cancelTimer()
      }
    },
    /** Sets whether pages in a row are shown only after the first and the last, because a screen reader reads changes. */
    setQuiet(next: boolean): void {
      isQuiet = next
    },
    /** Adds people without rows. Adding the same object again has no effect. */
    include(persons: Persons): void {
      const people = intake.include(persons)
      if (people === shown.columns.people) show({ ...shown, columns: { people } })
    },
  }
}

/** Appends the chunks of a walk in slices, with keys handled between them. @param onIdle - Called after the last. */
const createIntake = (walk: PeopleWalk, first: People, onIdle: () => void) => {
  let people = first
  let { generation } = walk.get()
  let count = 0
  let stop: (() => void) | undefined
  let included: Persons | undefined
  const addIncluded = () => people.append({ ...toPersonDaysChunk([]), ...included })
  const appendNext = (): boolean => {
    const chunk = walk.get().chunks[count]
    if (chunk) {
      people.append(chunk)
      walk.release(++count)
      return true
    }
    stop = undefined
    onIdle()
    return false
  }
  return {
    people: () => people,
    isAppending: () => stop !== undefined,
    appendAll() {
      const latest = walk.get().generation
      if (latest !== generation) {
        people = new People()
        if (included) addIncluded()
        generation = latest
        count = 0
      }
      if (stop) return
      let isDone = false
      const stopSlices = inSlices(() => {
        isDone = !appendNext()
        return !isDone
      })
      if (!isDone) stop = stopSlices
    },
    stop() {
      stop?.()
      stop = undefined
    },
    /** @returns The people, or undefined if `persons` was already added. */
    include(persons: Persons): People | undefined {
      if (included === persons) return undefined
      included = persons
      addIncluded()
      return people
    },
  }
}

/** The people of the walk over a range. When the component unmounts, it unsubscribes and its requests are cancelled. */
export const useWalk = (range: Range) => {
  const connection = useSessionState('connection')
  const queries = connection.is === 'ready' ? connection.queries : undefined
  const walk = useMemo(() => queries?.walk(range), [queries, range])
  const feed = walk && peopleFeedOf(walk)
  const { isLinear } = useSession().theme
  useLayoutEffect(() => feed?.setQuiet(isLinear), [feed, isLinear])
  const { columns, state } = useSyncExternalStore(feed?.subscribe ?? subscribeToNothing, feed?.get ?? getEmpty)
  const error = connection.is === 'failed' ? connection.error : state.error
  // Without a time, nothing was ever fetched.
  const now =
    state.at === undefined ? undefined : { data: undefined, at: state.at, from: 'server' as const, problems: 0 }
  const old = now && { old: now }
  const isLoading = state.loading !== 'nothing' || !now
  /** The walk as a query state, for the frame around a screen. */
  const queryState: QueryState<unknown> =
    error !== undefined ? { is: 'failed', error, ...old } : isLoading ? { is: 'loading', ...old } : { is: 'ready', now }
  return { columns, state, walk, queryState, isOffline: queries?.isOffline ?? false }
}

const subscribeToNothing = () => () => {}
const nothing: PeopleSnapshot = { columns: { people: new People() }, state: initialWalk() }
const getEmpty = () => nothing
