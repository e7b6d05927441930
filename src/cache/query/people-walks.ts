import type { AppError } from '../../base/errors.ts'
import type { Range } from '../../domain/calendar/calendar.ts'
import { type PersonDaysChunk, toPersonDaysChunk } from '../../domain/people/person-days.ts'
import { isRefusal } from '../load/kit/load-errors.ts'
import { LOOK_AGAIN_MS } from '../load/kit/loaded.ts'
import type { Loader } from '../load/loader.ts'
import type { UsersWatch, UsersWatchEvent, WatchUsersOptions } from '../load/people/users-watch.ts'
import { type PeopleWalk, unknownWalk, type WalkState } from '../load/people-walk.ts'

/** The walks that screens share, one for each range. */
export type PeopleWalks = {
  walk(range: Range): PeopleWalk
  /** Whether looking again at those that are watched may ask for something. */
  isAnyStale(): boolean
  /** Looks anew at what is missing of those that are watched; forced, everything is. */
  refresh(isForced: boolean): void
  /** Ends what is under way. */
  cancel(): void
  /** Forgets all rows, as the key that brought them is refused. */
  refuse(error: AppError): void
  close(): void
}

/** Walks that nobody watches and whose rows are kept all the same, so that coming back to them costs nothing. */
const MAX_IDLE = 2

/** Takes the place of chunks that were released. */
const { dropped: _, rowEmails: __, ...released } = toPersonDaysChunk([])

type Shared = PeopleWalk & {
  isWatched(): boolean
  refresh(isForced: boolean): void
  forget(): void
  refuse(error: AppError): void
  leave(): void
}

export const createPeopleWalks = (
  loader: Pick<Loader, 'watchUsers'>,
  /** Makes the listener for waits before retries, by the range's key. */
  onRetryOf: (key: string) => WatchUsersOptions['onRetry'],
  /** Called with the range's key when its requests wait no longer. */
  onEnd: (key: string) => void,
  /** Called when a key is refused, altogether or these rows. */
  onRefused: (error: AppError) => void,
  /** Called when rows come that no request was sent for, with when they were fetched. */
  onKept: (range: Range, at: number | undefined) => void,
  /** The server's clock where it is known, Unix ms. */
  now: () => number,
): PeopleWalks => {
  const walks = new Map<string, Shared>()
  const forgetIdle = () => {
    const idle = [...walks].filter(([, walk]) => !walk.isWatched())
    for (const [key, walk] of idle.slice(0, Math.max(0, idle.length - MAX_IDLE))) {
      walk.forget()
      walks.delete(key)
    }
  }
  const create = (range: Range, key: string): Shared =>
    createWalk(
      (options) => loader.watchUsers(range, { ...options, onRetry: onRetryOf(key) }),
      range,
      (error) => {
        onEnd(key)
        if (isRefusal(error)) onRefused(error)
      },
      (at) => onKept(range, at),
    )
  return {
    walk(range) {
      const key = `${range.from} ${range.to}`
      const walk = walks.get(key) ?? create(range, key)
      // The one that was wanted last is the last to be forgotten.
      walks.delete(key)
      walks.set(key, walk)
      forgetIdle()
      return walk
    },
    isAnyStale: () => [...walks.values()].some((walk) => walk.isWatched() && isStale(walk.get(), now())),
    refresh(isForced) {
      for (const walk of walks.values()) walk.refresh(isForced)
    },
    cancel() {
      for (const walk of walks.values()) walk.stop()
    },
    refuse(error) {
      for (const walk of walks.values()) walk.refuse(error)
    },
    close() {
      for (const walk of walks.values()) walk.leave()
      walks.clear()
    },
  }
}

/** Whether looking again may ask for something: days may have been told anew since, or it did not come to an end. */
const isStale = ({ at, error, incomplete, notice }: WalkState, now: number): boolean =>
  (error ?? incomplete ?? notice) !== undefined || at === undefined || now - at >= LOOK_AGAIN_MS

const createWalk = (
  open: (options: Pick<WatchUsersOptions, 'tell' | 'known'>) => UsersWatch,
  range: Range,
  onEnd: (error?: AppError) => void,
  onKept: (at: number | undefined) => void,
): Shared => {
  const unknown = unknownWalk([range])
  let state = unknown
  /** The chunks of the state. */
  let held: PersonDaysChunk[] = []
  let watch: UsersWatch | undefined
  let isKeptTold = false
  /** Whether a page was asked for before anybody listened. */
  let isMoreDue = false
  const listeners = new Set<() => void>()

  const tell = ({ state: next, chunks, isAnew }: UsersWatchEvent) => {
    const isMore = isAnew || chunks.length > 0
    if (!isKeptTold && next.pages === 0 && chunks.length > 0) {
      isKeptTold = true
      onKept(next.at)
    }
    if (isMore) held = isAnew ? [...chunks] : [...held, ...chunks]
    state = {
      ...next,
      chunks: isMore ? held : state.chunks,
      generation: isAnew ? state.generation + 1 : state.generation,
    }
    if (next.loading === 'nothing') onEnd(next.error)
    for (const listener of listeners) listener()
  }
  const enter = () => {
    const known = state === unknown ? undefined : { missing: state.missing, at: state.at }
    if (!watch) isKeptTold = false
    watch ??= open({ tell, known })
    return watch
  }
  const leave = () => {
    watch?.close()
    watch = undefined
    onEnd()
    if (state.loading === 'nothing') return
    // Of rows of the ledger that were still on their way nobody knows which have come.
    if (state.loading === 'kept') forgetRows()
    else if (state.at !== undefined) state = { ...state, loading: 'nothing' }
    else {
      held = []
      state = unknown
    }
  }
  const forgetRows = () => {
    held = []
    state = { ...unknown, generation: state.generation + 1 }
  }
  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener)
      const entered = enter()
      if (isMoreDue) entered.more()
      isMoreDue = false
      return () => {
        listeners.delete(listener)
        // Later than the next screen begins to watch: a request that both want is not cancelled.
        queueMicrotask(() => listeners.size === 0 && leave())
      }
    },
    more() {
      if (listeners.size > 0) return enter().more()
      // A part of a screen asks before the screen begins to listen, as React runs the effects of parts first.
      isMoreDue = true
      queueMicrotask(() => {
        isMoreDue = false
      })
    },
    all() {
      if (listeners.size > 0) enter().all()
    },
    release(count) {
      for (let at = 0; at < Math.min(count, held.length); at++) held[at] = released
    },
    stop: () => watch?.stop(),
    refresh(isForced) {
      if (listeners.size > 0) enter().refresh(isForced)
    },
    isWatched: () => listeners.size > 0,
    leave,
    forget() {
      leave()
      forgetRows()
    },
    refuse(error) {
      if (state.chunks.length === 0 && state.error === error) return
      watch?.close()
      watch = undefined
      held = []
      state = { ...unknown, generation: state.generation + 1, loading: 'nothing', error }
      for (const listener of listeners) listener()
    },
  }
}
