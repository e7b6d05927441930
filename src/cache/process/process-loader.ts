import { AppError } from '../../base/errors.ts'
import type { PersonDaysChunk } from '../../domain/people/person-days.ts'
import type { CreditDays } from '../../domain/usage/credit-days.ts'
import type { DayCredits } from '../../domain/usage/person-credits.ts'
import { type NumberedCredits, unpackDayCredits } from '../ledger/codec/credit-days-codec.ts'
import type { WaitOptions } from '../load/kit/load-options.ts'
import type { Loaded } from '../load/kit/loaded.ts'
import type { Loader } from '../load/loader.ts'
import type { Change, ChangeName, ChangeOutcome } from '../load/management/change.ts'
import type { Work, WorkName, WorkOptions } from '../load/management/work.ts'
import type { UsersWatchState, WatchUsersOptions } from '../load/people/users-watch.ts'
import type { DataOf, ParamsOf, QueryName, QueryOptions } from '../load/queries.ts'
import { fromErrorData } from './error-data.ts'
import { createLogMirror } from './log-mirror.ts'
import type { FromLoader, LoaderState, OutcomeData, PackedCredits, ToLoader } from './messages.ts'
import { createPartStore, type PartReader } from './part-store.ts'
import { CLOSING_MS, end, type RemoteLoader } from './remote-loader.ts'

/** A question that is answered once: a load, or a value that is revealed. */
type Load = Pick<WorkOptions, 'onRetry' | 'onProgress'> & {
  resolve: (answer: unknown) => void
  reject: (error: AppError) => void
  /** Told what the ledger holds, before the answer comes. */
  onHeld?: ((held: unknown) => void) | undefined
  /** Of a list that comes in parts. */
  reader?: PartReader | undefined
  /** Of credits: the columns that have come for the next answer. */
  columns?: DayCredits[] | undefined
  /** Of a change, which is never given up: told when no answer can come any more. */
  giveUp?: (error: AppError) => void
}

/** Lists of rows that are large and much the same from one row to the next: they come in parts. */
const inParts: readonly QueryName[] = ['revisions', 'reports']

const fromPacked = ({ packed, otherEmails }: PackedCredits): DayCredits => {
  const { email: _, ...columns } = unpackDayCredits(packed) as NumberedCredits
  return { ...columns, otherEmails }
}

/** Credits with the columns that came before them, which are taken out of the list: another answer may follow. */
const withColumns = ({ days, people }: CreditDays, columns: DayCredits[]): CreditDays => ({
  days,
  people: { ...people, columns: columns.splice(0) },
})

type RemoteWatch = {
  options: WatchUsersOptions
  /** The state that was told last. */
  state: UsersWatchState
  /** Rows that have come for the next event. */
  rows: PersonDaysChunk[]
  /** The process that has it open; another has to open it anew. */
  served: RemoteLoader | undefined
  /** Whether a forced refresh is under way, which only that process knows. */
  isForced: boolean
}

export type ProcessLoaderOptions = {
  /** Whether the process sends nothing. @default false */
  isOffline?: boolean
  /**
   * How long nothing must have been asked before the process is ended, in ms; the next question starts another, which finds in
   * the ledger what the last one has kept. @default never
   */
  restAfterMs?: number | undefined
}

const NOT_CHANGED = 'Nothing was sent because the program is ending.'
const NOT_KNOWN = 'Nobody waited for the answer any more, so the change may have been made: look before doing it again.'
const ENDED = 'What loads the data has ended unexpectedly: R starts it again.'

/**
 * A loader whose work is done by a process of its own, so that no answer, however large, holds up a key, and its memory goes
 * when it ends. When the process dies, all that wait are rejected with one error; the next question starts another process.
 *
 * @param start Starts a process that serves a loader, see serveLoader. Given what is known of the server's clock less this
 *   machine's, ms: its own clock is to run by that much ahead.
 * @param now This machine's clock, Unix ms.
 */
export const createProcessLoader = (
  start: (skewMs: number) => RemoteLoader,
  now: () => number,
  { isOffline = false, restAfterMs }: ProcessLoaderOptions = {},
): Loader => {
  const loads = new Map<number, Load>()
  const watches = new Map<number, RemoteWatch>()
  const listeners = new Set<() => void>()
  const log = createLogMirror()
  const store = createPartStore()
  let lastId = 0
  let running: RemoteLoader | undefined
  let state: Omit<LoaderState, 'entries'> = {
    inFlight: 0,
    taken: 0,
    serverNow: undefined,
    skewMs: undefined,
    notice: undefined,
    holdsAnswers: false,
  }
  let heardAt = 0
  /** How far the clock of the process runs ahead of this machine's, ms. */
  let aheadMs = 0
  let restTimer: NodeJS.Timeout | undefined
  /** Messages that the running process was sent. */
  let sent = 0
  const retiring = new Set<Promise<unknown>>()
  /** Changes that have not ended. */
  const changing = new Set<Promise<unknown>>()
  let isClosed = false
  const changed = () => {
    for (const listener of listeners) listener()
  }

  // Keys that were pressed are handled first.
  const takeNext = (id: number) =>
    void setImmediate(() => {
      const isOpen = loads.has(id) || watches.get(id)?.served === running
      if (running && isOpen) post({ is: 'next', id })
    })

  const hear = (message: FromLoader) => {
    switch (message.is) {
      case 'parts':
        loads.get(message.id)?.reader?.take(message.parts)
        return takeNext(message.id)
      case 'columns':
        loads.get(message.id)?.columns?.push(...message.days.map(fromPacked))
        return takeNext(message.id)
      case 'held':
        return loads.get(message.id)?.onHeld?.(message.loaded)
      case 'loaded':
        loads.get(message.id)?.resolve(message.loaded)
        return void loads.delete(message.id)
      case 'revealed':
        loads.get(message.id)?.resolve(message.value)
        return void loads.delete(message.id)
      case 'changed':
        loads.get(message.id)?.resolve(message.outcome)
        return void loads.delete(message.id)
      case 'progress':
        return loads.get(message.id)?.onProgress?.(message.progress)
      case 'worked':
        loads.get(message.id)?.resolve(message.result)
        return void loads.delete(message.id)
      case 'failed':
        loads.get(message.id)?.reject(fromErrorData(message.error))
        return void loads.delete(message.id)
      case 'wait':
        return (loads.get(message.id) ?? watches.get(message.id)?.options)?.onRetry?.(message.wait)
      case 'rows':
        return void watches.get(message.id)?.rows.push(message.chunk)
      case 'users': {
        const watch = watches.get(message.id)
        if (!watch) return
        const { state, isAnew } = message.event
        const chunks = watch.rows
        watch.rows = []
        watch.state = { ...state, error: state.error && fromErrorData(state.error) }
        if (state.missing.length === 0) watch.isForced = false
        watch.options.tell({ state: watch.state, chunks, isAnew })
        if (state.loading === 'kept') takeNext(message.id)
        return
      }
      case 'state': {
        const { is: _, entries, ...rest } = message
        log.take(entries)
        // A new process has heard no server's clock yet: what the last one knew still holds.
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

  /** Rejects all that wait. */
  const fail = (error: AppError) => {
    running = undefined
    state = { ...state, inFlight: 0 }
    log.end()
    const waiting = [...loads.values()]
    loads.clear()
    for (const { reject, giveUp = reject } of waiting) giveUp(error)
    for (const watch of watches.values()) {
      watch.rows = []
      watch.state = { ...watch.state, loading: 'nothing', error }
      watch.options.tell({ state: watch.state, chunks: [], isAnew: false })
    }
    changed()
  }

  const serverNowHere = () => (state.serverNow === undefined ? undefined : state.serverNow + now() - heardAt)

  /** Ends an idle process, which would keep the memory of the largest answer that it has ever read. */
  const rest = () => {
    const resting = running
    const isBusy = [...watches.values()].some(({ state, isForced }) => isForced || state.loading !== 'nothing')
    // With a notice the ledger may be in memory only, and the next process would know nothing.
    const isOccupied = state.taken < sent || loads.size > 0 || state.inFlight > 0 || isBusy
    if (!resting || isOccupied || state.notice !== undefined || state.holdsAnswers) return
    running = undefined
    log.end()
    const ended = end(resting).finally(() => retiring.delete(ended))
    retiring.add(ended)
  }
  const restLater = () => {
    clearTimeout(restTimer)
    if (restAfterMs !== undefined && !isClosed) restTimer = setTimeout(rest, restAfterMs).unref()
  }

  const remote = (): RemoteLoader => {
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
    started.on('exit', () => die())
    return started
  }
  const post = (message: ToLoader) => {
    remote().postMessage(message)
    sent++
    clearTimeout(restTimer)
  }

  const ask = (
    { signal, onRetry }: WaitOptions,
    toMessage: (id: number) => ToLoader,
    { onHeld, reader, columns }: Pick<Load, 'onHeld' | 'reader' | 'columns'> = {},
  ): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (isClosed) return reject(new AppError('interrupted', 'Nothing was loaded because the program is ending.'))
      const id = ++lastId
      const leave = () => {
        if (!loads.delete(id)) return
        if (running) post({ is: 'cancel', id })
        reject(new AppError('interrupted', 'Fetching was cancelled.'))
      }
      loads.set(id, { resolve, reject, onRetry, onHeld, reader, columns })
      post(toMessage(id))
      if (signal?.aborted) leave()
      else signal?.addEventListener('abort', leave, { once: true })
    })

  const change = (
    name: ChangeName,
    request: unknown,
    { signal, onRetry }: WaitOptions,
  ): Promise<ChangeOutcome<unknown>> =>
    new Promise((resolve, reject) => {
      if (isClosed) return resolve({ is: 'refused', error: new AppError('interrupted', NOT_CHANGED) })
      const id = ++lastId
      const end = (outcome: unknown) => resolve(fromOutcomeData(outcome as OutcomeData))
      const giveUp = (cause: AppError) =>
        resolve({ is: 'unknown', error: new AppError('outcomeUnknown', NOT_KNOWN, { cause }) })
      loads.set(id, { resolve: end, reject, onRetry, giveUp })
      post({ is: 'change', id, name, request })
      const leave = () => void (running && loads.has(id) && post({ is: 'cancel', id }))
      if (signal?.aborted) leave()
      else signal?.addEventListener('abort', leave, { once: true })
    })

  const work = (name: WorkName, request: unknown, { signal, onRetry, onProgress }: WorkOptions): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (isClosed || signal?.aborted) return reject(new AppError('interrupted', 'Nothing was begun.'))
      const id = ++lastId
      loads.set(id, { resolve, reject, onRetry, onProgress })
      post({ is: 'work', id, name, request })
      // It answers when it has cleaned up.
      const leave = () => void (running && loads.has(id) && post({ is: 'cancel', id }))
      signal?.addEventListener('abort', leave, { once: true })
    })

  /** Waits for changes that are under way, as long as may be, and gives up the rest. */
  const settleChanges = async (): Promise<void> => {
    if (changing.size === 0) return
    const late = Promise.withResolvers<void>()
    const timer = setTimeout(late.resolve, CLOSING_MS)
    await Promise.race([Promise.allSettled(changing), late.promise])
    clearTimeout(timer)
    for (const { giveUp } of loads.values()) giveUp?.(new AppError('interrupted', 'The program is ending.'))
  }

  return {
    isOffline,
    load: async <N extends QueryName>(name: N, params: ParamsOf<N>, options: QueryOptions<DataOf<N>> = {}) => {
      const { isForced = false, onHeld, ...waitOptions } = options
      const wantsHeld = onHeld !== undefined
      const reader = inParts.includes(name) ? store.begin() : undefined
      const columns: DayCredits[] | undefined = name === 'creditDays' ? [] : undefined
      // What comes under an id is what was asked for under it: the compiler cannot know.
      const wholeOf = (answer: unknown) => {
        const loaded = answer as Loaded<DataOf<N>>
        if (reader) return { ...loaded, data: reader.finish(loaded.data) }
        return columns ? { ...loaded, data: withColumns(loaded.data as CreditDays, columns) as DataOf<N> } : loaded
      }
      const known = reader?.known
      const toMessage = (id: number) => ({ is: 'load', id, name, params, isForced, wantsHeld, known }) as const
      const hold = onHeld && ((held: unknown) => onHeld(wholeOf(held)))
      return wholeOf(await ask(waitOptions, toMessage, { onHeld: hold, reader, columns }))
    },
    reveal: (revision, path, options = {}) => ask(options, (id) => ({ is: 'reveal', id, revision, path })),
    // What comes under an id is what was asked for under it: the compiler cannot know.
    change: ((name, request, options = {}) => {
      const ending = change(name, request, options)
      changing.add(ending)
      return ending.finally(() => changing.delete(ending))
    }) as Change,
    work: work as Work,
    addIds: (kind, ids, source) => void (isClosed || post({ is: 'addIds', kind, ids, source })),
    forgetId: (kind, id) => void (isClosed || post({ is: 'forgetId', kind, of: id })),
    holdsAnswers: () => state.holdsAnswers,
    watchUsers(range, options) {
      const id = ++lastId
      const { missing = [range], at } = options.known ?? {}
      const nothing = {
        missing,
        unheld: missing,
        at,
        loading: 'nothing',
        pages: 0,
        error: undefined,
        incomplete: undefined,
        notice: undefined,
      } as const
      const watch: RemoteWatch = { options, state: nothing, rows: [], served: remote(), isForced: false }
      watches.set(id, watch)
      post({ is: 'watchUsers', id, range, known: options.known })
      const want = (wants: Extract<ToLoader, { is: 'users' }>['wants']) => {
        if (!watches.has(id)) return
        if (watch.served !== remote()) {
          watch.served = remote()
          const { missing, at, error } = watch.state
          post({ is: 'watchUsers', id, range, known: error ? undefined : { missing, at } })
        }
        post({ is: 'users', id, wants })
      }
      return {
        more: () => want('more'),
        all: () => want('all'),
        stop: () => want('stop'),
        refresh(isForced) {
          watch.isForced ||= isForced
          want(isForced ? 'refreshAll' : 'refreshStale')
        },
        close() {
          if (running && watch.served === running) post({ is: 'users', id, wants: 'close' })
          watches.delete(id)
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
      await settleChanges()
      const last = running
      running = undefined
      await Promise.all([...retiring, ...(last ? [end(last)] : [])])
    },
  }
}

const fromOutcomeData = (outcome: OutcomeData): ChangeOutcome<unknown> =>
  outcome.is === 'done' ? outcome : { is: outcome.is, error: fromErrorData(outcome.error) }
