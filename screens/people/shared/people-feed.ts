import { useMemo, useSyncExternalStore } from 'react'
import { memoizePerObject } from '../../../src/base/memoize.ts'
import { inSlices } from '../../../src/base/slices.ts'
import { bringsMany, type PeopleWalk, unknownWalk, type WalkState } from '../../../src/cache/load/people/people-walk.ts'
import type { QueryState } from '../../../src/cache/load/query-state.ts'
import type { Range } from '../../../src/domain/calendar/calendar.ts'
import { People } from '../../../src/domain/people/people.ts'
import { type PersonDaysChunk, toPersonDaysChunk } from '../../../src/domain/people/person-days.ts'
import { useSessionState } from '../../kit/session/session.ts'

/** The people of a walk, as far as they are shown. */
type PeopleSnapshot = {
  people: People
  /** Of `people`, when they were shown last: while more come, what is made of them stays as it is. */
  version: number
  /** Of the walk, when all rows that had come were in: what is said of the figures is of those that are shown. */
  state: WalkState
}

/** The rows of a walk, appended between keys as they arrive; all components that draw them share one. */
type PeopleFeed = {
  /** What is shown now: the same object until that changes. */
  get(): PeopleSnapshot
  /** Takes in what has come and what comes until the returned function is called, and tells when something else is shown. */
  subscribe(listener: () => void): () => void
  /** Adds people without rows. The same object is added once. */
  include(persons: Pick<PersonDaysChunk, 'ids' | 'emails'>): void
}

/** What tells the time, and does something later. */
type FeedTime = {
  /** In ms, from whenever. */
  now(): number
  /** Calls back once after so many ms. @returns How to prevent that. */
  after(ms: number, run: () => void): () => void
  inSlices: typeof inSlices
}

/** How often more is shown while everybody is loaded, ms: drawing a page takes as long as taking it in. */
const SHOWN_EVERY_MS = 500
/** From so many rows on people are shown again only when the rows have grown by a quarter: summing them takes longer than a frame. */
const MANY = 20_000

// Kept for each walk, so that a list and the person opened from it read the same columns.
export const peopleFeedOf = memoizePerObject((walk: PeopleWalk): PeopleFeed => createPeopleFeed(walk))

export const createPeopleFeed = (walk: PeopleWalk, time: FeedTime = ownTime): PeopleFeed => {
  const listeners = new Set<() => void>()
  let people = new People()
  let generation = walk.get().generation
  /** Chunks that are in. */
  let count = 0
  let stopTaking: (() => void) | undefined
  let included: Pick<PersonDaysChunk, 'ids' | 'emails'> | undefined
  let shown: PeopleSnapshot = {
    people,
    version: people.version,
    state: walk.get().chunks.length > 0 ? unknownWalk() : walk.get(),
  }
  /** Rows that are shown, and since when what is shown is. */
  let rows = 0
  let shownAt = Number.NEGATIVE_INFINITY
  let stopWaiting: (() => void) | undefined

  const beginAnew = (latest: number): void => {
    people = new People()
    if (included) people.append({ ...toPersonDaysChunk([]), ...included })
    generation = latest
    count = 0
  }
  /** Takes the next chunk in. @returns Whether there was one. */
  const takeNext = (): boolean => {
    const chunk = walk.get().chunks[count]
    if (!chunk) return false
    people.append(chunk)
    walk.release(++count)
    return true
  }
  const take = (): void => {
    const { generation: latest } = walk.get()
    if (latest !== generation) beginAnew(latest)
    if (stopTaking) return
    let isDone = false
    const stop = time.inSlices(() => {
      if (takeNext()) return true
      isDone = true
      stopTaking = undefined
      showSoon()
      return false
    })
    if (!isDone) stopTaking = stop
  }
  /** Whether the next update shows new people, and not only the progress of the walk. */
  const arePeopleDue = (): boolean => {
    const { loading } = walk.get()
    if (!bringsMany(loading) || people !== shown.people || people.length < MANY) return true
    return people.length >= rows * 1.25
  }
  const show = (): void => {
    stopWaiting?.()
    stopWaiting = undefined
    shownAt = time.now()
    const state = walk.get()
    if (arePeopleDue()) {
      rows = people.length
      shown = { people, version: people.version, state }
    } else shown = { ...shown, state }
    for (const listener of listeners) listener()
  }
  /** Shows what is in: at once, but for one page of many after the other. */
  const showSoon = (): void => {
    const state = walk.get()
    if (state === shown.state) return
    const isNextPage = bringsMany(state.loading) && bringsMany(shown.state.loading) && shown.people === people
    const wait = isNextPage ? shownAt + SHOWN_EVERY_MS - time.now() : 0
    if (wait <= 0) show()
    else {
      stopWaiting ??= time.after(wait, () => {
        stopWaiting = undefined
        // Otherwise as soon as all that has come is in.
        if (!stopTaking) showSoon()
      })
    }
  }

  let leave: (() => void) | undefined
  return {
    get: () => shown,
    subscribe(listener) {
      listeners.add(listener)
      if (!leave) {
        leave = walk.subscribe(take)
        take()
      }
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        leave?.()
        leave = undefined
        stopTaking?.()
        stopTaking = undefined
        stopWaiting?.()
        stopWaiting = undefined
      }
    },
    include(persons) {
      if (included === persons) return
      included = persons
      people.append({ ...toPersonDaysChunk([]), ...persons })
      if (shown.people !== people) return
      shown = { ...shown, version: people.version }
      for (const listener of listeners) listener()
    },
  }
}

const ownTime: FeedTime = {
  now: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
  inSlices,
}

type OpenedWalk = PeopleSnapshot & {
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
  const taking = walk && peopleFeedOf(walk)
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
const people = new People()
const nothing: PeopleSnapshot = { people, version: people.version, state: unknownWalk() }
const nobody = () => nothing
