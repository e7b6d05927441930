import type { ActivityDay, ToolDay } from '../../contract/analytics.ts'
import type { CreditDay } from '../../contract/credits.ts'
import type { Day } from '../../contract/primitives.ts'
import { daysOf } from '../../domain/calendar/calendar.ts'
import { type Db, firstRow, joinedRows } from './db.ts'

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
export const createDayStore = (db: Db, beforeRead: (from: Day) => Promise<void>) => ({
  put: (endpoint: DayEndpoint, { day, row, grouped }: StoredDay): Promise<void> =>
    db.upsert('analytics_days', [{ endpoint, day, grouped, row }]),
  /** JSON texts of a range's rows joined by commas, oldest day first. The range includes both days. */
  read: async (endpoint: DayEndpoint, first: Day, last: Day, isGrouped: boolean): Promise<string> => {
    await beforeRead(first)
    const column = isGrouped ? 'grouped' : 'row'
    return joinedRows(
      db,
      `SELECT ${column} AS row FROM analytics_days
       WHERE endpoint = $1 AND day BETWEEN $2 AND $3 AND ${column} <> '' ORDER BY day`,
      [endpoint, first, last],
    )
  },
})

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

/**
 * The activity of each person per day, as JSON text in its final form. Rows are stored by day and then by person, so a
 * page needs one short scan per day, even in a long range.
 *
 * @param beforeRead - Called with the first requested day before a read.
 */
export const createPersonDayStore = (db: Db, beforeRead: (from: Day) => Promise<void>) => {
  const idsAfter = async (cursor: string, days: readonly Day[], count: number): Promise<string[]> => {
    const sql = `SELECT json_group_array(user_id) AS ids
      FROM (SELECT user_id FROM person_days WHERE day = $1 AND user_id > $2 ORDER BY user_id LIMIT $3)`
    const ids = new Set<string>()
    for (const day of days) {
      const found = await firstRow<{ ids: string }>(db, sql, [day, cursor, count])
      for (const id of JSON.parse(found?.ids ?? '[]') as string[]) ids.add(id)
    }
    return days.length === 1 ? [...ids] : [...ids].sort(byUtf8).slice(0, count)
  }

  // Returns a day as two texts, because creating an object per row takes longer than the rest. JSON never contains the
  // raw separator.
  const rowsOfDay = async (day: Day, cursor: string, last: string): Promise<[string, string][]> => {
    const found = await firstRow<{ ids: string; rows: string | null }>(
      db,
      `SELECT json_group_array(user_id) AS ids, group_concat(row, char(${SEPARATOR.charCodeAt(0)})) AS rows
       FROM (SELECT user_id, row FROM person_days WHERE day = $1 AND user_id > $2 AND user_id <= $3 ORDER BY user_id)`,
      [day, cursor, last],
    )
    const texts = found?.rows?.split(SEPARATOR) ?? []
    return (JSON.parse(found?.ids ?? '[]') as string[]).map((id, at) => [id, texts[at] ?? ''])
  }

  return {
    /** Stores rows of a day, by user id. */
    put: (day: Day, rows: ReadonlyMap<string, string>): Promise<void> =>
      db.upsert(
        'person_days',
        [...rows].map(([userId, row]) => ({ day, user_id: userId, row })),
      ),
    /**
     * The next `limit` people after `cursor` with activity in the range, each with all their days in it.
     *
     * @param cursor A user id, which need not exist any more. The empty text means the beginning.
     */
    readPage: async (first: Day, last: Day, limit: number, cursor: string): Promise<PeoplePage> => {
      await beforeRead(first)
      const days = daysOf({ from: first, to: last })
      const ids = await idsAfter(cursor, days, limit + 1)
      const hasMore = ids.length > limit
      const page = ids.slice(0, limit)
      const lastUserId = page.at(-1)
      if (lastUserId === undefined) return { rows: '', lastUserId, hasMore: false }
      const texts = new Map<string, string[]>(page.map((id) => [id, []]))
      for (const day of days)
        for (const [id, text] of await rowsOfDay(day, cursor, lastUserId)) texts.get(id)?.push(text)
      // A row may have been deleted meanwhile.
      return { rows: [...texts.values()].flat().join(','), lastUserId, hasMore }
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
