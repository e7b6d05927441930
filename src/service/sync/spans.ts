import {
  addDays,
  type Day,
  daysOf,
  EARLIEST_DAY,
  lengthOf,
  type Range,
  yesterdayOf,
} from '../../domain/calendar/calendar.ts'
import { isSettled, joinDays } from '../../domain/calendar/spans.ts'
import type { SyncedDay } from '../store/sync-store.ts'

/** Days per walk: a request for more may be too large, and the newest days should not wait for the oldest. */
const MAX_SPAN_DAYS = 30

/** Whether a day that was read completely may still change. */
const isOpen = ({ day, fetched_at }: SyncedDay): boolean => !isSettled({ day, fetchedAt: fetched_at })

/**
 * The ranges to read, newest first: days that were never read completely, then complete ones that may have changed. They
 * are separate because rows can only be removed from days that were complete.
 *
 * @param now The vendor's time, Unix ms.
 * @param skipped.done Days that this run has read already.
 * @param skipped.keptFrom The first day that the vendor keeps.
 */
export const spansToPull = (
  synced: readonly SyncedDay[],
  now: number,
  { done, keptFrom = EARLIEST_DAY }: { done?: ReadonlySet<Day> | undefined; keptFrom?: Day | undefined } = {},
): Range[] => {
  const complete = new Map(synced.filter((day) => day.is_complete === 1).map((day) => [day.day, day]))
  const days = daysOf({ from: keptFrom, to: yesterdayOf(now) }).filter((day) => !done?.has(day))
  const missing = days.filter((day) => !complete.has(day))
  const open = days.filter((day) => {
    const known = complete.get(day)
    return known !== undefined && isOpen(known)
  })
  return [...joinDays(missing), ...joinDays(open)].flatMap((range) => slices(range)).sort(newestFirst)
}

const newestFirst = (a: Range, b: Range): number => (a.to < b.to ? 1 : -1)

const slices = ({ from, to }: Range): Range[] => {
  const slice = { from: addDays(to, 1 - MAX_SPAN_DAYS), to }
  return slice.from <= from ? [{ from, to }] : [slice, ...slices({ from, to: addDays(slice.from, -1) })]
}

/** The two halves of a range, newest first. */
export const halvesOf = ({ from, to }: Range): [Range, Range] => {
  const middle = addDays(from, Math.floor(lengthOf({ from, to }) / 2))
  return [
    { from: middle, to },
    { from, to: addDays(middle, -1) },
  ]
}

/** A walk that was interrupted: the days of the newest one, when it began, and the cursor at which it resumes. */
export type OpenWalk = { range: Range; startedAt: number; cursor: string }

export const openWalkOf = (synced: readonly SyncedDay[]): OpenWalk | undefined => {
  const newest = synced.findLast(({ cursor }) => cursor !== null)
  if (newest?.cursor == null || newest.walk_at === null) return undefined
  const days: Day[] = synced
    .filter(({ cursor, walk_at }) => cursor === newest.cursor && walk_at === newest.walk_at)
    .map(({ day }) => day)
  const range = joinDays(days).at(-1)
  return range && { range, startedAt: newest.walk_at, cursor: newest.cursor }
}
