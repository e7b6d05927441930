import { AppError } from '../../base/errors.ts'
import { LOG_LENGTH, type LogEntry } from '../../client/request-log.ts'
import type { Range } from '../../domain/calendar/calendar.ts'
import type { PersonDaysChunk } from '../../domain/people/person-days.ts'
import type { WaitOptions } from '../load/kit/load-options.ts'
import type { Loaded } from '../load/kit/loaded.ts'
import type { Loader } from '../load/loader.ts'
import type { ChangeName, ChangeOutcome } from '../load/management/change.ts'
import type { Actions } from '../load/management/management.ts'
import type { UsersWatch, UsersWatchState, WatchUsersOptions } from '../load/people/users-watch.ts'
import { unknownWalk } from '../load/people-walk.ts'
import type { DataOf, ParamsOf, QueryName, QueryOptions } from '../load/queries.ts'
import {
  type Call,
  createCaller,
  type ErrorData,
  fromErrorData,
  longAnswerOf,
  type Reply,
  type Request,
} from './calls.ts'
import type { LoaderState, UsersStateData, UsersStep } from './serve-loader.ts'

/** A process that serves a loader, see serveLoader. */
export type LoaderProcess = {
  send(request: Request): void
  on(event: 'message', listener: (reply: Reply) => void): unknown
  on(event: 'error' | 'exit', listener: (cause: unknown) => void): unknown
  /** Resolves when it has ended. */
  kill(): Promise<unknown>
}

/** Limit for changes under way at the end, and for the process to close its files and connections, ms. */
const CLOSING_MS = 2_000

const CLOSED = 'Nothing was sent because the program is ending.'
const NOT_KNOWN = 'The reply to the change was lost, so it may have been made: look before doing it again.'
const ENDED = 'The process that loads the data has ended unexpectedly: R starts it again.'

/**
 * A loader whose work is done by a process of its own, so that no answer, however large, delays a key. When the process dies,
 * every call is rejected and nothing is sent again; the next call starts another process.
 *
 * @param start Starts a process.
 * @param now This machine's clock, Unix ms.
 */
export const createProcessLoader = (start: () => LoaderProcess, now: () => number, isOffline = false): Loader => {
  const listeners = new Set<() => void>()
  const log = createLogMirror()
  let running: LoaderProcess | undefined
  let isClosed = false
  let state: Omit<LoaderState, 'entries'> = {
    inFlight: 0,
    serverNow: undefined,
    skewMs: undefined,
    notice: undefined,
  }
  let stateAt = 0
  /** Changes under way. */
  const changing = new Set<Promise<unknown>>()
  const changed = () => {
    for (const listener of listeners) listener()
  }
  const serverNow = () => (state.serverNow === undefined ? undefined : state.serverNow + now() - stateAt)
  const onState = ({ entries, ...next }: LoaderState) => {
    log.take(entries)
    // A new process has no answer of the server yet: what the one before knew of its clock still holds.
    state = { ...next, serverNow: next.serverNow ?? serverNow(), skewMs: next.skewMs ?? state.skewMs }
    stateAt = now()
    changed()
  }

  const caller = createCaller((request) => connect().send(request))
  const connect = (): LoaderProcess => {
    if (running) return running
    const started = start()
    running = started
    const end = (error: AppError) => {
      if (started !== running) return
      running = undefined
      state = { ...state, inFlight: 0 }
      log.end()
      caller.fail((method) =>
        method === 'change' ? new AppError('outcomeUnknown', NOT_KNOWN, { cause: error }) : error,
      )
      changed()
    }
    started.on('message', (reply) => started === running && caller.take(reply))
    started.on('error', (cause) => end(new AppError('failed', ENDED, { cause })))
    started.on('exit', () => end(new AppError('failed', ENDED)))
    // It is rejected where the process cannot begin at all.
    caller.call('watchState', [{ onState }]).catch((error: AppError) => {
      if (started !== running) return
      end(error)
      void started.kill()
    })
    return started
  }
  const call: Call = async (method, args) => {
    if (isClosed) throw new AppError('interrupted', CLOSED)
    return caller.call(method, args)
  }
  const change = (name: ChangeName, request: unknown, options: WaitOptions = {}): Promise<ChangeOutcome<unknown>> => {
    const ending = call('change', [name, request, options]).then(toOutcome, lostOutcome)
    changing.add(ending)
    return ending.finally(() => changing.delete(ending))
  }
  return {
    isOffline,
    async load<N extends QueryName>(
      name: N,
      params: ParamsOf<N>,
      { onHeld, ...options }: QueryOptions<DataOf<N>> = {},
    ) {
      const items: unknown[] = []
      const whole = (loaded: unknown): Loaded<DataOf<N>> => {
        const { data, ...rest } = loaded as Loaded<DataOf<N>>
        const answer = longAnswerOf(name)
        return { ...rest, data: answer ? (answer.join(items.splice(0), data) as DataOf<N>) : data }
      }
      const onItem = (item: unknown) => items.push(item)
      const held = onHeld && { onHeld: (loaded: unknown) => onHeld(whole(loaded)) }
      return whole(await call('load', [name, params, { ...options, ...held, onItem }]))
    },
    reveal: (revision, path, options = {}) => call('reveal', [revision, path, options]),
    actions: remoteActions(call, change as Actions['change']),
    watchUsers: (range, options) => watchUsers(call, range, options),
    serverNow,
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
      await within(CLOSING_MS, Promise.all(changing))
      const last = running
      if (last) await within(CLOSING_MS, caller.call('close', []))
      caller.fail((method) =>
        method === 'change' ? new AppError('outcomeUnknown', NOT_KNOWN) : new AppError('interrupted', CLOSED),
      )
      running = undefined
      await last?.kill()
    },
  }
}

/** The actions of the process by their names; `change` has an answer of its own when the process dies. */
const remoteActions = (call: Call, change: Actions['change']): Actions =>
  new Proxy({ change } as Actions, {
    get: (own, name: string) => Reflect.get(own, name) ?? ((...args: unknown[]) => call(name, args)),
  })

const toOutcome = (answer: unknown): ChangeOutcome<unknown> => {
  const outcome = answer as { is: 'done'; answer: unknown } | { is: 'refused' | 'unknown'; error: ErrorData }
  return outcome.is === 'done' ? outcome : { is: outcome.is, error: fromErrorData(outcome.error) }
}

const lostOutcome = (error: AppError): ChangeOutcome<unknown> => {
  if (error.kind === 'outcomeUnknown') return { is: 'unknown', error }
  // Cancelled, or the program ends, before anything was sent.
  if (error.kind === 'interrupted') return { is: 'refused', error }
  throw error
}

/** Resolves when the work has ended, however, or the time is over. */
const within = async (ms: number, work: Promise<unknown>): Promise<void> => {
  const late = Promise.withResolvers<void>()
  const timer = setTimeout(late.resolve, ms)
  await Promise.race([work.catch(() => {}), late.promise])
  clearTimeout(timer)
}

let lastWatch = 0

/** The rows of people as the process watches them. After a crash they are read again when more of them is needed. */
const watchUsers = (call: Call, range: Range, { known, onRetry, tell }: WatchUsersOptions): UsersWatch => {
  const id = ++lastWatch
  const leaving = new AbortController()
  let state: UsersWatchState = { ...unknownWalk(known?.missing ?? [range]), at: known?.at }
  let rows: PersonDaysChunk[] = []
  let isOpen = false
  const change = (next: UsersWatchState, isAnew: boolean) => {
    const chunks = rows
    rows = []
    state = next
    if (!leaving.signal.aborted) tell({ state, chunks, isAnew })
  }
  const onRows = (chunk: PersonDaysChunk) => rows.push(chunk)
  const onState = ({ state: next, isAnew }: { state: UsersStateData; isAnew: boolean }) =>
    change({ ...next, error: next.error && fromErrorData(next.error) }, isAnew)
  const open = (known?: WatchUsersOptions['known']) => {
    isOpen = true
    call('watchUsers', [id, range, { known, signal: leaving.signal, onRetry, onRows, onState }]).catch((error) => {
      isOpen = false
      rows = []
      change({ ...state, loading: 'nothing', error }, false)
    })
  }
  const step = (name: UsersStep) => {
    if (leaving.signal.aborted) return
    if (!isOpen) open()
    // Where it fails the watch fails too, and says so.
    call('stepUsers', [id, name]).catch(() => {})
  }
  open(known)
  return {
    more: () => step('more'),
    all: () => step('all'),
    stop: () => step('stop'),
    refresh: (isForced) => step(isForced ? 'refreshAll' : 'refreshStale'),
    close: () => leaving.abort(),
  }
}

/** The request log of the process that loads, and of those before it. */
const createLogMirror = () => {
  const ring = new Map<number, LogEntry>()
  let view: readonly LogEntry[] | undefined
  let before = 0
  let last = 0
  return {
    /** The last entries, oldest first; the same array while nothing changes. */
    entries: (): readonly LogEntry[] => {
      view ??= [...ring.values()]
      return view
    },
    /** Takes entries that are new or have changed. */
    take(changed: readonly LogEntry[]): void {
      for (const entry of changed) {
        const id = before + entry.id
        last = Math.max(last, id)
        ring.set(id, { ...entry, id })
      }
      for (const id of ring.keys()) {
        if (ring.size <= LOG_LENGTH) break
        ring.delete(id)
      }
      view = undefined
    },
    /** The process has ended: nothing is in flight any more, and the next one counts from 1 again. */
    end(): void {
      for (const [id, entry] of ring) if (entry.state === 'inFlight') ring.set(id, { ...entry, state: 'cancelled' })
      before = last
      view = undefined
    },
  }
}
