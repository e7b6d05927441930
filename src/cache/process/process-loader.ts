import { createEmitter } from '../../base/emitter.ts'
import { AppError } from '../../base/errors.ts'
import { type LogEntry, MAX_LOG_ENTRIES } from '../../client/request-log.ts'
import type { WaitOptions } from '../load/kit/load-options.ts'
import type { Loaded } from '../load/kit/loaded.ts'
import type { ChangeName, ChangeOutcome } from '../load/management/change.ts'
import type { Actions } from '../load/management/management.ts'
import type { Loader } from '../load/own-loader.ts'
import type { DataOf, ParamsOf, QueryName, QueryOptions } from '../load/queries.ts'
import { chunkedResultOf, createCaller, type Reply, type Request } from './calls.ts'
import type { LoaderState } from './serve-loader.ts'

/** A process that serves a loader: see serveLoader. */
export type LoaderProcess = {
  send(request: Request): void
  on(event: 'message', listener: (reply: Reply) => void): unknown
  on(event: 'error' | 'exit', listener: (cause: unknown) => void): unknown
  /** Resolves when the process has ended. */
  kill(): Promise<unknown>
}

/** Grace period at the end for changes in flight, and then for the process to close its files and connections, ms. */
const CLOSE_GRACE_MS = 2_000

const CLOSED = 'Nothing was sent because the program is ending.'
const OUTCOME_UNKNOWN = 'No reply arrived; the change may have been applied. Check before retrying.'
const LOADER_CRASHED = 'The loader crashed. Press R to restart.'

/**
 * A loader that runs in a separate process, so that no response delays a key, however large. If the process dies, every
 * pending call rejects and nothing is sent again. The next call starts a new process.
 *
 * @param start Starts a process.
 * @param now This machine's clock, Unix ms.
 */
export const createProcessLoader = (
  start: () => LoaderProcess,
  now: () => number,
  isOffline = false,
  isSplit = false,
): Loader => {
  const { onState, onEnd, ...mirror } = createStateMirror(now)
  const { call, close } = createConnection(start, onState, onEnd)
  /** Changes in flight. */
  const changing = new Set<Promise<unknown>>()
  const change = (name: ChangeName, request: unknown, options: WaitOptions = {}): Promise<unknown> => {
    const ending = call('change', [name, request, options]).catch(outcomeOfLostCall)
    changing.add(ending)
    return ending.finally(() => changing.delete(ending))
  }
  return {
    isOffline,
    isSplit,
    async load<N extends QueryName>(
      name: N,
      params: ParamsOf<N>,
      { onCached, ...options }: QueryOptions<DataOf<N>> = {},
    ) {
      const items: unknown[] = []
      const whole = (loaded: unknown): Loaded<DataOf<N>> => {
        const { data, ...rest } = loaded as Loaded<DataOf<N>>
        const chunked = chunkedResultOf(name)
        return { ...rest, data: chunked ? (chunked.join(items.splice(0), data) as DataOf<N>) : data }
      }
      const onItem = (item: unknown) => items.push(item)
      const cached = onCached && { onCached: (loaded: unknown) => onCached(whole(loaded)) }
      return whole(await call('load', [name, params, { ...options, ...cached, onItem }]))
    },
    reveal: (revision, path, options = {}) => call('reveal', [revision, path, options]),
    // Forwards the actions to the process by name. `change` is separate: it needs a result when the process dies.
    actions: new Proxy({ change } as Actions, {
      get: (own, name: string) => Reflect.get(own, name) ?? ((...args: unknown[]) => call(name, args)),
    }),
    watchUsers: async (...args) => void (await call('watchUsers', args)),
    stepUsers: async (...args) => void (await call('stepUsers', args)),
    followLive: async (...args) => void (await call('followLive', args)),
    ...mirror,
    close: () => close(changing),
  }
}

/** The connection to the process. The first call starts it, and so does the next call after it died. */
const createConnection = (start: () => LoaderProcess, onState: (state: LoaderState) => void, onEnd: () => void) => {
  let running: LoaderProcess | undefined
  let isClosed = false
  const caller = createCaller((request) => connect().send(request))
  const fail = (error: AppError) =>
    caller.fail((method) =>
      method === 'change' ? new AppError('outcomeUnknown', OUTCOME_UNKNOWN, { cause: error }) : error,
    )
  const connect = (): LoaderProcess => {
    if (running) return running
    const started = start()
    running = started
    const end = (error: AppError) => {
      if (started !== running) return
      running = undefined
      fail(error)
      onEnd()
    }
    started.on('message', (reply) => started === running && caller.take(reply))
    started.on('error', (cause) => end(new AppError('failed', LOADER_CRASHED, { cause })))
    started.on('exit', () => end(new AppError('failed', LOADER_CRASHED)))
    // Rejects if the process cannot start.
    caller.call('watchState', [{ onState }]).catch((error: AppError) => {
      if (started !== running) return
      end(error)
      void started.kill()
    })
    return started
  }
  return {
    async call(method: string, args: unknown[]): Promise<unknown> {
      if (isClosed) throw new AppError('interrupted', CLOSED)
      return caller.call(method, args)
    },
    /** @param changing - Calls to wait for. */
    async close(changing: Iterable<Promise<unknown>>): Promise<void> {
      isClosed = true
      await within(CLOSE_GRACE_MS, Promise.all(changing))
      const last = running
      if (last) await within(CLOSE_GRACE_MS, caller.call('close', []))
      fail(new AppError('interrupted', CLOSED))
      running = undefined
      await last?.kill()
    },
  }
}

const outcomeOfLostCall = (error: AppError): ChangeOutcome<unknown> => {
  if (error.kind === 'outcomeUnknown') return { is: 'unknown', error }
  // Cancelled, or ended by the program, before anything was sent.
  if (error.kind === 'interrupted') return { is: 'refused', error }
  throw error
}

/** Resolves when the work has settled or the time is over. */
const within = async (ms: number, work: Promise<unknown>): Promise<void> => {
  const late = Promise.withResolvers<void>()
  const timer = setTimeout(late.resolve, ms)
  await Promise.race([work.catch(() => {}), late.promise])
  clearTimeout(timer)
}

/** Mirrors the requests, the clock and the notice of the loader process and of its predecessors. */
const createStateMirror = (now: () => number) => {
  const { subscribe, emit } = createEmitter()
  const log = new Map<number, LogEntry>()
  let entries: readonly LogEntry[] = []
  /** Offset of the ids of the current process: the highest id of earlier processes. */
  let before = 0
  let state: Omit<LoaderState, 'entries'> = {
    inFlight: 0,
    serverNow: undefined,
    skewMs: undefined,
    notice: undefined,
  }
  let stateAt = 0
  const serverNow = () => (state.serverNow === undefined ? undefined : state.serverNow + now() - stateAt)
  const changed = () => {
    for (const id of [...log.keys()].slice(0, -MAX_LOG_ENTRIES)) log.delete(id)
    entries = [...log.values()]
    emit()
  }
  return {
    serverNow,
    clockSkewMs: () => state.skewMs,
    notice: () => state.notice,
    requests: () => entries,
    inFlight: () => state.inFlight,
    subscribe,
    onState({ entries: own, ...next }: LoaderState): void {
      for (const entry of own) log.set(before + entry.id, { ...entry, id: before + entry.id })
      // A new process has no response yet, so the clock values of its predecessor remain valid.
      state = { ...next, serverNow: next.serverNow ?? serverNow(), skewMs: next.skewMs ?? state.skewMs }
      stateAt = now()
      changed()
    },
    /** The process has ended: nothing is in flight, and the next process counts from 1 again. */
    onEnd(): void {
      for (const [id, entry] of log) if (entry.state === 'inFlight') log.set(id, { ...entry, state: 'cancelled' })
      before = Math.max(before, ...log.keys())
      state = { ...state, inFlight: 0 }
      changed()
    },
  }
}
