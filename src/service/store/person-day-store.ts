import type { DatabaseSync } from 'node:sqlite'
import type { Day } from '../../contract/primitives.ts'
import { daysOf } from '../../domain/calendar/calendar.ts'
import { rowsOf } from './rows-of.ts'

export type PeoplePage = {
  /** JSON texts of the rows joined by commas: by person, then by day. */
  rows: string
  /** The last person of the page; undefined when the page is empty. */
  lastUserId: string | undefined
  hasMore: boolean
}

/**
 * What each person did on each day, as the JSON text that goes out. Rows lie by day and then by person, so a page is
 * one short scan a day, however long the range.
 */
export const createPersonDayStore = (database: DatabaseSync) => {
  const put = database.prepare(
    'INSERT INTO person_days (day, user_id, row) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET row = excluded.row',
  )
  const selectIds = database.prepare(
    'SELECT user_id FROM person_days WHERE day = ? AND user_id > ? ORDER BY user_id LIMIT ?',
  )
  const selectRows = database.prepare(
    'SELECT user_id, row FROM person_days WHERE day = ? AND user_id > ? AND user_id <= ? ORDER BY user_id',
  )

  const idsAfter = (cursor: string, days: Day[], count: number): string[] => {
    const ids = new Set<string>()
    for (const day of days) for (const found of selectIds.iterate(day, cursor, count)) ids.add(String(found.user_id))
    return [...ids].sort(byUtf8).slice(0, count)
  }

  return {
    put: (day: Day, userId: string, row: string): void => {
      put.run(day, userId, row)
    },
    /**
     * The next `limit` people after `cursor` who did anything in the range, each with all their days in it.
     *
     * @param cursor A user id, which need not exist any more; the empty text is the beginning.
     */
    readPage: (first: Day, last: Day, limit: number, cursor: string): PeoplePage => {
      const days = daysOf({ from: first, to: last })
      const ids = idsAfter(cursor, days, limit + 1)
      const hasMore = ids.length > limit
      const page = ids.slice(0, limit)
      const lastUserId = page.at(-1)
      if (lastUserId === undefined) return { rows: '', lastUserId, hasMore: false }
      const texts = new Map<string, string[]>(page.map((id) => [id, []]))
      for (const day of days) {
        const found = rowsOf<{ user_id: string; row: string }>(selectRows.all(day, cursor, lastUserId))
        for (const { user_id: id, row } of found) texts.get(id)?.push(row)
      }
      return { rows: [...texts.values()].map((rows) => rows.join(',')).join(','), lastUserId, hasMore }
    },
  }
}

// SQLite orders text by its UTF-8 bytes, which is the order of code points and not that of UTF-16 units.
const byUtf8 = (a: string, b: string): number => {
  const length = Math.min(a.length, b.length)
  for (let at = 0; at < length; at++) {
    const left = a.codePointAt(at) ?? 0
    const right = b.codePointAt(at) ?? 0
    if (left !== right) return left - right
  }
  return a.length - b.length
}
