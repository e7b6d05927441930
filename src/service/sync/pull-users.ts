import { AppError } from '../../base/errors.ts'
import { memberOf } from '../../base/json.ts'
import { createPairSet } from '../../base/seen-pairs.ts'
import { USERS_LIMIT } from '../../contract/constants.ts'
import { type Day, daysOf, lengthOf, type Range } from '../../domain/calendar/calendar.ts'
import { settledAt } from '../../domain/calendar/spans.ts'
import type { SyncedDay } from '../store/sync-store.ts'
import { checkOrganisation, isStorableId, type Pull } from './pull.ts'
import { halvesOf, type OpenWalk, openWalkOf, spansToPull } from './spans.ts'
import type { Row } from './vendor.ts'

/**
 * Reads the per-user rows of days that are missing or may have changed: one walk over all users for each range. Each
 * page is written with the cursor of the next one, so that an interrupted walk goes on there.
 *
 * @throws AppError
 */
export const pullUsers = async (pull: Pull): Promise<void> => {
  const synced = await pull.store.sync.readDays('users')
  const known = new Map(synced.map((day) => [day.day, day]))
  const open = openWalkOf(synced)
  if (open) await resume(pull, open, known)
  const done = new Set(open && daysOf(open.range))
  for (const range of spansToPull(synced, pull.now(), done)) await walkInParts(pull, range, known)
}

/** The records of the days when the run began. */
type KnownDays = ReadonlyMap<Day, SyncedDay>

/** Statuses with which a server may refuse a cursor that is too old. */
const CURSOR_STATUSES: ReadonlySet<unknown> = new Set([400, 404, 409, 410, 412, 416, 422])

const resume = async (pull: Pull, open: OpenWalk, known: KnownDays): Promise<void> => {
  try {
    await walkUsers(pull, open.range, known, open)
  } catch (error) {
    const isRefused = error instanceof AppError && (CURSOR_STATUSES.has(error.status) || error.isTooLarge)
    if (!isRefused) throw error
    await walkInParts(pull, open.range, known)
  }
}

/** Walks a range, or its halves if a page of it is too large. */
const walkInParts = async (pull: Pull, range: Range, known: KnownDays): Promise<void> => {
  try {
    await walkUsers(pull, range, known)
  } catch (error) {
    if (!(error instanceof AppError && error.isTooLarge) || lengthOf(range) < 2) throw error
    for (const half of halvesOf(range)) await walkInParts(pull, half, known)
  }
}

const walkUsers = async (pull: Pull, range: Range, known: KnownDays, resumed?: OpenWalk): Promise<void> => {
  const days = daysOf(range)
  const wasComplete = days.some((day) => known.get(day)?.is_complete === 1)
  const startedAt = resumed?.startedAt ?? pull.now()
  if (!resumed) await pull.commit((stores) => stores.sync.startWalk('users', days, startedAt))
  const seen = createPairSet()
  const cursors = new Set<string>()
  // Rows of a walk that was interrupted are in no ranking yet.
  let isChanged = !wasComplete || days.some((day) => known.get(day)?.walk_at != null)
  for (let cursor = resumed?.cursor; ; ) {
    if (cursor !== undefined) cursors.add(cursor)
    const query = { startDate: range.from, endDate: range.to, limit: USERS_LIMIT.max, ...(cursor && { cursor }) }
    const { body, rows, hadRows } = await pull.read('users', query)
    const usable = rows.filter(({ json }) => isUsable(json, range))
    const newRows = usable.filter(({ json }) => seen.add(json.user_id, json.date)).length
    // A page may have only rows that are not stored.
    const next = nextCursor(body, newRows > 0 || (hadRows && usable.length === 0), cursors)
    const counts = await pull.commit(async (stores) => {
      await checkOrganisation(stores, body)
      const written = await stores.personDays.put(usable.map(toStored), { isPartOfDay: true })
      isChanged ||= written > 0
      const counts = { written, changed: wasComplete ? written : 0, removed: 0, skipped: rows.length - usable.length }
      if (next.is !== 'end')
        await stores.sync.moveCursor('users', range.from, range.to, next.is === 'more' ? next.cursor : null)
      else {
        // The rows before the cursor of a resumed walk are not known, so nothing is removed.
        if (!resumed && wasComplete)
          for (const day of days) counts.removed += await stores.personDays.removeOthers(day, (id) => seen.has(id, day))
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
