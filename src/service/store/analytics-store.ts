import type { ActivityDay, ToolDay } from '../../contract/analytics.ts'
import type { CreditDay } from '../../contract/credits.ts'
import type { Day } from '../../contract/primitives.ts'
import { daysOf } from '../../domain/calendar/calendar.ts'
import { type Db, firstRow, joinedRows } from '../db/db.ts'
import type { TableRows } from '../db/tables.ts'
import { type DayPart, deletePieces, putPieces, readPieces, wholeText } from './day-pieces.ts'
import { isIn, noteChange, notePublished, noteUnpublished, type RollupParts } from './rollups.ts'
import { factOf } from './user-facts.ts'

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
 * Days of credits, tools, activity and productivity, as JSON text in its final form. Long texts are stored in pieces.
 *
 * @param beforeRead - Called with the first requested day before a read.
 */
export const createDayStore = (db: Db, beforeRead: (from: Day) => Promise<void>) => ({
  /** Stores a day. Returns 1 if it is new or different, or else 0. */
  put: (endpoint: DayEndpoint, { day, row, grouped }: StoredDay): Promise<number> =>
    db.write(async (transaction) => {
      const whole = { row: wholeText(row), grouped: wholeText(grouped) }
      const changed = await transaction.upsert('analytics_days', [{ endpoint, day, ...whole }])
      const hasChanged = await putPieces(transaction, { endpoint, day }, { row, grouped })
      return changed > 0 || hasChanged ? 1 : 0
    }),
  /** Deletes a day. Returns the number of deleted days. */
  remove: (endpoint: DayEndpoint, day: Day): Promise<number> =>
    db.write(async (transaction) => {
      const sql = 'DELETE FROM analytics_days WHERE endpoint = $1 AND day = $2'
      const deleted = await transaction.run(sql, [endpoint, day])
      await deletePieces(transaction, { endpoint, day })
      return deleted
    }),
  /** Size of the rows that `read` would return, bytes. */
  readSize: async (endpoint: DayEndpoint, first: Day, last: Day, isGrouped: boolean): Promise<number> => {
    await beforeRead(first)
    const column = partOf(isGrouped)
    const found = await firstRow<{ whole: number | null; pieces: number | null }>(
      db,
      `SELECT sum(octet_length(${column})) AS whole,
         (SELECT sum(octet_length(text)) FROM day_pieces WHERE endpoint = $1 AND day BETWEEN $2 AND $3 AND part = $4)
         AS pieces
       FROM analytics_days WHERE endpoint = $1 AND day BETWEEN $2 AND $3`,
      [endpoint, first, last, column],
    )
    return Number(found?.whole ?? 0) + Number(found?.pieces ?? 0)
  },
  /** JSON texts of a range's rows joined by commas, oldest day first. The range includes both days. */
  read: async (endpoint: DayEndpoint, first: Day, last: Day, isGrouped: boolean): Promise<string> => {
    await beforeRead(first)
    const column = partOf(isGrouped)
    return joinedRows(
      db,
      `SELECT row FROM (
         SELECT own.day, coalesce(nullif(own.${column}, ''), (
           SELECT string_agg(text, '' ORDER BY place) FROM day_pieces AS piece
           WHERE piece.endpoint = own.endpoint AND piece.day = own.day AND piece.part = $1)) AS row
         FROM analytics_days AS own WHERE own.endpoint = $2 AND own.day BETWEEN $3 AND $4) AS found
       WHERE row IS NOT NULL ORDER BY day`,
      [column, endpoint, first, last],
    )
  },
  /**
   * The same text in pieces, a few of which are in memory.
   *
   * @throws UnavailableError if a day is replaced while it is read.
   */
  async *readInPieces(endpoint: DayEndpoint, first: Day, last: Day, isGrouped: boolean): AsyncGenerator<string> {
    await beforeRead(first)
    let separator = ''
    for (const day of daysOf({ from: first, to: last })) {
      let start = separator
      for await (const piece of readPieces(db, { endpoint, day }, partOf(isGrouped))) {
        yield start + piece
        start = ''
        separator = ','
      }
    }
  },
})

const partOf = (isGrouped: boolean): DayPart => (isGrouped ? 'grouped' : 'row')

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

/** The rows of the first people after a cursor, by user id, each in the order of the days. */
type RowsAfter = (db: Db, days: readonly Day[], cursor: string, people: number) => Promise<Map<string, string[]>>

/**
 * Reads a day as two texts, because creating an object per row takes longer than the rest. JSON never contains the raw
 * separator.
 */
const rowsInSqlite: RowsAfter = async (db, days, cursor, people) => {
  const ids = new Set<string>()
  for (const day of days) {
    const found = await firstRow<{ ids: string }>(
      db,
      `SELECT json_group_array(user_id) AS ids
       FROM (SELECT user_id FROM person_days WHERE day = $1 AND user_id > $2 ORDER BY user_id LIMIT $3)`,
      [day, cursor, people],
    )
    for (const id of JSON.parse(found?.ids ?? '[]') as string[]) ids.add(id)
  }
  const rows = new Map<string, string[]>(firstIds(ids, people).map((id) => [id, []]))
  const last = [...rows.keys()].at(-1)
  if (last === undefined) return rows
  for (const day of days) {
    const found = await firstRow<{ ids: string; rows: string | null }>(
      db,
      `SELECT json_group_array(user_id) AS ids, group_concat(row, char(${SEPARATOR.charCodeAt(0)})) AS rows
       FROM (SELECT user_id, row FROM person_days WHERE day = $1 AND user_id > $2 AND user_id <= $3 ORDER BY user_id)`,
      [day, cursor, last],
    )
    const texts = found?.rows?.split(SEPARATOR) ?? []
    for (const [at, id] of (JSON.parse(found?.ids ?? '[]') as string[]).entries()) rows.get(id)?.push(texts[at] ?? '')
  }
  return rows
}
const SEPARATOR = '\x1e'

/** One statement: the people of a page are among the first of each day. Without the LIMIT per day it takes 20 times as long. */
const rowsInPostgres: RowsAfter = async (db, days, cursor, people) => {
  const found = await db.all<{ user_id: string; row: string }>(
    `SELECT found.user_id, found.row FROM unnest($1::date[]) WITH ORDINALITY AS wanted (day, place)
     CROSS JOIN LATERAL (SELECT user_id, row FROM person_days
       WHERE day = wanted.day AND user_id > $2 ORDER BY user_id LIMIT $3) AS found
     ORDER BY wanted.place`,
    [`{${days.join(',')}}`, cursor, people],
  )
  const rows = new Map<string, string[]>(
    firstIds(new Set(found.map(({ user_id }) => user_id)), people).map((id) => [id, []]),
  )
  for (const { user_id: id, row } of found) rows.get(id)?.push(row)
  return rows
}

const firstIds = (ids: ReadonlySet<string>, count: number): string[] => [...ids].sort(byCodePoint).slice(0, count)

export type PutOptions = {
  /**
   * Whether more rows of these days will follow, as in a mirror. Rankings include them only after the days are published.
   * @default false
   */
  isPartOfDay?: boolean
}

type PersonDayParts = {
  /** Called with the first requested day before a read. */
  beforeRead: (from: Day) => Promise<void>
  /** Runs `work` in a transaction whose changes are refreshed at its end. */
  change: RollupParts['change']
  /** Whether facts are derived when they are first read. */
  isPostponed: boolean
}

/**
 * The activity of each person per day, as JSON text in its final form, and the facts that are derived from it. Rows are
 * stored by day and then by person, so a page needs one short scan per day, even in a long range.
 */
export const createPersonDayStore = (db: Db, { beforeRead, change, isPostponed }: PersonDayParts) => ({
  /** Stores rows. Returns the number of rows that are new or different. */
  put: (rows: readonly TableRows['person_days'][], { isPartOfDay = false }: PutOptions = {}): Promise<number> =>
    change(async (transaction, changes) => {
      const changed = await transaction.upsert('person_days', rows)
      if (changed > 0 && !isPostponed) await transaction.upsert('user_facts', rows.map(factOf))
      if (isPartOfDay) await noteUnpublished(transaction)
      else if (changed > 0) {
        for (const row of rows) noteChange(changes, row)
        notePublished(changes, new Set(rows.map(({ day }) => day)))
      }
      return changed
    }),
  /** Deletes all rows of a user. Returns their number. */
  deleteUser: (userId: string): Promise<number> =>
    change(async (transaction, changes) => {
      const ends = await firstRow<{ first: Day | null; last: Day | null }>(
        transaction,
        'SELECT min(day) AS first, max(day) AS last FROM person_days',
      )
      if (!ends?.first || !ends.last) return 0
      // The keys begin with the day.
      const values = [JSON.stringify(daysOf({ from: ends.first, to: ends.last })), userId]
      const own = `${isIn(transaction, 'day', '$1')} AND user_id = $2`
      for (const { day } of await transaction.all<{ day: Day }>(`SELECT day FROM person_days WHERE ${own}`, values))
        noteChange(changes, { day, user_id: userId })
      await transaction.run(`DELETE FROM user_facts WHERE ${own}`, values)
      return transaction.run(`DELETE FROM person_days WHERE ${own}`, values)
    }),
  /** Deletes the rows of a day whose person is not known. Returns their number. Publish the day afterwards. */
  removeOthers: (day: Day, isKnown: (userId: string) => boolean): Promise<number> =>
    db.write(async (transaction) => {
      const sql = 'SELECT user_id FROM person_days WHERE day = $1'
      const gone = (await transaction.all<{ user_id: string }>(sql, [day])).filter(({ user_id: id }) => !isKnown(id))
      for (const { user_id: id } of gone)
        for (const table of ['user_facts', 'person_days'] as const)
          await transaction.run(`DELETE FROM ${table} WHERE day = $1 AND user_id = $2`, [day, id])
      return gone.length
    }),
  /**
   * The next `limit` people after `cursor` with activity in the range, each with all their days in it.
   *
   * @param cursor A user id, which need not exist any more. The empty text means the beginning.
   */
  readPage: async (first: Day, last: Day, limit: number, cursor: string): Promise<PeoplePage> => {
    await beforeRead(first)
    const days = daysOf({ from: first, to: last })
    const rowsAfter = db.dialect === 'sqlite' ? rowsInSqlite : rowsInPostgres
    // One person more shows whether there is another page.
    const found = [...(await rowsAfter(db, days, cursor, limit + 1))]
    const page = found.slice(0, limit)
    return {
      rows: page.flatMap(([, rows]) => rows).join(','),
      lastUserId: page.at(-1)?.[0],
      hasMore: found.length > limit,
    }
  },
})

// Databases order text by UTF-8 bytes, which equals the order of code points but not that of UTF-16 units.
const byCodePoint = (a: string, b: string): number => {
  const length = Math.min(a.length, b.length)
  for (let at = 0; at < length; at++) {
    const left = a.codePointAt(at) ?? 0
    const right = b.codePointAt(at) ?? 0
    if (left !== right) return left - right
  }
  return a.length - b.length
}
