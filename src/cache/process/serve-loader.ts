import { setImmediate } from 'node:timers/promises'
import type { LogEntry } from '../../client/request-log.ts'
import type { Range } from '../../domain/calendar/calendar.ts'
import { type PersonDaysChunk, slicesOf } from '../../domain/people/person-days.ts'
import type { WaitOptions } from '../load/kit/load-options.ts'
import type { Loaded } from '../load/kit/loaded.ts'
import type { Loader } from '../load/loader.ts'
import type { ChangeName, ChangeRequest } from '../load/management/change.ts'
import type { UsersWatch, UsersWatchEvent, UsersWatchState, WatchUsersOptions } from '../load/people/users-watch.ts'
import type { ParamsOf, QueryName } from '../load/queries.ts'
import {
  type ErrorData,
  longAnswerOf,
  type Methods,
  type Progress,
  type Reply,
  serveCalls,
  toErrorData,
} from './calls.ts'

/** What has changed about the requests, the clock and the ledger. */
export type LoaderState = {
  /** Entries of the request log that are new or not what they were. */
  entries: readonly LogEntry[]
  inFlight: number
  /** By the server's clock at the moment this is sent, Unix ms. */
  serverNow: number | undefined
  skewMs: number | undefined
  notice: string | undefined
}

/** A {@link UsersWatchState} with its error as data. */
export type UsersStateData = Omit<UsersWatchState, 'error'> & { error: ErrorData | undefined }

/** What can be done with the rows of people that are watched: see {@link UsersWatch}. */
export type UsersStep = 'more' | 'all' | 'stop' | 'refreshStale' | 'refreshAll'

type LoadOptions = WaitOptions & {
  signal: AbortSignal
  isForced?: boolean
  /** An item of the answer, see {@link longAnswerOf}; the next {@link onHeld} or the result is the rest of it. */
  onItem: Progress<unknown>
  onHeld?: Progress<Loaded<unknown>>
}

type WatchOptions = Pick<WatchUsersOptions, 'known' | 'onRetry'> & {
  signal: AbortSignal
  /** Rows of the next state. */
  onRows: Progress<PersonDaysChunk>
  onState: Progress<{ state: UsersStateData; isAnew: boolean }>
}

/** A message is read within a millisecond, between keys. */
const ROWS_A_MESSAGE = 1_000

/** Rows that are shown at once; more come in steps, so that people are shown while the rest is read. */
const ROWS_AT_ONCE = 100_000
const ROWS_A_STEP = 5_000

/** Messages of rows, so many together that no person is in two steps. */
function* stepsOf(chunks: readonly PersonDaysChunk[]): Generator<PersonDaysChunk[]> {
  let step: PersonDaysChunk[] = []
  let rows = 0
  for (const slice of messagesOf(chunks)) {
    if (rows >= ROWS_A_STEP && step.at(-1)?.ids.at(-1) !== slice.ids[0]) {
      yield step
      step = []
      rows = 0
    }
    step.push(slice)
    rows += slice.length
  }
  yield step
}

function* messagesOf(chunks: readonly PersonDaysChunk[]): Generator<PersonDaysChunk> {
  for (const chunk of chunks) yield* slicesOf(chunk, ROWS_A_MESSAGE)
}

/** Sends one piece after the other, each once the one before is written, and reads requests in between. */
const sendEach = async <Piece>(pieces: Iterable<Piece>, send: Progress<Piece>, signal: AbortSignal): Promise<void> => {
  for (const piece of pieces) {
    if (signal.aborted) return
    await send(piece)
    await setImmediate()
  }
}

/** Serves a loader to another process. @returns Takes the requests of that process. */
export const serveLoader = (send: (reply: Reply) => Promise<void>, loader: Loader) => {
  let onState: Progress<LoaderState> | undefined
  let known = new Set<LogEntry>()
  let isStateDue = false
  const sendState = async (): Promise<void> => {
    if (isStateDue) return
    isStateDue = true
    // Changes of one tick are sent as one message.
    await setImmediate()
    isStateDue = false
    const all = loader.requests()
    const entries = all.filter((entry) => !known.has(entry))
    known = new Set(all)
    await onState?.({
      entries,
      inFlight: loader.inFlight(),
      serverNow: loader.serverNow(),
      skewMs: loader.clockSkewMs(),
      notice: loader.notice(),
    })
  }
  const methods = {
    ...loader.actions,
    reveal: loader.reveal,
    load: (name: QueryName, params: never, options: LoadOptions) => load(loader, name, params, options),
    async change(name: ChangeName, request: ChangeRequest<ChangeName>, options?: WaitOptions) {
      const outcome = await loader.actions.change(name, request, options)
      return outcome.is === 'done' ? outcome : { ...outcome, error: toErrorData(outcome.error) }
    },
    ...usersMethods(loader),
    watchState(options: { signal: AbortSignal; onState: Progress<LoaderState> }) {
      onState = options.onState
      void sendState()
      loader.subscribe(sendState)
      return once(options.signal)
    },
    async close() {
      calls.abortAll()
      await loader.close()
    },
  }
  const calls = serveCalls(send, methods as unknown as Methods, sendState)
  return calls.take
}

const once = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))

const load = async (
  loader: Loader,
  name: QueryName,
  params: ParamsOf<QueryName>,
  { onItem, onHeld, ...options }: LoadOptions,
): Promise<Loaded<unknown>> => {
  const answer = longAnswerOf(name)
  const sendItems = async (loaded: Loaded<unknown>): Promise<Loaded<unknown>> => {
    if (!answer) return loaded
    const { items, rest } = answer.split(loaded.data)
    await sendEach(items, onItem, options.signal)
    return { ...loaded, data: rest }
  }
  let sent = Promise.resolve()
  const sendHeld = (held: Loaded<unknown>) => {
    if (onHeld) sent = sendItems(held).then(onHeld)
  }
  const loaded = await loader.load(name, params, { ...options, onHeld: onHeld && sendHeld })
  await sent
  return sendItems(loaded)
}

/** Each watch has a number of the caller's. */
const usersMethods = (loader: Loader) => {
  const watches = new Map<number, UsersWatch>()
  return {
    async watchUsers(
      id: number,
      range: Range,
      { known, signal, onRetry, onRows, onState }: WatchOptions,
    ): Promise<void> {
      const send = async ({ state, chunks, isAnew }: UsersWatchEvent): Promise<void> => {
        const data = { ...state, error: state.error && toErrorData(state.error) }
        const rows = chunks.reduce((sum, { length }) => sum + length, 0)
        let isFirst = isAnew
        const sendAll = async (pieces: Iterable<PersonDaysChunk>, state: UsersStateData): Promise<void> => {
          await sendEach(pieces, onRows, signal)
          if (!signal.aborted) await onState({ state, isAnew: isFirst })
          isFirst = false
        }
        if (rows <= ROWS_AT_ONCE) return sendAll(messagesOf(chunks), data)
        // People in a step have all their rows; of the others nothing is known yet.
        const before = { ...data, missing: [range], loading: 'kept', error: undefined, incomplete: undefined } as const
        await sendEach(stepsOf(chunks), (step) => sendAll(step, before), signal)
        await sendAll([], data)
      }
      let sent = Promise.resolve()
      const tell = (event: UsersWatchEvent): void => {
        sent = sent.then(() => send(event))
      }
      const watch = loader.watchUsers(range, { known, onRetry, tell })
      watches.set(id, watch)
      await once(signal)
      watches.delete(id)
      watch.close()
    },
    stepUsers(id: number, step: UsersStep): void {
      const watch = watches.get(id)
      if (step === 'refreshStale' || step === 'refreshAll') watch?.refresh(step === 'refreshAll')
      else watch?.[step]()
    },
  }
}
