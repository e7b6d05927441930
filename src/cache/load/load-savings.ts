import { AppError } from '../../base/errors.ts'
import { isObject } from '../../base/json.ts'
import type { ActivityDay } from '../../contract/analytics.ts'
import type { Lenient } from '../../contract/lenient.ts'
import { DEFAULT_BILLING_DAY } from '../../domain/calendar/billing-month.ts'
import type { Range } from '../../domain/calendar/calendar.ts'
import { activeComputers } from '../../domain/computers/computer-use.ts'
import { People } from '../../domain/people/people.ts'
import { toPersonDaysChunk } from '../../domain/people/person-days.ts'
import { type FoundSavings, findSavings } from '../../domain/savings/savings-rules.ts'
import { userDaysOf } from '../../domain/savings/user-days.ts'
import { seatName } from '../../domain/seats/seat-rows.ts'
import { INACTIVE_DAYS } from '../../domain/seats/seats.ts'
import type { CachedRows, DayTable } from '../ledger/ledger.ts'
import type { LoadOptions } from './kit/load-options.ts'
import { type Loaded, MAX_DAYS_FRESH_MS } from './kit/loaded.ts'
import { cacheClearedMessage, notCachedMessage } from './kit/offline.ts'
import { hasMetrics, loadComputerUse } from './load-computer-use.ts'
import { loadSeats } from './load-seats.ts'
import type { Source } from './source.ts'

type Part<Data> = { data: Data | undefined; at?: number | undefined; incomplete?: string | undefined }

/**
 * Loads what the rules of savings need, and evaluates them. The days of all users are loaded page by page. Parts fail
 * one by one: the rules without data are in `unknown`.
 *
 * @throws AppError of the first part if none could be loaded.
 */
export const loadSavings = async (
  source: Source,
  range: Range,
  options: LoadOptions,
): Promise<Loaded<FoundSavings>> => {
  const { ledger } = source
  const errors: AppError[] = []
  const attempt = async <Data>(load: () => Promise<Part<Data>>): Promise<Part<Data>> => {
    try {
      return await load()
    } catch (error) {
      if (!(error instanceof AppError) || error.kind === 'interrupted') throw error
      errors.push(error)
      // A server without seats misses nothing that could be loaded.
      return {
        data: undefined,
        incomplete: error.status === 404 || error.kind === 'notFound' ? undefined : error.message,
      }
    }
  }
  const days = <Row>(table: DayTable, read: () => CachedRows<Row>[]) =>
    attempt(async () => {
      const filled = await source.fillDays(table, range, options, () => ({ days: read() }))
      const why = source.isOffline ? notCachedMessage(range, filled.missing) : cacheClearedMessage(filled.missing)
      const data = filled.read.days.flatMap(({ rows }) => rows)
      return { data, at: filled.at, incomplete: filled.missing.length > 0 ? why : undefined }
    })
  const parts = await Promise.all([
    attempt(() => loadUserDays(source, range, options)),
    days('credits', () => ledger.readCreditTotals(range)),
    attempt(() => loadUnusedSeats(source, options)),
    days('activity', () => ledger.readDays<Lenient<ActivityDay>>('activity', range)),
    attempt(() => loadIdleComputers(source, options)),
  ])
  const [userDays, credits, seats, activity, computers] = parts
  if (errors[0] && errors.length === parts.length) throw errors[0]
  const times = parts.flatMap(({ at }) => at ?? [])
  const incomplete = [...new Set(parts.flatMap((part) => part.incomplete ?? []))].join(' ')
  return {
    data: findSavings({
      range,
      userDays: userDays.data,
      creditDays: credits.data,
      clientDays: activity.data,
      seats: seats.data,
      computers: computers.data,
    }),
    at: times.length === 0 ? source.now() : Math.min(...times),
    from: source.isOffline ? 'ledger' : 'server',
    freshMs: MAX_DAYS_FRESH_MS,
    problems: 0,
    ...(incomplete !== '' && { incomplete }),
  }
}

const loadUserDays = async (source: Source, range: Range, options: LoadOptions) => {
  const people = new People()
  let incomplete: string | undefined
  for await (const part of source.walkUsers(range, options)) {
    people.append(toPersonDaysChunk([...part.rows, ...part.changedRows].filter(isObject)))
    incomplete ??= part.incomplete
  }
  return { data: userDaysOf(people, range), incomplete }
}

/** The active computers that were idle for the last week, whatever the range. */
const loadIdleComputers = async (source: Source, options: LoadOptions) => {
  // Without metrics, the list of computers isn't needed either.
  const rows =
    source.isOffline || !(await hasMetrics(source, options))
      ? []
      : (await source.management.computers.loadAll(options)).data.rows
  const { data, incomplete } = await loadComputerUse(source, { computers: activeComputers(rows) }, options)
  return { data: data.flatMap(({ id, name, idle }) => (idle ? [{ id, name, ...idle }] : [])), incomplete }
}

/** The seats without use for {@link INACTIVE_DAYS}. */
const loadUnusedSeats = async (source: Source, options: LoadOptions) => {
  const { data, incomplete } = await loadSeats(source, { billingDay: DEFAULT_BILLING_DAY }, options)
  const unused = data.rows.filter(({ hasSeat, idleDays }) => hasSeat && idleDays >= INACTIVE_DAYS)
  return {
    data: unused.map((row) => ({ id: row.id, email: seatName(row), isNever: row.isNever, days: row.idleDays })),
    incomplete,
  }
}
