import { AppError } from '../../base/errors.ts'
import { billingMonth } from '../../domain/calendar/billing-month.ts'
import { addDays, type Day, EARLIEST_DAY, lengthOf, type Range, yesterdayOf } from '../../domain/calendar/calendar.ts'
import { type Limits, limitsOf, type SeatRow, seatRows } from '../../domain/seats/seats.ts'
import type { LoadOptions } from './kit/load-options.ts'
import { LIST_FRESH_MS, type Loaded } from './kit/loaded.ts'
import { cacheClearedMessage } from './kit/offline.ts'
import type { Source } from './source.ts'

/** @param billingDay - The first day of the billing month: see billingMonth. */
export type SeatsParams = { billingDay: number }

export type Seats = {
  rows: readonly SeatRow[]
  /** The newest published day. */
  lastDay: Day
  /** The billing month of `lastDay`. */
  month: Range
  /** The days whose use is known. */
  history: Range
  /** The limit of users without a limit of their own; undefined without one, or if limits are unknown. */
  globalLimit: number | undefined
  /** Why limits are unknown; undefined if they are known. */
  limitsProblem: string | undefined
}

/** Days of use that are always loaded. Overview loads as many, so both share requests. */
const MIN_HISTORY = 70
/** More days are loaded while users and days have at most this many rows together. */
const MAX_ROWS = 100_000

/**
 * Loads the users with a seat, the credits of users by day, and the limits.
 *
 * @throws AppError if the server has no list of users, or refuses it.
 */
export const loadSeats = async (
  source: Source,
  { billingDay }: SeatsParams,
  options: LoadOptions,
): Promise<Loaded<Seats>> => {
  const { management, ledger } = source
  const [users, limits] = await Promise.all([
    management.pages('organizationUsers', { query: { limit: 100 } }, options),
    loadLimits(source, options),
  ])
  const lastDay = yesterdayOf(source.now())
  const days = Math.max(MIN_HISTORY, Math.floor(MAX_ROWS / Math.max(1, users.data.length)))
  const first = addDays(lastDay, 1 - Math.min(days, lengthOf({ from: EARLIEST_DAY, to: lastDay })))
  const history = { from: first, to: lastDay }
  const { read, missing } = await source.fillDays('credits', history, options, () => ledger.readCreditDays(history))
  const month = billingMonth(lastDay, billingDay)
  const incomplete = users.incomplete ?? (missing.length > 0 ? cacheClearedMessage(missing) : undefined)
  return {
    data: {
      rows: seatRows({
        seats: users.data,
        people: read.people,
        history,
        isWhole: first === EARLIEST_DAY,
        month,
        limits: limits.limits,
      }),
      lastDay,
      month,
      history,
      globalLimit: limits.limits?.global,
      limitsProblem: limits.problem,
    },
    at: users.at,
    from: 'server',
    freshMs: LIST_FRESH_MS,
    problems: users.problems,
    ...(incomplete !== undefined && { incomplete }),
  }
}

/** The limits, or why they are unknown: the server may not offer them, or refuse them to this key or plan. */
const loadLimits = async (
  { management }: Source,
  options: LoadOptions,
): Promise<{ limits?: Limits; problem: string | undefined }> => {
  try {
    const { data } = await management.list(
      'userLimits',
      (body) => [limitsOf(body.globalLimit, body.userLimits ?? [])],
      options,
    )
    return { limits: data.rows[0] ?? limitsOf(undefined, []), problem: undefined }
  } catch (error) {
    if (!(error instanceof AppError) || error.kind === 'interrupted') throw error
    return { problem: error.message }
  }
}
