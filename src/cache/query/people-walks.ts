import type { AppError } from '../../base/errors.ts'
import type { RetryWait } from '../../client/client.ts'
import type { Range } from '../../domain/calendar/calendar.ts'
import { type PersonDaysChunk, toPersonDaysChunk } from '../../domain/people/person-days.ts'
import { isRefusal, toAppError } from '../load/kit/load-errors.ts'
import { MAX_DAYS_FRESH_MS } from '../load/kit/loaded.ts'
import type { Loader } from '../load/own-loader.ts'
import { initialWalk, type PeopleWalk, type WalkState } from '../load/people/people-walk.ts'
import type { UsersEvent, UsersStep } from '../load/people/users-watch.ts'

/** Maximum number of unwatched walks whose rows stay in memory, so that returning to them costs nothing. */
const MAX_IDLE = 2

/** Replaces released chunks. */
const { dropped: _, rowEmails: __, ...released } = toPersonDaysChunk([])

export type WalksDeps = {
  loader: Pick<Loader, 'watchUsers' | 'stepUsers'>
  /** Creates the listener for waits before retries of a walk. It returns the end of the wait, Unix ms. */
  onRetryOf: (key: string) => (wait: RetryWait) => number
  /** Called with the walk's key when its requests no longer wait. */
  onEnd: (key: string) => void
  /** Called when the API key is refused, for everything or for these rows. */
  onRefused: (error: AppError) => void
  /** Called when rows come from the cache without a request, with the time when they were fetched. */
  onHit: (range: Range, at: number | undefined) => void
  /** The server's clock, or else this machine's clock, Unix ms. */
  now: () => number
}

export type PeopleWalks = ReturnType<typeof createPeopleWalks>

/** The walks that screens share, one per range. */
export const createPeopleWalks = (deps: WalksDeps) => {
  const walks = new Map<string, ReturnType<typeof createWalk>>()
  const evictIdle = () => {
    const idle = [...walks].filter(([, walk]) => !walk.isWatched())
    for (const [key, walk] of idle.slice(0, Math.max(0, idle.length - MAX_IDLE))) {
      walk.close()
      walks.delete(key)
    }
  }
  return {
    walk(range: Range): PeopleWalk {
      const key = keyOf(range)
      const walk = walks.get(key) ?? createWalk(range, deps)
      // The map is ordered by last use: the walk used last is evicted last.
      walks.delete(key)
      walks.set(key, walk)
      evictIdle()
      return walk
    },
    /** Whether refreshing the watched walks may send a request. */
    isAnyStale: (): boolean => [...walks.values()].some((walk) => walk.isWatched() && isStale(walk.get(), deps.now())),
    /** Updates which days of the watched walks are missing; if forced, all days are. */
    refresh(isForced: boolean): void {
      for (const walk of walks.values()) if (walk.isWatched()) walk.step(isForced ? 'refreshAll' : 'refreshStale')
    },
    /** Cancels the requests in flight. */
    cancel(): void {
      for (const walk of walks.values()) walk.stop()
    },
    /** Removes all rows, when the key that loaded them is refused. */
    refuse(error: AppError): void {
      for (const walk of walks.values()) walk.refuse(error)
    },
    close(): void {
      for (const walk of walks.values()) walk.close()
      walks.clear()
    },
  }
}

/** Whether a refresh may send a request: days may have become stale since, or the walk did not complete. */
const isStale = ({ at, error, incomplete, notice }: WalkState, now: number): boolean =>
  (error ?? incomplete ?? notice) !== undefined || at === undefined || now - at >= MAX_DAYS_FRESH_MS

let lastId = 0

/** Watches the rows of a range in the loader. If the loader's process dies, the next step reads them again. */
const createWatch = (range: Range, { loader, onRetryOf, onEnd, onRefused, onHit }: WalksDeps, changed: () => void) => {
  const key = keyOf(range)
  const rows = createRows(range)
  let watch: { id: number; controller: AbortController } | undefined
  let isCacheHitReported = false

  const show = () => {
    const { loading, error } = rows.get()
    if (loading === 'nothing') onEnd(key)
    if (loading === 'nothing' && isRefusal(error)) onRefused(error)
    changed()
  }
  const close = () => {
    watch?.controller.abort()
    watch = undefined
    onEnd(key)
  }
  const open = () => {
    const thisWatch = { id: ++lastId, controller: new AbortController() }
    watch = thisWatch
    const onEvent = (event: UsersEvent) => {
      const before = rows.get().chunks
      if (watch !== thisWatch || !rows.take(event)) return
      const { pages, chunks, at } = rows.get()
      if (!isCacheHitReported && pages === 0 && chunks !== before && chunks.length > 0) {
        isCacheHitReported = true
        onHit(range, at)
      }
      show()
    }
    const onRetry = (wait: RetryWait) => {
      if (watch !== thisWatch) return
      rows.set({ wait: { until: onRetryOf(key)(wait), isRateLimit: wait.status === 429 } })
      changed()
    }
    const options = { signal: thisWatch.controller.signal, onRetry, onEvent }
    loader.watchUsers(thisWatch.id, range, options).catch((error) => {
      if (watch !== thisWatch) return
      watch = undefined
      rows.set({ loading: 'nothing', error: toAppError(error), wait: undefined })
      show()
    })
    return thisWatch
  }
  const step = (name: UsersStep, pages?: number) => {
    const { id } = watch ?? open()
    // If this fails, the watch fails too and reports the error.
    loader.stepUsers(id, name, pages).catch(() => {})
  }
  return {
    get: rows.get,
    release: rows.release,
    step,
    close,
    stop: () => {
      if (watch) step('stop')
    },
    /** @param wasLeft - Whether the cached data may have changed while nothing watched. */
    enter(wasLeft: boolean): void {
      if (wasLeft) isCacheHitReported = false
      if (!watch) open()
      else if (wasLeft) step('enter')
    },
    refuse(error: AppError): void {
      const { chunks, error: before } = rows.get()
      if (chunks.length === 0 && before === error) return
      close()
      rows.forget({ loading: 'nothing', error })
      show()
    },
  }
}

const createWalk = (range: Range, deps: WalksDeps) => {
  const listeners = new Set<() => void>()
  const watch = createWatch(range, deps, () => {
    for (const listener of listeners) listener()
  })
  let isLeft = false
  /** Pages that were requested before the first subscription. */
  let pagesDue = 0
  return {
    ...watch,
    isWatched: () => listeners.size > 0,
    subscribe(listener: () => void) {
      listeners.add(listener)
      watch.enter(isLeft)
      isLeft = false
      if (pagesDue > 0) watch.step('more', pagesDue)
      pagesDue = 0
      return () => {
        listeners.delete(listener)
        // Unsubscribe after the next screen has subscribed, so that a request that both need is not cancelled.
        queueMicrotask(() => {
          if (listeners.size > 0) return
          isLeft = true
          watch.stop()
        })
      }
    },
    more(pages = 1) {
      if (listeners.size > 0) return watch.step('more', pages)
      // React runs the effects of children first, so a child may call `more` before its screen subscribes.
      pagesDue = pages
      queueMicrotask(() => {
        pagesDue = 0
      })
    },
    all() {
      if (listeners.size > 0) watch.step('all')
    },
  }
}

const keyOf = ({ from, to }: Range): string => `${from} ${to}`

/** The state of a walk, with its rows. */
const createRows = (range: Range) => {
  const unknown = initialWalk([range])
  let state = unknown
  /** The chunks of the state. */
  let cached: PersonDaysChunk[] = []
  /** Rows of the next state. */
  let pending: { chunks: PersonDaysChunk[]; isReset: boolean } = { chunks: [], isReset: false }
  return {
    get: (): WalkState => state,
    set(change: Partial<WalkState>): void {
      state = { ...state, ...change }
    },
    /** @returns Whether the state has changed. */
    take({ state: next, chunks, isReset }: UsersEvent): boolean {
      pending = { chunks: isReset ? [...chunks] : [...pending.chunks, ...chunks], isReset: pending.isReset || isReset }
      if (!next) return false
      const isMore = pending.isReset || pending.chunks.length > 0
      if (isMore) cached = pending.isReset ? pending.chunks : [...cached, ...pending.chunks]
      const generation = pending.isReset ? state.generation + 1 : state.generation
      // The end of a wait is not an event. Until its time has passed, it is valid while anything is loading.
      const wait = next.loading === 'nothing' ? undefined : state.wait
      state = { ...next, chunks: isMore ? cached : state.chunks, generation, wait }
      pending = { chunks: [], isReset: false }
      return true
    },
    release(count: number): void {
      for (let at = 0; at < Math.min(count, cached.length); at++) cached[at] = released
    },
    /** Removes all rows. */
    forget(change: Partial<WalkState>): void {
      cached = []
      pending = { chunks: [], isReset: false }
      state = { ...unknown, generation: state.generation + 1, ...change }
    },
  }
}
