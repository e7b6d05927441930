import { AppError } from '../../../base/errors.ts'
import type { CallOptions, Client, Reply, RetryWait } from '../../../client/client.ts'
import { addDays, daysOf, lengthOf, type Range } from '../../../domain/calendar/calendar.ts'
import { joinDays, missingSpans } from '../../../domain/calendar/spans.ts'
import type { DayTable, HeldDay } from '../../ledger/ledger.ts'
import type { LoadOptions, WaitOptions } from '../kit/load-options.ts'
import type { LoadDeps } from '../kit/organisation.ts'
import { askableOf, type DaysHeld, daysHeld, daysNotHeld } from './days-held.ts'

/** What the ledger holds of a range after it was filled. */
type Filled = Pick<DaysHeld, 'at' | 'freshMs'> & {
  /** Whether the server was asked for any of it just now. */
  from: 'ledger' | 'server'
  /** Days until yesterday that are not held, as offline nothing is asked or others change the ledger; empty: all are. */
  missing: Range[]
}

/** Days that were read, all that are held of a range. */
type Read = { days: readonly HeldDay[] }

type FillDays = {
  (table: DayTable, range: Range, options?: LoadOptions): Promise<Filled>
  /** @param read Reads what is held of the range; what it brings is `read` of the answer. */
  <R extends Read>(table: DayTable, range: Range, options: LoadOptions, read: () => R): Promise<Filled & { read: R }>
}

/** Days that are being asked for: as long as one of those who joined waits for them. */
type Flight = { span: Range; askers: Set<WaitOptions>; controller: AbortController; result: Promise<void> }

/**
 * Waits for a flight; rejects with AppError `interrupted` as soon as the asker's own signal is aborted.
 *
 * @param leave Called when the last asker has gone.
 */
const join = ({ askers, controller, result }: Flight, { signal, onRetry }: WaitOptions, leave: () => void) =>
  new Promise<void>((resolve, reject) => {
    const asker = { onRetry }
    const giveUp = () => {
      askers.delete(asker)
      reject(new AppError('interrupted', 'Fetching was cancelled.'))
      if (askers.size > 0) return
      leave()
      controller.abort()
    }
    askers.add(asker)
    if (signal?.aborted) return giveUp()
    signal?.addEventListener('abort', giveUp)
    result.then(resolve, reject).finally(() => signal?.removeEventListener('abort', giveUp))
  })

/** Asks for days that are missing, each once, whoever wants it. */
const createFlights = ({ ledger, organisation }: Pick<LoadDeps, 'ledger' | 'organisation'>) => {
  const underWay = new Map<DayTable, Set<Flight>>()

  const start = (asking: Caller, table: DayTable, span: Range, canWait: boolean): Flight => {
    const flights = underWay.get(table) ?? new Set()
    underWay.set(table, flights)
    const askers = new Set<WaitOptions>()
    const controller = new AbortController()
    const onRetry = (wait: RetryWait) => {
      for (const asker of askers) asker.onRetry?.(wait)
    }
    const onReply = (part: Range, reply: DaysReply) => {
      const fetchedAt = organisation.timeOf(reply)
      organisation.hearOrg(reply.body.meta?.org_id)
      const isWithin = (row: unknown) => {
        const date = (row as { date?: unknown } | null)?.date
        return typeof date === 'string' && date >= part.from && date <= part.to
      }
      const rawRows = (reply.raw as { data: unknown[] }).data.filter(isWithin)
      const rows = (reply.body.data ?? []).filter(isWithin)
      ledger.writeDays(table, { span: part, fetchedAt, rows, rawRows, problems: reply.problemCount })
    }
    const result = askDays(asking, table, span, { signal: controller.signal, ...(canWait && { onRetry }) }, onReply)
    const flight = { span, askers, controller, result }
    flights.add(flight)
    // Nobody may be waiting when it fails: that is no unhandled rejection.
    result.catch(() => {}).finally(() => flights.delete(flight))
    return flight
  }

  /** Asks for days that are not being asked for, and waits for all. @returns Whether any were asked for. */
  return async (asking: Caller, table: DayTable, missing: readonly Range[], options: WaitOptions) => {
    const flights = underWay.get(table) ?? new Set()
    let days = missing.flatMap(daysOf)
    const joined = [...flights].filter(({ span }) => {
      const others = days.filter((day) => day < span.from || day > span.to)
      const isWanted = others.length < days.length
      days = others
      return isWanted
    })
    for (const span of joinDays(days)) joined.push(start(asking, table, span, options.onRetry !== undefined))
    const ends = await Promise.allSettled(
      joined.map((flight) => join(flight, options, () => underWay.get(table)?.delete(flight))),
    )
    const failed = ends.find((end) => end.status === 'rejected')
    if (failed) throw failed.reason
    return joined.length > 0
  }
}

/** See {@link Source.fillDays}. */
export const createFillDays = ({ client, ledger, organisation }: LoadDeps): FillDays => {
  const load = createFlights({ ledger, organisation })
  return async <R extends Read>(
    table: DayTable,
    range: Range,
    { signal, onRetry, isForced = false }: LoadOptions = {},
    read: () => R = () => ({ days: ledger.heldDays(table, range) }) as unknown as R,
  ) => {
    let kept: R | undefined
    let from: Filled['from'] = 'ledger'
    for (let turn = 0; client && turn < MAX_TURNS; turn++) {
      const askable = askableOf(range, organisation.now())
      if (!askable) break
      const orgId = ledger.orgId()
      const missing = missingSpans(askable, ledger.heldDays(table, askable), organisation.now(), isForced && turn === 0)
      if (await load(client, table, missing, { signal, onRetry })) from = 'server'
      // The answer may have named another organisation, whose days are not held, another process may have cleared the ledger,
      // and what is held may not be readable: only what was read counts.
      if (orgId !== undefined && ledger.orgId() !== orgId) continue
      kept = read()
      if (daysNotHeld(askable, kept.days, organisation.now()).length === 0) break
    }
    kept ??= read()
    const now = organisation.now()
    const { at, freshMs } = daysHeld(range, kept.days, now)
    return { at, from, freshMs, missing: daysNotHeld(range, kept.days, now), read: kept }
  }
}

/** How often a range is looked at, as another organisation or process may change what is held meanwhile. */
const MAX_TURNS = 3

/** Rows as the tolerant parser left them, and what the answer says about itself. */
type DaysReply = Reply<{ data: { date: string }[]; meta: { org_id: string } }>

type Caller = Pick<Client, 'call'>
/** The endpoint of each table, and by what its rows are grouped. */
const endpoints: Record<DayTable, [name: 'credits' | 'tools' | 'activity' | 'productivity', group_by?: string]> = {
  credits: ['credits'],
  creditsByModel: ['credits', 'model'],
  tools: ['tools'],
  toolsByName: ['tools', 'tool_name'],
  activity: ['activity'],
  activityByClient: ['activity', 'client'],
  productivity: ['productivity'],
}

const askPart = (client: Caller, table: DayTable, { from, to }: Range, options: CallOptions): Promise<DaysReply> => {
  const [name, group_by] = endpoints[table]
  const query = { startDate: from, endDate: to, ...(group_by !== undefined && { group_by }) }
  // Name and query belong together, which the compiler cannot follow through all endpoints at once.
  return client.call(name, { query } as never, options) as unknown as Promise<DaysReply>
}

/**
 * Asks for the days of a span in one request. Where the answer is larger than the client takes (thousands of people, each
 * with a breakdown, over many months) the span is asked for in halves, and these in halves again, one after the other. How many
 * days were too many is remembered: each answer that is too large has come to the limit by the time that shows.
 *
 * @param onReply Told of each answer and the days it is for, as soon as it has come.
 */
const askDays = async (
  client: Caller,
  table: DayTable,
  span: Range,
  options: CallOptions,
  onReply: (span: Range, reply: DaysReply) => void,
): Promise<void> => {
  let tooMany = Number.POSITIVE_INFINITY
  const tryPart = async (part: Range): Promise<DaysReply | undefined> => {
    try {
      return await askPart(client, table, part, options)
    } catch (error) {
      if (!(error instanceof AppError && error.isTooLarge) || lengthOf(part) < 2) throw error
      tooMany = lengthOf(part)
      return undefined
    }
  }
  const ask = async (part: Range): Promise<void> => {
    const reply = lengthOf(part) < tooMany ? await tryPart(part) : undefined
    if (reply) return onReply(part, reply)
    const middle = addDays(part.from, Math.floor(lengthOf(part) / 2))
    await ask({ from: part.from, to: addDays(middle, -1) })
    await ask({ from: middle, to: part.to })
  }
  await ask(span)
}
