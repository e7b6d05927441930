import type { RetryWait } from '../../client/client.ts'
import type { LogEntry } from '../../client/request-log.ts'
import { type PersonDaysChunk, slicesOf } from '../../domain/people/person-days.ts'
import type { CreditDays } from '../../domain/usage/credit-days.ts'
import type { DayCredits } from '../../domain/usage/person-credits.ts'
import { packDayCredits } from '../ledger/codec/credit-days-codec.ts'
import { toAppError } from '../load/kit/app-error.ts'
import type { Loaded } from '../load/kit/loaded.ts'
import type { Loader } from '../load/loader.ts'
import type { ChangeName, ChangeRequest } from '../load/management/change.ts'
import type { WorkName, WorkOptions, Works } from '../load/management/work.ts'
import type { UsersWatch, UsersWatchEvent } from '../load/people/users-watch.ts'
import type { ParamsOf, QueryName } from '../load/queries.ts'
import { toErrorData } from './error-data.ts'
import type { FromLoader, PackedCredits, ToLoader } from './messages.ts'
import { type Part, type Parted, toParts } from './parts.ts'

/**
 * A message is held three times over while it is read, and the other side should need little memory: 100,000 rows in one
 * leave 30 MB behind there [measured]. It takes them in between keys, message by message.
 */
const ROWS_A_MESSAGE = 1_000

/** Rows of a watch that are told at once; of more, so many at a time, that people are seen while others are on their way. */
const ROWS_AT_ONCE = 100_000
const ROWS_A_STEP = 5_000

/** Messages of rows, so many together that nobody is in two of them. */
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

/** Taken in within a few milliseconds, in characters or so. */
const SLICE_SIZE = 64_000

function* slicesOfSize(parts: Parted['parts']): Generator<Part[]> {
  let slice: Part[] = []
  let total = 0
  for (const { part, size } of parts) {
    slice.push(part)
    total += size
    if (total < SLICE_SIZE) continue
    yield slice
    slice = []
    total = 0
  }
  if (slice.length > 0) yield slice
}

/** Read from a message within a millisecond or two. */
const ENTRIES_A_MESSAGE = 20_000

function* slicesOfEntries(days: readonly DayCredits[]): Generator<DayCredits[]> {
  let slice: DayCredits[] = []
  let entries = 0
  for (const day of days) {
    slice.push(day)
    entries += day.person.length
    if (entries < ENTRIES_A_MESSAGE) continue
    yield slice
    slice = []
    entries = 0
  }
  if (slice.length > 0) yield slice
}

const toPacked = (day: DayCredits): PackedCredits => ({ packed: packDayCredits(day), otherEmails: day.otherEmails })

/** The way to the other side. */
export type LoaderPort = {
  postMessage(message: FromLoader): void
  /** Calls the listener with each message from now on. */
  on(listener: (message: ToLoader) => void): void
}

/** Lets another process use a loader of this one, until it closes it. */
export const serveLoader = (port: LoaderPort, loader: Loader): void => {
  const loads = new Map<number, AbortController>()
  /** By load: called when the other side has taken the last parts that it was sent. */
  const nexts = new Map<number, () => void>()
  const watches = new Map<number, { watch: UsersWatch; leaving: AbortController }>()
  const post = (message: FromLoader) => port.postMessage(message)

  let known = new Set<LogEntry>()
  let taken = 0
  let isStateDue = false
  const tellState = () => {
    if (isStateDue) return
    isStateDue = true
    // Changes of one tick are sent as one message.
    setImmediate(() => {
      isStateDue = false
      const all = loader.requests()
      const entries = all.filter((entry) => !known.has(entry))
      known = new Set(all)
      post({
        is: 'state',
        entries,
        inFlight: loader.inFlight(),
        taken,
        serverNow: loader.serverNow(),
        skewMs: loader.clockSkewMs(),
        notice: loader.notice(),
        holdsAnswers: loader.holdsAnswers(),
      })
    })
  }
  loader.subscribe(tellState)
  tellState()

  /** Runs work that `cancel` with its id aborts, and sends its error when it fails. */
  const carryOut = async (id: number, work: (signal: AbortSignal) => Promise<void>): Promise<void> => {
    const controller = new AbortController()
    const { signal } = controller
    loads.set(id, controller)
    try {
      await work(signal)
    } catch (error) {
      if (!signal.aborted) post({ is: 'failed', id, error: toErrorData(toAppError(error)) })
    } finally {
      loads.delete(id)
      tellState()
    }
  }
  const tellWait =
    (id: number) =>
    (wait: RetryWait): void =>
      post({ is: 'wait', id, wait })

  /** Sends slices, each when the one before has been taken, so that no key waits for all of them. */
  const tellSlices = async <Slice>(
    id: number,
    slices: Iterable<Slice>,
    send: (slice: Slice) => void,
    signal: AbortSignal,
  ): Promise<void> => {
    const goOn = () => nexts.get(id)?.()
    signal.addEventListener('abort', goOn)
    for (const slice of slices) {
      if (signal.aborted) break
      const taken = new Promise<void>((resolve) => nexts.set(id, resolve))
      send(slice)
      await taken
    }
    signal.removeEventListener('abort', goOn)
    nexts.delete(id)
  }

  const tellParts = async (id: number, data: unknown, known: Set<string>, signal: AbortSignal): Promise<unknown> => {
    const { root, parts } = toParts(data, (digest) => known.has(digest))
    for (const { part } of parts) known.add(part.digest)
    await tellSlices(id, slicesOfSize(parts), (slice) => post({ is: 'parts', id, parts: slice }), signal)
    return root
  }

  const tellColumns = async (id: number, data: CreditDays, signal: AbortSignal): Promise<CreditDays> => {
    const slices = slicesOfEntries(data.people.columns)
    await tellSlices(id, slices, (days) => post({ is: 'columns', id, days: days.map(toPacked) }), signal)
    return { ...data, people: { ...data.people, columns: [] } }
  }

  const load = ({ id, name, params, isForced, wantsHeld, known }: Extract<ToLoader, { is: 'load' }>) =>
    carryOut(id, async (signal) => {
      const there = known && new Set(known)
      let told = Promise.resolve()
      const give = (is: 'held' | 'loaded', loaded: Loaded<unknown>) => {
        told = told.then(async () => {
          const data = there
            ? await tellParts(id, loaded.data, there, signal)
            : name === 'creditDays'
              ? await tellColumns(id, loaded.data as CreditDays, signal)
              : loaded.data
          if (!signal.aborted) post({ is, id, loaded: { ...loaded, data } })
        })
        return told
      }
      const loaded = await loader.load(name, params as ParamsOf<QueryName>, {
        signal,
        isForced,
        onRetry: tellWait(id),
        onHeld: wantsHeld ? (held) => give('held', held).catch(() => {}) : undefined,
      })
      await give('loaded', loaded)
    })

  const reveal = ({ id, revision, path }: Extract<ToLoader, { is: 'reveal' }>) =>
    carryOut(id, async (signal) => {
      const value = await loader.reveal(revision, path, { signal, onRetry: tellWait(id) })
      if (!signal.aborted) post({ is: 'revealed', id, value })
    })

  const change = ({ id, name, request }: Extract<ToLoader, { is: 'change' }>) =>
    carryOut(id, async (signal) => {
      const outcome = await loader.change(name, request as ChangeRequest<ChangeName>, { signal, onRetry: tellWait(id) })
      // Told even when it was to be cancelled: what was sent may have been done.
      post({
        is: 'changed',
        id,
        outcome: outcome.is === 'done' ? outcome : { is: outcome.is, error: toErrorData(outcome.error) },
      })
    })

  const work = ({ id, name, request }: Extract<ToLoader, { is: 'work' }>) =>
    carryOut(id, async (signal) => {
      const options: WorkOptions = {
        signal,
        onRetry: tellWait(id),
        onProgress: (progress) => post({ is: 'progress', id, progress }),
      }
      // Told even when it was cancelled: whoever waits wants to know that nothing is left.
      await loader.work(name, request as Works[WorkName]['request'], options).then(
        (result) => post({ is: 'worked', id, result }),
        (error) => post({ is: 'failed', id, error: toErrorData(toAppError(error)) }),
      )
    })

  const watchUsers = ({ id, range, known }: Extract<ToLoader, { is: 'watchUsers' }>) => {
    const leaving = new AbortController()
    const { signal } = leaving
    const give = async ({ state: told, chunks, isAnew }: UsersWatchEvent): Promise<void> => {
      if (signal.aborted) return
      const state = { ...told, error: told.error && toErrorData(told.error) }
      const rows = chunks.reduce((sum, { length }) => sum + length, 0)
      if (rows <= ROWS_AT_ONCE) {
        for (const chunk of messagesOf(chunks)) post({ is: 'rows', id, chunk })
        post({ is: 'users', id, event: { state, isAnew } })
        return tellState()
      }
      // Whoever is told of has all of their rows; of the others nothing is known yet.
      const before = { ...state, missing: [range], loading: 'kept', error: undefined, incomplete: undefined } as const
      let isFirst = isAnew
      const send = (step: readonly PersonDaysChunk[]): void => {
        for (const chunk of step) post({ is: 'rows', id, chunk })
        post({ is: 'users', id, event: { state: before, isAnew: isFirst } })
        isFirst = false
      }
      await tellSlices(id, stepsOf(chunks), send, signal)
      await give({ state: told, chunks: [], isAnew: false })
    }
    let telling: Promise<void> | undefined
    const tell = (event: UsersWatchEvent): void => {
      // What is told goes behind rows that are still on their way.
      const own = telling ? telling.then(() => give(event)) : give(event)
      telling = own
      void own.then(() => {
        if (telling === own) telling = undefined
      })
    }
    const watch = loader.watchUsers(range, { known, onRetry: tellWait(id), tell })
    watches.set(id, { watch, leaving })
  }

  const use = ({ id, wants }: Extract<ToLoader, { is: 'users' }>) => {
    const { watch, leaving } = watches.get(id) ?? {}
    if (!watch) return
    if (wants === 'refreshStale' || wants === 'refreshAll') return watch.refresh(wants === 'refreshAll')
    watch[wants]()
    if (wants !== 'close') return
    leaving?.abort()
    watches.delete(id)
  }

  port.on((message) => {
    taken++
    tellState()
    switch (message.is) {
      case 'load':
        return void load(message)
      case 'reveal':
        return void reveal(message)
      case 'change':
        return void change(message)
      case 'work':
        return void work(message)
      case 'addIds':
        return loader.addIds(message.kind, message.ids, message.source)
      case 'forgetId':
        return loader.forgetId(message.kind, message.of)
      case 'next':
        return nexts.get(message.id)?.()
      case 'cancel':
        return loads.get(message.id)?.abort()
      case 'watchUsers':
        return watchUsers(message)
      case 'users':
        return use(message)
      case 'close':
        for (const controller of loads.values()) controller.abort()
        for (const { watch } of watches.values()) watch.close()
        return void loader.close().finally(() => post({ is: 'closed' }))
    }
  })
}
