import type { Day } from '../../contract/primitives.ts'
import type { RollupWindow } from '../../contract/top-users.ts'
import { addDays } from '../../domain/calendar/calendar.ts'
import type { Db } from '../db/db.ts'
import { deriveDay, noChanges, notePublished, type RollupChanges, refreshRollups } from './rollups.ts'

/**
 * Facts and rollups of a store that no other process uses. They are derived when they are first read, because the demo
 * starts before anyone reads them.
 */
export const createPostponedRollups = () => {
  const staleDays = new Set<Day>()
  const current = new Set<RollupWindow>()
  let newest: Day = ''
  return {
    /** Records the changes of a transaction. */
    add: ({ days, publishedDay = '' }: RollupChanges): void => {
      if (days.size === 0) return
      for (const day of days) staleDays.add(day)
      if (publishedDay > newest) newest = publishedDay
      current.clear()
    },
    /** Derives the days of a window, and refreshes it. */
    derive: async (db: Db, window: RollupWindow): Promise<void> => {
      if (newest === '' || current.has(window)) return
      await db.write(async (transaction) => {
        const changes = noChanges()
        changes.users = undefined
        notePublished(changes, [newest])
        for (const day of staleDays) {
          if (day > newest || day <= addDays(newest, -window)) continue
          await deriveDay(transaction, day)
          changes.days.add(day)
        }
        await refreshRollups(transaction, changes, [window])
        for (const day of changes.days) staleDays.delete(day)
        current.add(window)
      })
    },
  }
}
export type PostponedRollups = ReturnType<typeof createPostponedRollups>
