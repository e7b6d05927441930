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
  /** Another object each time that more of the people are shown: until then what is made of them stays as it is. */
  columns: { readonly people: People }
  /** Of the walk, when all rows that had come were in: what is said of the figures is of those that are shown. */
  state: WalkState
}

/** People without rows. */
type Persons = Pick<PersonDaysChunk, 'ids' | 'emails'>

/** How often more is shown while everybody is loaded, ms: drawing a page takes as long as taking it in. */
const SHOWN_EVERY_MS = 500
/** From so many rows on people are shown again only when the rows have grown by a quarter: summing them takes longer than a frame. */
const MANY = 20_000

// Kept for each walk, so that a list and the person opened from it read the same columns.
export const peopleFeedOf = memoizePerObject((walk: PeopleWalk) => createPeopleFeed(walk))

/** The rows of a walk, appended between keys as they arrive; all components that draw them share one. */
export const createPeopleFeed = (walk: PeopleWalk) => {
  const listeners = new Set<() => void>()
  const isBegun = walk.get().chunks.length > 0
  let shown: PeopleSnapshot = { columns: { people: new People() }, state: isBegun ? unknownWalk() : walk.get() }
  /** Rows that are shown, and since when what is shown is. */
  let rows = 0
  let shownAt = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined

  const stopWaiting = (): void => {
    clearTimeout(timer)
    timer = undefined
  }
  const show = (next: PeopleSnapshot): void => {
    shown = next
    for (const listener of listeners) listener()
  }
  const showNow = () => {
    stopWaiting()
    shownAt = performance.now()
    const state = walk.get()
    const people = intake.people()
    const isGrowing = bringsMany(state.loading) && people === shown.columns.people && people.length >= MANY
    if (isGrowing && people.length < rows * 1.25) return show({ ...shown, state })
    rows = people.length
    show({ columns: { people }, state })
  }
  /** Shows what is in: at once, but for one page of many after the other. */
  const showSoon = () => {
    const { loading } = walk.get()
    if (walk.get() === shown.state) return
    const isSame = shown.columns.people === intake.people()
    const isNextPage = bringsMany(loading) && bringsMany(shown.state.loading) && isSame
    const wait = isNextPage ? shownAt + SHOWN_EVERY_MS - performance.now() : 0
    if (wait <= 0) return showNow()
    timer ??= setTimeout(() => {
      timer = undefined
      // Otherwise as soon as all that has come is in.
      if (!intake.isTaking()) showSoon()
    }, wait)
  }
  const intake = createIntake(walk, shown.columns.people, showSoon)

  let leave: (() => void) | undefined
  return {
    /** What is shown now: the same object until that changes. */
    get: () => shown,
    /** Takes in what has come and what comes until the returned function is called, and tells when something else is shown. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      if (!leave) {
        leave = walk.subscribe(intake.take)
        intake.take()
      }
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        leave?.()
        leave = undefined
        intake.stop()
        stopWaiting()
      }
    },
    /** Adds people without rows. The same object is added once. */
    include(persons: Persons): void {
      const people = intake.include(persons)
      if (people === shown.columns.people) show({ ...shown, columns: { people } })
    },
  }
}

/** Appends the chunks of a walk to its people, with room for keys between. @param onIdle - Called when all that have come are in. */
const createIntake = (walk: PeopleWalk, first: People, onIdle: () => void) => {
  let people = first
  let { generation } = walk.get()
  /** Chunks that are in. */
  let count = 0
  let stop: (() => void) | undefined
  let included: Persons | undefined
  const addIncluded = () => people.append({ ...toPersonDaysChunk([]), ...included })
  const takeNext = (): boolean => {
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
    isTaking: () => stop !== undefined,
    take() {
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
        isDone = !takeNext()
        return !isDone
      })
      if (!isDone) stop = stopSlices
    },
    stop() {
      stop?.()
      stop = undefined
    },
    /** @returns The people where they are added, undefined where they were before. */
    include(persons: Persons): People | undefined {
      if (included === persons) return undefined
      included = persons
      addIncluded()
      return people
    },
  }
}

/**
 * The people of the walk of a range, as far as they are shown; it is left when the component goes, and what it fetches then is
 * cancelled.
 */
export const useWalk = (range: Range) => {
  const connection = useSessionState('connection')
  const queries = connection.is === 'ready' ? connection.queries : undefined
  const walk = useMemo(() => queries?.walk(range), [queries, range])
  const feed = walk && peopleFeedOf(walk)
  const { columns, state } = useSyncExternalStore(feed?.subscribe ?? never, feed?.get ?? nobody)
  const error = connection.is === 'failed' ? connection.error : state.error
  // Without an age nothing has ever been fetched.
  const now =
    state.at === undefined ? undefined : { data: undefined, at: state.at, from: 'server' as const, problems: 0 }
  const old = now && { old: now }
  const isLoading = state.loading !== 'nothing' || !now
  /** The walk as a query, which is what the frame around a screen understands. */
  const queryState: QueryState<unknown> =
    error !== undefined ? { is: 'failed', error, ...old } : isLoading ? { is: 'loading', ...old } : { is: 'ready', now }
  return { columns, state, walk, queryState, isOffline: queries?.isOffline ?? false }
}

const never = () => () => {}
const nothing: PeopleSnapshot = { columns: { people: new People() }, state: unknownWalk() }
const nobody = () => nothing
