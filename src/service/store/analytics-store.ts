import type { DatabaseSync } from 'node:sqlite'
import type { ActivityDay, ToolDay } from '../../contract/analytics.ts'
import type { CreditDay } from '../../contract/credits.ts'
import type { Day } from '../../contract/primitives.ts'
import { daysOf } from '../../domain/calendar/calendar.ts'
import { joinedRows, preparePut, rowOf } from './tables.ts'

/** The analytics endpoints with one row per day. The users endpoint has a separate store. */
const DAY_ENDPOINTS = ['credits', 'tools', 'activity', 'productivity'] as const
export type DayEndpoint = (typeof DAY_ENDPOINTS)[number]

type StoredDay = {
  day: Day
  /** JSON text of the ungrouped row. */
  row: string
  /** JSON texts of the rows with `group_by`, joined by commas; empty if there is no grouping. */
  grouped: string
}

/**
 * Days of credits, tools, activity and productivity, as JSON text in its final form.
 *
 * @param beforeRead - Called with the first requested day before a read.
 */
export const createDayStore = (database: DatabaseSync, beforeRead: (from: Day) => void) => {
  const put = preparePut(database, 'analytics_days')
  const selectRows = database.prepare(
    'SELECT row FROM analytics_days WHERE endpoint = ? AND day BETWEEN ? AND ? ORDER BY day',
  )
  const selectGrouped = database.prepare(
    "SELECT grouped AS row FROM analytics_days WHERE endpoint = ? AND day BETWEEN ? AND ? AND grouped <> '' ORDER BY day",
  )
  return {
    put: (endpoint: DayEndpoint, { day, row, grouped }: StoredDay): void => put({ endpoint, day, grouped, row }),
    /** JSON texts of a range's rows joined by commas, oldest day first. The range includes both days. */
    read: (endpoint: DayEndpoint, first: Day, last: Day, isGrouped: boolean): string => {
      beforeRead(first)
      return joinedRows((isGrouped ? selectGrouped : selectRows).all(endpoint, first, last))
    },
  }
}

const texts = (rows: readonly object[]): string => rows.map((row) => JSON.stringify(row)).join(',')

/** The rows of a day with `group_by`, as JSON texts joined by commas. */
export const groupedRows = {
  /** Grouped by model. A model in two tiers is one row. Parts without a model are skipped. */
  credits: ({ date, by_model }: CreditDay): string => {
    const models = new Map<string, { billable_tokens: number; input_tokens: number; output_tokens: number }>()
    for (const { model_id: id, billable_tokens = 0, input_tokens = 0, output_tokens = 0 } of by_model) {
      if (id === undefined) continue
      const sum = models.get(id) ?? { billable_tokens: 0, input_tokens: 0, output_tokens: 0 }
      sum.billable_tokens += billable_tokens
      sum.input_tokens += input_tokens
      sum.output_tokens += output_tokens
      models.set(id, sum)
    }
    return texts([...models].map(([group_key, sum]) => ({ date, group_key, ...sum })))
  },
  tools: ({ date, by_tool }: ToolDay): string =>
    texts(by_tool.map(({ tool, invocations }) => ({ date, group_key: tool, tool_calls: invocations }))),
  activity: ({ date, daily_active_users_by_client: clients }: ActivityDay): string =>
    texts(Object.entries(clients).map(([client, people]) => ({ date, group_key: client, daily_active_users: people }))),
}

type PeoplePage = {
  /** JSON texts of the rows joined by commas, ordered by person, then by day. */
  rows: string
  /** The last person of the page; undefined if the page is empty. */
  lastUserId: string | undefined
  hasMore: boolean
}

const SEPARATOR = '\x1e'
const NONE = { ids: '[]', rows: null }

/**
 * The activity of each person per day, as JSON text in its final form. Rows are stored by day and then by person, so a
 * page needs one short scan per day, even in a long range.
 *
 * @param beforeRead - Called with the first requested day before a read.
 */
export const createPersonDayStore = (database: DatabaseSync, beforeRead: (from: Day) => void) => {
  const put = preparePut(database, 'person_days')
  const selectIds = database.prepare(
    'SELECT json_group_array(user_id) AS ids FROM (SELECT user_id FROM person_days WHERE day = ? AND user_id > ? ORDER BY user_id LIMIT ?)',
  )
  // Return a day as two texts, because creating an object per row takes longer than the rest. JSON never contains the
  // raw separator.
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
    put: (day: Day, userId: string, row: string): void => put({ day, user_id: userId, row }),
    /**
     * The next `limit` people after `cursor` with activity in the range, each with all their days in it.
     *
     * @param cursor A user id, which need not exist any more. The empty text means the beginning.
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

// SQLite orders text by UTF-8 bytes, which equals the order of code points but not that of UTF-16 units.
const byUtf8 = (a: string, b: string): number => {
  const length = Math.min(a.length, b.length)
  for (let at = 0; at < length; at++) {
    const left = a.codePointAt(at) ?? 0
    const right = b.codePointAt(at) ?? 0
    if (left !== right) return left - right
  }
  return a.length - b.length
}
