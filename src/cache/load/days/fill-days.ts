import { AppError } from '../../../base/errors.ts'
import { memoize } from '../../../base/memoize.ts'
import type { CallOptions, Client, Reply, RetryWait } from '../../../client/client.ts'
import { addDays, daysOf, lengthOf, type Range } from '../../../domain/calendar/calendar.ts'
import { joinDays, missingSpans } from '../../../domain/calendar/spans.ts'
import { packJson } from '../../ledger/codec/json-codec.ts'
import { type CachedDay, type DayTable, dayEndpoints } from '../../ledger/ledger.ts'
import type { LoadOptions, WaitOptions } from '../kit/load-options.ts'
import type { LoadDeps } from '../kit/organisation.ts'
import { daysCacheState, requestableRange, uncachedDays } from './days-held.ts'

type FillDeps = Pick<LoadDeps, 'client' | 'ledger' | 'organisation'> & { tuneGcForStreaming: () => void }

/** The cached days of a range that were read. */
type Read = { days: readonly CachedDay[] }

/** A request in flight for a span of days. It is aborted when its last waiter leaves. */
type PendingRequest = { span: Range; waiters: Set<WaitOptions>; controller: AbortController; result: Promise<void> }

/**
 * Waits for a request in flight. Rejects with AppError `interrupted` as soon as the waiter's own signal is aborted.
 *
 * @param leave Called when the last waiter has left.
 */
const join = ({ waiters, controller, result }: PendingRequest, { signal, onRetry }: WaitOptions, leave: () => void) =>
  new Promise<void>((resolve, reject) => {
    const waiter = { onRetry }
    const giveUp = () => {
      waiters.delete(waiter)
      reject(new AppError('interrupted', 'Loading was cancelled.'))
      if (waiters.size > 0) return
      leave()
      controller.abort()
    }
    waiters.add(waiter)
    if (signal?.aborted) return giveUp()
    signal?.addEventListener('abort', giveUp)
    result.then(resolve, reject).finally(() => signal?.removeEventListener('abort', giveUp))
  })

/** Requests missing days. Concurrent callers share the requests. */
const createPendingRequests = ({ ledger, organisation, tuneGcForStreaming }: Omit<FillDeps, 'client'>) => {
  const pendingOf = memoize((_: DayTable) => new Set<PendingRequest>())

  const start = (caller: Caller, table: DayTable, span: Range, canWait: boolean): PendingRequest => {
    const pendingRequests = pendingOf(table)
    const waiters = new Set<WaitOptions>()
    const controller = new AbortController()
    const onRetry = (wait: RetryWait) => {
      for (const waiter of waiters) waiter.onRetry?.(wait)
    }
    const onReply = (part: Range, reply: DaysReply) => {
      const fetchedAt = organisation.timeOf(reply)
      organisation.observeOrgId(reply.body.meta?.org_id)
      const isWithin = (row: unknown) => {
        const date = (row as { date?: unknown } | null)?.date
        return typeof date === 'string' && date >= part.from && date <= part.to
      }
      const rawRows = (reply.raw as { data: unknown[] }).data.filter(isWithin)
      const rows = (reply.body.data ?? []).filter(isWithin)
      const { longLists, problemCount: problems } = reply
      ledger.writeDays(table, { span: part, fetchedAt, rows, rawRows, longLists, problems })
    }
    const options = { signal: controller.signal, ...(canWait && { onRetry }) }
    const longLists = table === 'credits' ? { pack: packJson } : undefined
    // Before the response: later, new objects have more memory, which 100,000 users fill with 20 MB of garbage [measured].
    if (longLists) tuneGcForStreaming()
    const result = requestDays(caller, table, span, { ...options, longLists }, onReply)
    const pendingRequest = { span, waiters, controller, result }
    pendingRequests.add(pendingRequest)
    // Prevent an unhandled rejection: there may be no waiter when it fails.
    result.catch(() => {}).finally(() => pendingRequests.delete(pendingRequest))
    return pendingRequest
  }

  /** Requests days that are not in flight yet and waits for all missing days. @returns Whether any were missing. */
  return async (caller: Caller, table: DayTable, missing: readonly Range[], options: WaitOptions) => {
    const pendingRequests = pendingOf(table)
    let days = missing.flatMap(daysOf)
    const joined = [...pendingRequests].filter(({ span }) => {
      const others = days.filter((day) => day < span.from || day > span.to)
      const isWanted = others.length < days.length
      days = others
      return isWanted
    })
    for (const span of joinDays(days)) joined.push(start(caller, table, span, options.onRetry !== undefined))
    const ends = await Promise.allSettled(
      joined.map((pending) => join(pending, options, () => pendingRequests.delete(pending))),
    )
    const failed = ends.find((end) => end.status === 'rejected')
    if (failed) throw failed.reason
    return joined.length > 0
  }
}

/**
 * See {@link Source.fillDays}. `read` reads the cached data of the range. The result has that data, whether any request
 * was sent for it (`from`), and the days until yesterday that are not cached, for example because of offline mode
 * (`missing`; empty if complete).
 */
export const createFillDays = ({ client, ...deps }: FillDeps) => {
  const { ledger, organisation } = deps
  const load = createPendingRequests(deps)
  return async <R extends Read = Read>(
    table: DayTable,
    range: Range,
    { signal, onRetry, isForced = false }: LoadOptions = {},
    read: () => R = () => ({ days: ledger.cachedDays(table, range) }) as unknown as R,
  ) => {
    let cached: R | undefined
    let from: 'ledger' | 'server' = 'ledger'
    for (let turn = 0; client && turn < MAX_TURNS; turn++) {
      const requestable = requestableRange(range, organisation.now())
      if (!requestable) break
      const orgId = ledger.orgId()
      const missing = missingSpans(
        requestable,
        ledger.cachedDays(table, requestable),
        organisation.now(),
        isForced && turn === 0,
      )
      if (await load(client, table, missing, { signal, onRetry })) from = 'server'
      // Count only the days that were read. The response may have named another organisation with no cached days,
      // another process may have cleared the ledger, and cached rows may be unreadable.
      if (orgId !== undefined && ledger.orgId() !== orgId) continue
      cached = read()
      if (uncachedDays(requestable, cached.days, organisation.now()).length === 0) break
    }
    cached ??= read()
    const now = organisation.now()
    const { at, freshMs } = daysCacheState(range, cached.days, now)
    return { at, from, freshMs, missing: uncachedDays(range, cached.days, now), read: cached }
  }
}

/**
 * Maximum number of attempts per range, because another organisation or process may change the cached data meanwhile.
 */
const MAX_TURNS = 3

/** Rows after tolerant parsing, and the response's metadata. */
type DaysReply = Reply<{ data: { date: string }[]; meta: { org_id: string } }>

type Caller = Pick<Client, 'call'>

/** Limit of the response with a single day: a million users. */
const MAX_DAY_BYTES = 256 * 1024 * 1024

/**
 * Requests the days of a span. If the response exceeds the client's size limit (thousands of people, each with a
 * breakdown, over many months), it requests each half in turn, recursively. It remembers the length that was too large,
 * because each oversized response is downloaded up to the limit before it fails. If it is known how many days
 * fit, longer parts are not requested.
 *
 * @param onReply Called with each response and the days it covers, as soon as it arrives.
 */
const requestDays = async (
  client: Caller,
  table: DayTable,
  span: Range,
  options: CallOptions,
  onReply: (span: Range, reply: DaysReply) => void,
): Promise<void> => {
  const [name, group_by] = dayEndpoints[table]
  let tooManyDays = Number.POSITIVE_INFINITY
  const tryPart = async (part: Range): Promise<DaysReply | undefined> => {
    try {
      const query = { startDate: part.from, endDate: part.to, ...(group_by !== undefined && { group_by }) }
      // A day cannot be halved, so it may be larger. It does not have to fit into memory.
      const maxBytes = lengthOf(part) < 2 ? MAX_DAY_BYTES : undefined
      const longLists = options.longLists && { ...options.longLists, maxBytes }
      // The compiler cannot relate the name and the query across all endpoints at once.
      return (await client.call(name, { query } as never, { ...options, longLists })) as unknown as DaysReply
    } catch (error) {
      if (!(error instanceof AppError && error.isTooLarge) || lengthOf(part) < 2) throw error
      tooManyDays = Math.min(lengthOf(part), Math.max(2, (error.rowsBeforeLimit ?? lengthOf(part)) + 1))
      return undefined
    }
  }
  const request = async (part: Range): Promise<void> => {
    const reply = lengthOf(part) < tooManyDays ? await tryPart(part) : undefined
    if (reply) return onReply(part, reply)
    const middle = addDays(part.from, Math.floor(lengthOf(part) / 2))
    await request({ from: part.from, to: addDays(middle, -1) })
    await request({ from: middle, to: part.to })
  }
  await request(span)
}
