import { AppError } from '../../base/errors.ts'
import { DAY_MS } from '../../base/time.ts'
import { type Day, daysOf, lengthOf, type Range, yesterdayOf } from '../../domain/calendar/calendar.ts'
import type { DayEndpoint } from '../store/analytics-store.ts'
import type { SyncedDay } from '../store/sync-store.ts'
import type { Pull } from './pull.ts'
import { halvesOf, spansToPull } from './spans.ts'

type Endpoint = 'users' | DayEndpoint

type Options = {
  synced: readonly SyncedDay[]
  /** Days that this run has read already. */
  done?: ReadonlySet<Day> | undefined
  pullSpan: (span: Range) => Promise<void>
}

/** After this time the first day is searched again: a vendor may keep more days than before. */
const RECHECK_MS = 7 * DAY_MS

/**
 * Reads the days of an endpoint that are missing or may have changed, newest first. If the vendor refuses days because it
 * no longer keeps them, finds its first day and leaves out those before. A range that is too long is read in halves.
 *
 * @throws AppError
 */
export const pullSpans = async (pull: Pull, endpoint: Endpoint, { synced, done, pullSpan }: Options): Promise<void> => {
  const known = (await pull.store.sync.readState())?.keptFrom?.[endpoint]
  const keptFrom = known && pull.now() - known.foundAt < RECHECK_MS ? known.day : undefined
  let spans = spansToPull(synced, pull.now(), { done, keptFrom })
  let maxDays = Number.POSITIVE_INFINITY
  let hasSearched = false
  for (let span = spans.shift(); span !== undefined; span = spans.shift()) {
    if (lengthOf(span) > maxDays) {
      spans.unshift(...halvesOf(span))
      continue
    }
    try {
      await pullSpan(span)
    } catch (error) {
      if (isRefused(error) && !hasSearched) {
        hasSearched = true
        const first = await findFirstDay(pull, endpoint, [span, ...spans])
        if (first !== undefined) {
          spans = [span, ...spans].flatMap((one) => startingAt(first, one))
          continue
        }
      }
      if (!mayBeTooLong(error) || lengthOf(span) < 2) throw error
      maxDays = Math.ceil(lengthOf(span) / 2)
      spans.unshift(span)
    }
  }
}

const isRefused = (error: unknown): boolean => error instanceof AppError && error.status === 400
const mayBeTooLong = (error: unknown): boolean => isRefused(error) || (error instanceof AppError && error.isTooLarge)

const startingAt = (first: Day, { from, to }: Range): Range[] =>
  to < first ? [] : [{ from: from < first ? first : from, to }]

/**
 * Finds the first day that the vendor keeps, with one request for each halving, and records it.
 *
 * @returns undefined if the vendor keeps the first of these days, or refuses yesterday too: then age is not the cause.
 */
const findFirstDay = async (pull: Pull, endpoint: Endpoint, spans: readonly Range[]): Promise<Day | undefined> => {
  const days = [...new Set([...spans.flatMap(daysOf), yesterdayOf(pull.now())])].sort()
  const isKept = async (at: number): Promise<boolean> => {
    const day = days[at] as Day
    try {
      await pull.read(endpoint, { startDate: day, endDate: day, ...(endpoint === 'users' && { limit: 1 }) })
      return true
    } catch (error) {
      if (!isRefused(error)) throw error
      return false
    }
  }
  let [refused, kept] = [0, days.length - 1]
  if ((await isKept(refused)) || !(await isKept(kept))) return undefined
  while (kept - refused > 1) {
    const middle = Math.floor((refused + kept) / 2)
    if (await isKept(middle)) kept = middle
    else refused = middle
  }
  const first = days[kept] as Day
  await pull.commit(async ({ sync }) => {
    const state = await sync.readState()
    const keptFrom = { ...state?.keptFrom, [endpoint]: { day: first, foundAt: pull.now() } }
    if (state !== undefined) await sync.writeState({ ...state, keptFrom })
  })
  return first
}
