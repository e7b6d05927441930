import type { DatabaseSync } from 'node:sqlite'
import type { Day } from '../../contract/primitives.ts'
import { daysOf } from '../../domain/calendar/calendar.ts'
import { rowOf } from './rows-of.ts'

export type PeoplePage = {
  /** JSON texts of the rows joined by commas: by person, then by day. */
  rows: string
  /** The last person of the page; undefined when the page is empty. */
  lastUserId: string | undefined
  hasMore: boolean
}

const SEPARATOR = '\x1e'
const NONE = { ids: '[]', rows: null }

/**
 * What each person did on each day, as the JSON text that goes out. Rows lie by day and then by person, so a page is
 * one short scan a day, however long the range.
 *
 * @param beforeRead - Called with the first day of what is read.
 */
export const createPersonDayStore = (database: DatabaseSync, beforeRead: (from: Day) => void) => {
  const put = database.prepare(
    'INSERT INTO person_days (day, user_id, row) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET row = excluded.row',
  )
  const selectIds = database.prepare(
    'SELECT json_group_array(user_id) AS ids FROM (SELECT user_id FROM person_days WHERE day = ? AND user_id > ? ORDER BY user_id LIMIT ?)',
  )
  // An object for each row takes longer than all the rest: a day comes as two texts. No JSON holds a raw separator.
  const selectRows = database.prepare(
    `SELECT json_group_array(user_id) AS ids, group_concat(row, char(${SEPARATOR.charCodeAt(0)})) AS rows
     FROM (SELECT user_id, row FROM person_days WHERE day = ? AND user_id > ? AND user_id <= ? ORDER BY user_id)`,
  )

  const idsAfter = (cursor: string, days: Day[], count: number): string[] => {
    const ids = days.map((day) => JSON.parse(rowOf<{ ids: string }>(selectIds.get(day, cursor, count))?.ids ?? '[]'))
    const [first = []] = ids
    return ids.length === 1 ? first : [...new Set(ids.flat())].sort(byUtf8).slice(0, count)
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
      beforeRead(first)
      const days = daysOf({ from: first, to: last })
      const ids = idsAfter(cursor, days, limit + 1)
      const hasMore = ids.length > limit
      const page = ids.slice(0, limit)
      const lastUserId = page.at(-1)
      if (lastUserId === undefined) return { rows: '', lastUserId, hasMore: false }
      const texts = new Map<string, string[]>(page.map((id) => [id, []]))
      for (const day of days) {
        const { ids, rows } =
          rowOf<{ ids: string; rows: string | null }>(selectRows.get(day, cursor, lastUserId)) ?? NONE
        const found = rows?.split(SEPARATOR) ?? []
        for (const [at, id] of (JSON.parse(ids) as string[]).entries()) texts.get(id)?.push(found[at] ?? '')
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
