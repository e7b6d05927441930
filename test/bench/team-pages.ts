/** Imports rows of users and reads pages of them, through the store. */
import { addDays } from '../../src/domain/calendar/calendar.ts'
import type { Db } from '../../src/service/db/db.ts'
import { storeOf } from '../../src/service/store/store.ts'
import { idOf, lastDay, rowsOf } from './team-data.ts'

const DAYS = 14
const PAGES = 400

/**
 * Imports days before the last one, with their facts, and publishes them.
 *
 * @returns The rate without the time to create the rows, and the time until rankings have them.
 */
export const timedImport = async (db: Db, from: number, to: number, users: number) => {
  const store = storeOf(db, true)
  let importMs = 0
  for (let ago = from; ago < to; ago++) {
    const rows = rowsOf(ago, users)
    const startedAt = performance.now()
    await store.personDays.put(rows, { isPartOfDay: true })
    importMs += performance.now() - startedAt
  }
  const days = Array.from({ length: to - from }, (_, at) => addDays(lastDay, -from - at))
  const startedAt = performance.now()
  await store.rollups.publish(days)
  return { rowsPerSecond: ((to - from) * users * 1_000) / importMs, publishMs: performance.now() - startedAt }
}

/** Times of pages of 100 users over 14 days, at places all over the list, ms. */
export const pageTimes = async (db: Db, users: number): Promise<number[]> => {
  const store = storeOf(db, true).personDays
  const times: number[] = []
  for (let page = 0; page < PAGES; page++) {
    const cursor = idOf((page * 7_919) % users)
    const startedAt = performance.now()
    const { lastUserId } = await store.readPage(addDays(lastDay, 1 - DAYS), lastDay, 100, cursor)
    times.push(performance.now() - startedAt)
    if (lastUserId === undefined && page === 0) throw new Error('the first page is empty')
  }
  return times
}
