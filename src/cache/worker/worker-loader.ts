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
}

/** How long a thread may take to put its things away. */
const CLOSING_MS = 2_000

const ENDED = 'What loads the data has ended unexpectedly: R starts it again.'

/**
 * A loader whose work is done by a thread of its own, so that no answer, however large, holds up a key. A thread that dies is
 * told as one error to all who wait; what is asked for next starts another.
 *
 * @param start Starts a thread that serves a loader, see serveLoader.
 * @param now This machine's clock, Unix ms.
 */
export const createWorkerLoader = (start: () => Worker, now: () => number): Loader => {
  const loads = new Map<number, Load>()
  const views = new Map<number, View>()
  const listeners = new Set<() => void>()
  const log = createLogMirror()
  let lastId = 0
  let running: Worker | undefined
  let state: Omit<LoaderState, 'entries'> = { inFlight: 0, serverNow: undefined, skewMs: undefined, notice: undefined }
  let heardAt = 0
  let isClosed = false
  const closed = Promise.withResolvers<void>()
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
        return view.options.tell({ state: view.state, chunks, isAnew })
      }
      case 'state': {
        const { is: _, entries, ...rest } = message
        log.take(entries)
        state = rest
        heardAt = now()
        return changed()
      }
      case 'refused':
        return end(fromErrorData(message.error))
      case 'closed':
        return closed.resolve()
    }
  }

  /** Tells all who wait that nothing more will come. */
  const end = (error: AppError) => {
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

  const worker = (): Worker => {
    if (running) return running
    const started = start()
    running = started
    started.on('message', (message: FromLoader) => started === running && hear(message))
    const die = (cause?: unknown) => {
      if (started === running && !isClosed) end(new AppError('failed', ENDED, { cause }))
    }
    started.on('error', die)
    started.on('messageerror', die)
    started.on('exit', () => {
      die()
      closed.resolve()
    })
    return started
  }
  const post = (message: ToLoader) => worker().postMessage(message)

  return {
    isOffline: false,
    load: (name, params, options = {}) =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(new AppError('interrupted', 'Nothing was loaded because the program is ending.'))
        const id = ++lastId
        const { signal, isForced = false, onHeld } = options
        const leave = () => {
          if (!loads.delete(id)) return
          running?.postMessage({ is: 'cancel', id } satisfies ToLoader)
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
      const view: View = { options, state: nothing, thread: worker() }
      views.set(id, view)
      post({ is: 'openUsers', id, range, known: options.known })
      const want = (wants: Extract<ToLoader, { is: 'users' }>['wants']) => {
        if (!views.has(id)) return
        if (view.thread !== worker()) {
          view.thread = worker()
          post({ is: 'openUsers', id, range, known: undefined })
        }
        post({ is: 'users', id, wants })
      }
      return {
        more: () => want('more'),
        all: () => want('all'),
        stop: () => want('stop'),
        refresh: (isForced) => want(isForced ? 'refreshAll' : 'refreshStale'),
        close() {
          if (view.thread === running) running?.postMessage({ is: 'users', id, wants: 'close' } satisfies ToLoader)
          views.delete(id)
        },
      }
    },
    serverNow: () => (state.serverNow === undefined ? undefined : state.serverNow + now() - heardAt),
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
      const last = running
      if (!last) return
      last.postMessage({ is: 'close' } satisfies ToLoader)
      const late = setTimeout(closed.resolve, CLOSING_MS)
      await closed.promise
      clearTimeout(late)
      await last.terminate()
    },
  }
}
