import type { Worker } from 'node:worker_threads'
import { AppError } from '../../errors.ts'
import type { Loaded } from '../loaded.ts'
import type { Loader, LoaderOptions } from '../loader.ts'
import type { OpenUsersOptions, UsersState } from '../users-view.ts'
import { fromErrorData } from './error-data.ts'
import { createLogMirror } from './log-mirror.ts'
import type { FromLoader, LoaderState, ToLoader } from './messages.ts'

type Load = {
  resolve: (loaded: Loaded<never>) => void
  reject: (error: AppError) => void
  options: LoaderOptions<never>
}

type View = {
  options: OpenUsersOptions
  /** What was told last. */
  state: UsersState
  /** The thread that has it open; another has to open it anew. */
  thread: Worker | undefined
  /** Whether all is being asked for anew, which only that thread knows. */
  isForced: boolean
}

export type WorkerLoaderOptions = {
  /**
   * How long nothing must have been asked before the thread is ended, in ms; the next question starts another, which finds in
   * the ledger what the last one has kept. @default never
   */
  restAfterMs?: number | undefined
}

/** How long a thread may take to put its things away. */
const CLOSING_MS = 2_000

const ENDED = 'What loads the data has ended unexpectedly: R starts it again.'

/**
 * A loader whose work is done by a thread of its own, so that no answer, however large, holds up a key. A thread that dies is
 * told as one error to all who wait; what is asked for next starts another.
 *
 * @param start Starts a thread that serves a loader, see serveLoader. Given what is known of the server's clock less this
 *   machine's, ms: its own clock is to run by that much ahead.
 * @param now This machine's clock, Unix ms.
 */
export const createWorkerLoader = (
  start: (skewMs: number) => Worker,
  now: () => number,
  { restAfterMs }: WorkerLoaderOptions = {},
): Loader => {
  const loads = new Map<number, Load>()
  const views = new Map<number, View>()
  const listeners = new Set<() => void>()
  const log = createLogMirror()
  let lastId = 0
  let running: Worker | undefined
  let state: Omit<LoaderState, 'entries'> = {
    inFlight: 0,
    taken: 0,
    serverNow: undefined,
    skewMs: undefined,
    notice: undefined,
  }
  let heardAt = 0
  /** How far the clock of the thread runs ahead of this machine's, ms. */
  let aheadMs = 0
  let restTimer: NodeJS.Timeout | undefined
  /** Messages that the running thread was sent. */
  let sent = 0
  const retiring = new Set<Promise<unknown>>()
  let isClosed = false
  const changed = () => {
    for (const listener of listeners) listener()
  }

  const hear = (message: FromLoader) => {
    switch (message.is) {
      case 'held':
        return loads.get(message.id)?.options.onHeld?.(message.loaded as Loaded<never>)
      case 'loaded':
        loads.get(message.id)?.resolve(message.loaded as Loaded<never>)
        return void loads.delete(message.id)
      case 'failed':
        loads.get(message.id)?.reject(fromErrorData(message.error))
        return void loads.delete(message.id)
      case 'wait':
        return (loads.get(message.id) ?? views.get(message.id))?.options.onRetry?.(message.wait)
      case 'users': {
        const view = views.get(message.id)
        if (!view) return
        const { state, chunks, isAnew } = message.event
        view.state = { ...state, error: state.error && fromErrorData(state.error) }
        if (state.missing.length === 0) view.isForced = false
        return view.options.tell({ state: view.state, chunks, isAnew })
      }
      case 'state': {
        const { is: _, entries, ...rest } = message
        log.take(entries)
        // A thread that has not asked anything yet knows less than the last one did.
        const { serverNow = serverNowHere(), skewMs = state.skewMs && state.skewMs - aheadMs } = rest
        state = { ...rest, serverNow, skewMs: skewMs === undefined ? undefined : skewMs + aheadMs }
        heardAt = now()
        return changed()
      }
      case 'refused':
        return fail(fromErrorData(message.error))
      case 'closed':
        return
    }
  }

  /** Tells all who wait that nothing more will come. */
  const fail = (error: AppError) => {
    running = undefined
    state = { ...state, inFlight: 0 }
    log.end()
    const waiting = [...loads.values()]
    loads.clear()
    for (const { reject } of waiting) reject(error)
    for (const view of views.values()) {
      view.state = { ...view.state, loading: 'nothing', error }
      view.options.tell({ state: view.state, chunks: [], isAnew: false })
    }
    changed()
  }

  const serverNowHere = () => (state.serverNow === undefined ? undefined : state.serverNow + now() - heardAt)

  /** Ends a thread that has nothing to do: it holds on to the memory of the largest answer that it has ever read. */
  const rest = () => {
    const resting = running
    const isBusy = [...views.values()].some(({ state, isForced }) => isForced || state.loading !== 'nothing')
    // Without a ledger on disk the next thread would know nothing.
    if (!resting || state.taken < sent || loads.size > 0 || state.inFlight > 0 || isBusy || state.notice !== undefined)
      return
    running = undefined
    log.end()
    const ended = end(resting).finally(() => retiring.delete(ended))
    retiring.add(ended)
  }
  const restLater = () => {
    clearTimeout(restTimer)
    if (restAfterMs !== undefined && !isClosed) restTimer = setTimeout(rest, restAfterMs).unref()
  }

  const worker = (): Worker => {
    if (running) return running
    aheadMs = state.skewMs ?? 0
    sent = 0
    state = { ...state, taken: 0 }
    const started = start(aheadMs)
    running = started
    started.on('message', (message: FromLoader) => {
      if (started !== running) return
      hear(message)
      restLater()
    })
    const die = (cause?: unknown) => {
      if (started === running && !isClosed) fail(new AppError('failed', ENDED, { cause }))
    }
    started.on('error', die)
    started.on('messageerror', die)
    started.on('exit', () => die())
    return started
  }
  const post = (message: ToLoader) => {
    worker().postMessage(message)
    sent++
    clearTimeout(restTimer)
  }

  return {
    isOffline: false,
    load: (name, params, options = {}) =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(new AppError('interrupted', 'Nothing was loaded because the program is ending.'))
        const id = ++lastId
        const { signal, isForced = false, onHeld } = options
        const leave = () => {
          if (!loads.delete(id)) return
          if (running) post({ is: 'cancel', id })
          reject(new AppError('interrupted', 'Fetching was cancelled.'))
        }
        loads.set(id, { resolve, reject, options } as unknown as Load)
        post({ is: 'load', id, name, params, isForced, wantsHeld: onHeld !== undefined })
        if (signal?.aborted) leave()
        else signal?.addEventListener('abort', leave, { once: true })
      }),
    openUsers(range, options) {
      const id = ++lastId
      const { missing = [range], at } = options.known ?? {}
      const nothing = { missing, at, loading: 'nothing', pages: 0, error: undefined, incomplete: undefined } as const
      const view: View = { options, state: nothing, thread: worker(), isForced: false }
      views.set(id, view)
      post({ is: 'openUsers', id, range, known: options.known })
      const want = (wants: Extract<ToLoader, { is: 'users' }>['wants']) => {
        if (!views.has(id)) return
        if (view.thread !== worker()) {
          view.thread = worker()
          const { missing, at, error } = view.state
          post({ is: 'openUsers', id, range, known: error ? undefined : { missing, at } })
        }
        post({ is: 'users', id, wants })
      }
      return {
        more: () => want('more'),
        all: () => want('all'),
        stop: () => want('stop'),
        refresh(isForced) {
          view.isForced ||= isForced
          want(isForced ? 'refreshAll' : 'refreshStale')
        },
        close() {
          if (running && view.thread === running) post({ is: 'users', id, wants: 'close' })
          views.delete(id)
        },
      }
    },
    serverNow: serverNowHere,
    clockSkewMs: () => state.skewMs,
    notice: () => state.notice,
    requests: log.entries,
    inFlight: () => state.inFlight,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async close() {
      isClosed = true
      clearTimeout(restTimer)
      await Promise.all([...retiring, ...(running ? [end(running)] : [])])
    },
  }
}

/** Lets a thread put its things away, then ends it. */
const end = async (thread: Worker): Promise<void> => {
  const closed = Promise.withResolvers<void>()
  thread.on('message', (message: FromLoader) => message.is === 'closed' && closed.resolve())
  thread.on('exit', () => closed.resolve())
  thread.postMessage({ is: 'close' } satisfies ToLoader)
  const late = setTimeout(closed.resolve, CLOSING_MS)
  await closed.promise
  clearTimeout(late)
  await thread.terminate()
}
