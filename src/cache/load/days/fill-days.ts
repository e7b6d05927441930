import type { Client } from '../../../client/client.ts'
import { daysOf, type Range } from '../../../domain/calendar/calendar.ts'
import { joinDays, missingSpans } from '../../../domain/calendar/spans.ts'
import type { DayTable, HeldDay } from '../../ledger/ledger.ts'
import type { LoadDeps } from '../kit/load-deps.ts'
import type { LoadOptions } from '../kit/load-options.ts'
import { askDays } from './ask-days.ts'
import { askableOf, type DaysHeld, daysHeld, daysNotHeld } from './days-held.ts'
import { createSingleFlight, type SingleFlight } from './single-flight.ts'

/** What the ledger holds of a range after it was filled. */
export type Filled = Pick<DaysHeld, 'at' | 'freshMs'> & {
  /** Whether the server was asked for any of it just now. */
  from: 'ledger' | 'server'
  /** Days until yesterday that are not held, as offline nothing is asked or others change the ledger; empty: all are. */
  missing: Range[]
}

/** Days that were read, all that are held of a range. */
type Read = { days: readonly HeldDay[] }

export type FillDays = {
  (table: DayTable, range: Range, options?: LoadOptions): Promise<Filled>
  /** @param read Reads what is held of the range; what it brings is `read` of the answer. */
  <R extends Read>(table: DayTable, range: Range, options: LoadOptions, read: () => R): Promise<Filled & { read: R }>
}

type SpanFlight = SingleFlight<void> & { span: Range }

/** See {@link Source.fillDays}. */
export const createFillDays = ({ client, ledger, organisation }: LoadDeps): FillDays => {
  const underWay = new Map<DayTable, Set<SpanFlight>>()

  const start = (asking: Pick<Client, 'call'>, table: DayTable, span: Range, keepsWaits: boolean): SpanFlight => {
    const flights = underWay.get(table) ?? new Set()
    underWay.set(table, flights)
    const flight: SpanFlight = {
      span,
      ...createSingleFlight<void>(
        (signal, onRetry) =>
          askDays(asking, table, span, { signal, ...(keepsWaits && { onRetry }) }, (part, reply) => {
            const fetchedAt = organisation.timeOf(reply)
            organisation.hearOrg(reply.body.meta?.org_id)
            const isWithin = (row: unknown) => {
              const date = (row as { date?: unknown } | null)?.date
              return typeof date === 'string' && date >= part.from && date <= part.to
            }
            const rawRows = (reply.raw as { data: unknown[] }).data.filter(isWithin)
            const rows = (reply.body.data ?? []).filter(isWithin)
            ledger.writeDays(table, { span: part, fetchedAt, rows, rawRows, problems: reply.problemCount })
          }),
        () => flights.delete(flight),
      ),
    }
    flights.add(flight)
    return flight
  }

  const fill = async <R extends Read>(
    table: DayTable,
    range: Range,
    { signal, onRetry, isForced = false }: LoadOptions,
    read: () => R,
  ): Promise<Filled & { read: R }> => {
    let kept: R | undefined
    let from: Filled['from'] = 'ledger'
    for (let turn = 0; turn < MOST_TURNS; turn++) {
      const askable = askableOf(range, organisation.now())
      if (!askable) break
      const missing = missingSpans(askable, ledger.heldDays(table, askable), organisation.now(), isForced && turn === 0)
      if (!client) break
      const orgId = ledger.orgId()
      let days = missing.flatMap(daysOf)
      const flights = [...(underWay.get(table) ?? [])].filter(({ span }) => {
        const others = days.filter((day) => day < span.from || day > span.to)
        const isWanted = others.length < days.length
        days = others
        return isWanted
      })
      for (const span of joinDays(days)) flights.push(start(client, table, span, onRetry !== undefined))
      const ends = await Promise.allSettled(flights.map((flight) => flight.join({ signal, onRetry })))
      const failed = ends.find((end) => end.status === 'rejected')
      if (failed) throw failed.reason
      if (flights.length > 0) from = 'server'
      // The answer may have named another organisation, whose days are not held, another process may have cleared the ledger,
      // and what is held may not be readable: only what was read counts.
      const isSameOrg = orgId === undefined || ledger.orgId() === orgId
      if (!isSameOrg) continue
      kept = read()
      if (daysNotHeld(askable, kept.days, organisation.now()).length === 0) break
    }
    kept ??= read()
    const now = organisation.now()
    const { at, freshMs } = daysHeld(range, kept.days, now)
    return { at, from, freshMs, missing: daysNotHeld(range, kept.days, now), read: kept }
  }
  return <R extends Read>(table: DayTable, range: Range, options: LoadOptions = {}, read?: () => R) =>
    fill(table, range, options, read ?? (() => ({ days: ledger.heldDays(table, range) }) as unknown as R))
}

/** How often a range is looked at, as another organisation or process may change what is held meanwhile. */
const MOST_TURNS = 3
