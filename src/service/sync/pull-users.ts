import { AppError } from '../../base/errors.ts'
import { memberOf } from '../../base/json.ts'
import { createPairSet } from '../../base/seen-pairs.ts'
import { USERS_LIMIT } from '../../contract/constants.ts'
import { type Day, daysOf, type Range } from '../../domain/calendar/calendar.ts'
import { settledAt } from '../../domain/calendar/spans.ts'
import type { SyncedDay } from '../store/sync-store.ts'
import { checkOrganisation, isStorableId, type Pull } from './pull.ts'
import { pullSpans } from './pull-spans.ts'
import { type OpenWalk, openWalkOf } from './spans.ts'
import type { Row } from './vendor.ts'

/**
 * Reads the per-user rows of days that are missing or may have changed: one walk over all users for each range. Each
 * page is written with the cursor of the next one, so that an interrupted walk resumes there.
 *
 * @throws AppError
 */
export const pullUsers = async (pull: Pull): Promise<void> => {
  const synced = await pull.store.sync.readDays('users')
  const known = new Map(synced.map((day) => [day.day, day]))
  const open = openWalkOf(synced)
  const isResumed = open !== undefined && (await resume(pull, open, known))
  const done = isResumed ? new Set(daysOf(open.range)) : undefined
  await pullSpans(pull, 'users', { synced, done, pullSpan: (range) => walkUsers(pull, range, known) })
}

/** The records of the days when the run began. */
type KnownDays = ReadonlyMap<Day, SyncedDay>

/** Statuses with which a server may refuse a cursor that is too old. */
const CURSOR_STATUSES: ReadonlySet<unknown> = new Set([400, 404, 409, 410, 412, 416, 422])

/** Goes on with a walk. Returns false if the vendor refuses its cursor, so that it has to begin again. */
const resume = async (pull: Pull, open: OpenWalk, known: KnownDays): Promise<boolean> => {
  try {
    await walkUsers(pull, open.range, known, open)
    return true
  } catch (error) {
    if (error instanceof AppError && (CURSOR_STATUSES.has(error.status) || error.isTooLarge)) return false
    throw error
  }
}

const walkUsers = async (pull: Pull, range: Range, known: KnownDays, resumed?: OpenWalk): Promise<void> => {
  const days = daysOf(range)
  const wasComplete = days.some((day) => known.get(day)?.is_complete === 1)
  const startedAt = resumed?.startedAt ?? pull.now()
  if (!resumed) await pull.commit((stores) => stores.sync.startWalk('users', days, startedAt))
  const seen = createPairSet()
  const sentDays = new Set<Day>()
  const cursors = new Set<string>()
  // Rows of a walk that was interrupted are in no ranking yet.
  let isChanged = !wasComplete || days.some((day) => known.get(day)?.walk_at != null)
  for (let cursor = resumed?.cursor; ; ) {
    if (cursor !== undefined) cursors.add(cursor)
    const query = { startDate: range.from, endDate: range.to, limit: USERS_LIMIT.max, ...(cursor && { cursor }) }
    const { body, rows } = await pull.read('users', query)
    const usable = rows.filter(({ json }) => isUsable(json, range))
    const newRows = usable.filter(({ json }) => seen.add(json.user_id, json.date)).length
    for (const { json } of usable) sentDays.add(json.date as Day)
    // A page may have only rows that are not stored.
    const next = nextCursor(body, newRows > 0 || (rows.length > 0 && usable.length === 0), cursors)
    const counts = await pull.commit(async (stores, scrub) => {
      await checkOrganisation(stores, body)
      const written = await stores.personDays.put(scrub(usable).map(toStored), { isPartOfDay: true })
      isChanged ||= written > 0
      const counts = { written, changed: wasComplete ? written : 0, removed: 0, skipped: rows.length - usable.length }
      if (next.is !== 'end')
        await stores.sync.moveCursor('users', range.from, range.to, next.is === 'more' ? next.cursor : null)
      else {
        // The rows before the cursor of a resumed walk are not known, so nothing is removed. The vendor may have dropped
        // a day without rows, so a copy of it stays.
        if (!resumed && wasComplete)
          for (const day of sentDays)
            counts.removed += await stores.personDays.removeOthers(day, (id) => seen.has(id, day))
        if (isChanged || counts.removed > 0) await stores.rollups.publish(days)
        await stores.sync.completeDays('users', days, resumed && wasComplete ? unsettled(range, startedAt) : startedAt)
      }
      return counts
    })
    pull.count(counts, `${range.from}..${range.to}, page ${cursors.size + 1}`)
    if (next.is === 'lost') throw new AppError('incomplete', next.why)
    if (next.is === 'end') return
    cursor = next.cursor
  }
}

/** A time at which no day of a range is settled yet, so that its days are read again. */
const unsettled = ({ from }: Range, at: number): number => Math.min(at, settledAt(from) - 1)

const isUsable = ({ user_id, date }: Record<string, unknown>, { from, to }: Range): boolean =>
  isStorableId(user_id) && typeof date === 'string' && date >= from && date <= to

const toStored = ({ json, text }: Row) => ({ day: json.date as Day, user_id: json.user_id as string, row: text })

type Next = { is: 'end' } | { is: 'more'; cursor: string } | { is: 'lost'; why: string }

const nextCursor = ({ meta }: Record<string, unknown>, isNew: boolean, cursors: ReadonlySet<string>): Next => {
  const hasMore = memberOf(meta, 'has_more')
  const cursor = memberOf(meta, 'next_cursor')
  if (hasMore === false) return { is: 'end' }
  if (typeof cursor !== 'string' || cursor === '')
    return hasMore === true
      ? { is: 'lost', why: 'The vendor has more pages of users but sent no cursor.' }
      : { is: 'end' }
  if (cursors.has(cursor))
    return { is: 'lost', why: 'The vendor sent the same cursor of users twice, so the next page cannot be requested.' }
  if (!isNew) return { is: 'lost', why: 'The vendor announced more pages of users, but the last one had no new rows.' }
  return { is: 'more', cursor }
}
