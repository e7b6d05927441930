import { setImmediate } from 'node:timers/promises'
import type { LogEntry } from '../../client/request-log.ts'
import type { Range } from '../../domain/calendar/calendar.ts'
import { type PersonDaysChunk, slicesOf } from '../../domain/people/person-days.ts'
import type { WaitOptions } from '../load/kit/load-options.ts'
import type { Loaded } from '../load/kit/loaded.ts'
import type { Loader } from '../load/own-loader.ts'
import type { WalkProgress } from '../load/people/people-walk.ts'
import type { UsersEvent, WatchUsersOptions } from '../load/people/users-watch.ts'
import type { ParamsOf, QueryName } from '../load/queries.ts'
import { chunkedResultOf, type Methods, type Progress, type Reply, serveCalls } from './calls.ts'

/** A change of the requests, the clock or the ledger's notice. */
export type LoaderState = {
  /** New or changed entries of the request log. */
  entries: readonly LogEntry[]
  inFlight: number
  /** The server's clock at the time of sending, Unix ms. */
  serverNow: number | undefined
  skewMs: number | undefined
  notice: string | undefined
}

type LoadOptions = WaitOptions & {
  signal: AbortSignal
  isForced?: boolean
  /** Receives an item of the result, see {@link chunkedResultOf}. The next `onCached` or the result has the rest. */
  onItem: Progress<unknown>
  onCached?: Progress<Loaded<unknown>>
}

type WatchOptions = Omit<WatchUsersOptions, 'onEvent'> & { onEvent: Progress<UsersEvent> }

/** Maximum rows per message, so that it is read within a millisecond, between keys. */
const MAX_MESSAGE_ROWS = 1_000

/** Maximum rows shown in one step. More rows take several steps, so that people appear while the rest is read. */
const ROWS_AT_ONCE = 100_000
const STEP_ROWS = 5_000

/** Sends one piece after the other, each after the previous one is written. Handles requests in between. */
const sendEach = async <Piece>(pieces: Iterable<Piece>, send: Progress<Piece>, signal: AbortSignal): Promise<void> => {
  for (const piece of pieces) {
    if (signal.aborted) return
    await send(piece)
    await setImmediate()
  }
}

/** Serves a loader to another process. @returns The handler of its requests. */
export const serveLoader = (send: (reply: Reply) => Promise<void>, loader: Loader) => {
  let onState: Progress<LoaderState> | undefined
  let known = new Set<LogEntry>()
  let isStateDue = false
  const sendState = async (): Promise<void> => {
    if (isStateDue) return
    isStateDue = true
    // Combine the changes of one tick in one message.
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
    stepUsers: loader.stepUsers,
    followLive: loader.followLive,
    load: (name: QueryName, params: never, options: LoadOptions) => load(loader, name, params, options),
    watchUsers: (id: number, range: Range, options: WatchOptions) => watchUsers(loader, id, range, options),
    watchState(options: { signal: AbortSignal; onState: Progress<LoaderState> }) {
      onState = options.onState
      void sendState()
      loader.subscribe(sendState)
      return new Promise((resolve) => options.signal.addEventListener('abort', resolve, { once: true }))
    },
    async close() {
      calls.abortAll()
      await loader.close()
    },
  }
  const calls = serveCalls(send, methods as unknown as Methods, sendState)
  return calls.take
}

const load = async (
  loader: Loader,
  name: QueryName,
  params: ParamsOf<QueryName>,
  { onItem, onCached, ...options }: LoadOptions,
): Promise<Loaded<unknown>> => {
  const chunked = chunkedResultOf(name)
  const sendItems = async (loaded: Loaded<unknown>): Promise<Loaded<unknown>> => {
    if (!chunked) return loaded
    const { items, rest } = chunked.split(loaded.data)
    await sendEach(items, onItem, options.signal)
    return { ...loaded, data: rest }
  }
  let sent = Promise.resolve()
  const sendCached = (cached: Loaded<unknown>) => {
    if (onCached) sent = sendItems(cached).then(onCached)
  }
  const loaded = await loader.load(name, params, { ...options, onCached: onCached && sendCached })
  await sent
  return sendItems(loaded)
}

const watchUsers = (loader: Loader, id: number, range: Range, { onEvent, ...options }: WatchOptions): Promise<void> => {
  let sent = Promise.resolve()
  const sendEvent = (event: UsersEvent): void => {
    sent = sent.then(() => sendEach(messagesOf(event, range), onEvent, options.signal))
  }
  return loader.watchUsers(id, range, { ...options, onEvent: sendEvent })
}

/**
 * Splits an event into messages of few rows. The last one has its state. With very many rows, the messages in between
 * make people appear step by step.
 */
function* messagesOf({ state, chunks, isReset }: UsersEvent, range: Range): Generator<UsersEvent> {
  const isLong = chunks.reduce((sum, { length }) => sum + length, 0) > ROWS_AT_ONCE
  // People in a step have all their rows; the others have no data yet.
  const before = {
    ...state,
    missing: [range],
    loading: 'cached',
    error: undefined,
    incomplete: undefined,
  } as WalkProgress
  let isFirst = isReset
  let rows = 0
  let last: PersonDaysChunk | undefined
  for (const slice of slicesIn(chunks)) {
    if (isLong && rows >= STEP_ROWS && last?.ids.at(-1) !== slice.ids[0]) {
      yield { state: before, chunks: [], isReset: false }
      rows = 0
    }
    yield { chunks: [slice], isReset: isFirst }
    isFirst = false
    rows += slice.length
    last = slice
  }
  if (isLong) yield { state: before, chunks: [], isReset: false }
  yield { ...(state && { state }), chunks: [], isReset: isFirst }
}

function* slicesIn(chunks: readonly PersonDaysChunk[]): Generator<PersonDaysChunk> {
  for (const chunk of chunks) yield* slicesOf(chunk, MAX_MESSAGE_ROWS)
}
