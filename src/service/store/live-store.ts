import { type Db, firstRow } from '../db/db.ts'
import type { TableRows } from '../db/tables.ts'
import { A_DAY, A_MINUTE, A_QUARTER, addToSums, lockForNewMetrics, REPEATED } from './live-sums.ts'

/** One hook event, or what one metric point adds. */
export type LiveRow = Omit<TableRows['live_rows'], 'kind' | 'source' | 'day'> & {
  kind: 'tool' | 'session' | 'prompt' | 'commit' | 'pull_request' | 'tokens' | 'metric' | 'event'
  source: 'hooks' | 'otlp'
}

/** A metric point. A cumulative one counts by its difference from the point before it in its series. */
export type LivePoint = { row: LiveRow; series: string; start: string; isDelta: boolean }

/** Days for which rows are stored. */
const STORED_DAYS = 3
const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** Whether rows of this time have been removed. Both in Unix ms. */
export const isTooOld = (at: number, now: number): boolean => dayOf(at) < dayOf(now - STORED_DAYS * DAY_MS)

/** The figures of a period. */
const FIGURES = `sum(CASE WHEN kind = 'user_mark' THEN value END) AS active_users,
  sum(CASE WHEN kind = 'session_mark' THEN value END) AS sessions,
  sum(CASE WHEN kind = 'session' THEN value END) AS counted_sessions,
  sum(CASE WHEN kind = 'tool' THEN value END) AS tool_calls,
  sum(CASE WHEN kind = 'commit' THEN value END) AS commits,
  sum(CASE WHEN kind = 'pull_request' THEN value END) AS pull_requests,
  sum(CASE WHEN kind = 'tokens' THEN value END) AS tokens,
  sum(CASE WHEN kind = 'tokens' AND name = 'input' THEN value END) AS input,
  sum(CASE WHEN kind = 'tokens' AND name = 'output' THEN value END) AS output,
  sum(CASE WHEN kind = 'tokens' AND name = 'cache_read' THEN value END) AS cache_read,
  sum(CASE WHEN kind = 'tokens' AND name = 'cache_creation' THEN value END) AS cache_creation`

/** Sums of rows. A sum of nothing is null. */
export type LiveFigures = Record<
  | 'active_users'
  | 'sessions'
  | 'counted_sessions'
  | 'tool_calls'
  | 'commits'
  | 'pull_requests'
  | 'tokens'
  | 'input'
  | 'output'
  | 'cache_read'
  | 'cache_creation',
  number | null
>

export type StoredLiveUser = {
  user_id: string
  user_email: string | null
  /** Unix ms. */
  last_seen: number
  sessions: number
  tool_calls: number
  commits: number | null
  model: string | null
}

type LiveUserCounts = Record<'active' | 'recent' | 'otlp' | 'hooks', number>

/** What agents report about today. `day` is the UTC day of `at`. */
export const createLiveStore = (db: Db) => {
  /** Stores rows, each id once. Returns the number of new ones. Call it in a transaction. */
  const put = async (rows: readonly LiveRow[], now: number): Promise<number> => {
    const seats = await findSeats(db, rows)
    const byId = new Map<string, TableRows['live_rows']>()
    for (const row of rows)
      if (!byId.has(row.id))
        byId.set(row.id, { ...row, user_id: seats.get(row.user_email) ?? row.user_id, day: dayOf(row.at) })
    // In one order, so that transactions with the same rows do not block each other forever.
    const sorted = [...byId].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
    await lockForNewMetrics(db, sorted)
    const added = await db.insertNew('live_rows', sorted)
    await addToSums(db, added)
    await removeOld(db, now)
    return added.length
  }
  return {
    live: {
      put,
      /** Stores metric points, each once. Call it in a transaction. */
      putPoints: async (points: readonly LivePoint[], now: number): Promise<void> => {
        const rows = points.filter(({ isDelta }) => isDelta).map(({ row }) => row)
        // Points of a series are counted in the order of their times.
        const cumulative = points.filter(({ isDelta }) => !isDelta).sort((a, b) => a.row.at - b.row.at)
        for (const point of cumulative) rows.push(...(await increment(db, point)))
        await put(rows, now)
      },
      /** Figures of the whole day, and of its quarters of an hour. */
      figures: (day: string) =>
        db.all<LiveFigures & { minutes: number; start: number }>(
          `SELECT minutes, start, ${FIGURES} FROM live_sums WHERE day = $1 AND minutes IN (${A_DAY}, ${A_QUARTER})
             GROUP BY minutes, start`,
          [day],
        ),
      /** Numbers of users: all, those seen since a time, and those by source. */
      userCounts: async (day: string, since: number): Promise<LiveUserCounts> =>
        (await firstRow<LiveUserCounts>(
          db,
          `SELECT count(*) AS active, coalesce(sum(CASE WHEN last_seen >= $2 THEN 1 END), 0) AS recent,
             coalesce(sum(otlp), 0) AS otlp, coalesce(sum(hooks), 0) AS hooks FROM live_users WHERE day = $1`,
          [day, since],
        )) ?? { active: 0, recent: 0, otlp: 0, hooks: 0 },
      /** Users, last seen first. @param after - The last user of the page before. */
      users: (day: string, limit: number, after?: { at: number; id: string }) =>
        db.all<StoredLiveUser>(
          `SELECT user_id, user_email, last_seen, sessions, tool_calls, commits, model FROM live_users
             WHERE day = $1 AND last_seen <= $2 AND (last_seen < $2 OR user_id > $3)
             ORDER BY last_seen DESC, user_id LIMIT $4`,
          [day, after?.at ?? Number.MAX_SAFE_INTEGER, after?.id ?? '', limit],
        ),
      /** Calls of tools, and those since a time: by minute, and by event in the first minute. */
      tools: (day: string, recentFrom: number) =>
        db.all<{ name: string; calls: number; recent: number }>(
          `SELECT name, sum(calls) AS calls, sum(recent) AS recent FROM (
               SELECT name, value AS calls, 0 AS recent FROM live_sums WHERE day = $1 AND minutes = ${A_DAY} AND kind = 'tool'
             UNION ALL SELECT name, 0, value FROM live_sums
               WHERE day = $1 AND minutes = ${A_MINUTE} AND start >= $2 AND kind = 'tool'
             UNION ALL SELECT r.name, 0, r.value FROM live_rows AS r
               WHERE r.day = $1 AND r.at >= $3 AND r.at < $2 AND r.kind = 'tool' AND r.name IS NOT NULL
                 AND r.kind NOT IN ('tokens', 'metric') AND NOT (${REPEATED})) AS parts
             WHERE name <> '' GROUP BY name HAVING sum(calls) > 0 ORDER BY calls DESC, name LIMIT 100`,
          [day, Math.ceil(recentFrom / MINUTE_MS) * MINUTE_MS, recentFrom],
        ),
      models: (day: string) =>
        db.all<{ name: string; tokens: number }>(
          `SELECT name, sum(value) AS tokens FROM live_sums WHERE day = $1 AND minutes = ${A_DAY} AND kind = 'model'
             GROUP BY name ORDER BY tokens DESC, name LIMIT 100`,
          [day],
        ),
      recent: (day: string) =>
        db.all<{ at: number; user_id: string; kind: string; name: string | null }>(
          `SELECT at, user_id, kind, name FROM live_rows WHERE day = $1 AND kind NOT IN ('tokens', 'metric')
             ORDER BY at DESC, id LIMIT 50`,
          [day],
        ),
      otherMetrics: (day: string) =>
        db.all<{ name: string; value: number }>(
          `SELECT name, sum(value) AS value FROM live_sums WHERE day = $1 AND minutes = ${A_DAY} AND kind = 'metric'
             GROUP BY name ORDER BY name LIMIT 100`,
          [day],
        ),
    },
  }
}

/**
 * Ids of the users with these addresses. Metrics name users by id and hooks by address, and one user must not be counted
 * as two.
 */
const findSeats = async (db: Db, rows: readonly LiveRow[]): Promise<ReadonlyMap<string | null, string>> => {
  const seats = new Map<string | null, string>()
  for (const email of new Set(rows.map(({ user_email }) => user_email))) {
    if (email === null) continue
    const found = await firstRow<{ id: string }>(db, 'SELECT id FROM seats WHERE lower(email) = lower($1)', [email])
    if (found) seats.set(email, found.id)
  }
  return seats
}

/** What a cumulative point adds to its series: everything if the series has started again. */
const increment = async (db: Db, { row, series, start }: LivePoint): Promise<LiveRow[]> => {
  // Locks the series, even a new one, until the transaction ends: another instance may receive a point of it.
  await db.run(
    `INSERT INTO live_series (id, start, at, value) VALUES ($1, '', 0, 0)
     ON CONFLICT (id) DO UPDATE SET at = live_series.at`,
    [series],
  )
  const before = await firstRow<{ start: string; at: number; value: number }>(
    db,
    'SELECT start, at, value FROM live_series WHERE id = $1',
    [series],
  )
  if (before && before.at >= row.at) return []
  await db.upsert('live_series', [{ id: series, start, at: row.at, value: row.value }])
  const isSame = before !== undefined && before.start === start && row.value >= before.value
  const value = row.value - (isSame ? before.value : 0)
  return value > 0 ? [{ ...row, value }] : []
}

/** When this process last removed old rows, Unix ms. */
let sweptAt = Number.NEGATIVE_INFINITY
const SWEEP_MS = 10 * 60_000

/** How long sums of single minutes are stored. */
const MINUTES_STORED_MS = 3_600_000

/** Removes rows of earlier days, at most every ten minutes. */
const removeOld = async (db: Db, now: number): Promise<void> => {
  if (now - sweptAt < SWEEP_MS && now >= sweptAt) return
  sweptAt = now
  const oldest = now - STORED_DAYS * DAY_MS
  for (const table of ['live_rows', 'live_users', 'live_marks', 'live_sums'])
    await db.run(`DELETE FROM ${table} WHERE day < $1`, [dayOf(oldest)])
  await db.run(`DELETE FROM live_sums WHERE minutes = ${A_MINUTE} AND start < $1`, [now - MINUTES_STORED_MS])
  await db.run('DELETE FROM live_series WHERE at < $1', [oldest])
}
