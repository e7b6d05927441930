import { type Db, firstRow } from '../db/db.ts'
import type { TableRows } from '../db/tables.ts'

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
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** Whether rows of this time have been removed. Both in Unix ms. */
export const isTooOld = (at: number, now: number): boolean => dayOf(at) < dayOf(now - STORED_DAYS * DAY_MS)

/**
 * Rows of today. If agents of a user report tool calls as metrics, those of hooks would count twice: their value is null,
 * but their sessions count.
 */
const COUNTED = `FROM (SELECT id, at, kind, name, user_id, user_email, session, model,
    CASE WHEN source = 'hooks' AND kind = 'tool' AND user_id IN
      (SELECT user_id FROM live_rows WHERE day = $1 AND source = 'otlp' AND kind = 'tool') THEN NULL ELSE value END AS value
  FROM live_rows WHERE day = $1) AS r WHERE true`

const TOOL_CALLS = "sum(CASE WHEN r.kind = 'tool' THEN r.value END) AS tool_calls"
const COMMITS = "sum(CASE WHEN r.kind = 'commit' THEN r.value END) AS commits"

const FIGURES = `count(DISTINCT r.user_id) AS active_users, count(DISTINCT r.session) AS sessions,
  sum(CASE WHEN r.kind = 'session' THEN r.value END) AS counted_sessions, ${TOOL_CALLS}, ${COMMITS},
  sum(CASE WHEN r.kind = 'pull_request' THEN r.value END) AS pull_requests,
  sum(CASE WHEN r.kind = 'tokens' THEN r.value END) AS tokens,
  sum(CASE WHEN r.kind = 'tokens' AND r.name = 'input' THEN r.value END) AS input,
  sum(CASE WHEN r.kind = 'tokens' AND r.name = 'output' THEN r.value END) AS output,
  sum(CASE WHEN r.kind = 'tokens' AND r.name = 'cache_read' THEN r.value END) AS cache_read,
  sum(CASE WHEN r.kind = 'tokens' AND r.name = 'cache_creation' THEN r.value END) AS cache_creation`

const USER = `r.user_id, max(r.user_email) AS user_email, max(r.at) AS last_seen, count(DISTINCT r.session) AS sessions,
  ${TOOL_CALLS}, ${COMMITS}, max(r.model) AS model`

/** Sums of rows. A sum of nothing is null. */
export type LiveFigures = { active_users: number; sessions: number } & Record<
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
  tool_calls: number | null
  commits: number | null
  model: string | null
}

const BATCH = 1_000

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
    let added = 0
    for (const part of batches(sorted)) added += await db.upsert('live_rows', part)
    await removeOld(db, now)
    return added
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
      totals: (day: string) => firstRow<LiveFigures>(db, `SELECT ${FIGURES} ${COUNTED}`, [day]),
      quarters: (day: string) =>
        db.all<LiveFigures & { quarter: number }>(
          `SELECT floor(r.at / 900000) AS quarter, ${FIGURES} ${COUNTED} GROUP BY floor(r.at / 900000) ORDER BY quarter`,
          [day],
        ),
      /** Users, last seen first. @param after - The last user of the page before. */
      users: (day: string, limit: number, after?: { at: number; id: string }) =>
        db.all<StoredLiveUser>(
          `SELECT ${USER} ${COUNTED} GROUP BY r.user_id HAVING max(r.at) < $2 OR (max(r.at) = $2 AND r.user_id > $3)
             ORDER BY last_seen DESC, r.user_id LIMIT $4`,
          [day, after?.at ?? Number.MAX_SAFE_INTEGER, after?.id ?? '', limit],
        ),
      activeSince: async (day: string, since: number): Promise<number> =>
        (
          await firstRow<{ count: number }>(
            db,
            'SELECT count(DISTINCT user_id) AS count FROM live_rows WHERE day = $1 AND at >= $2',
            [day, since],
          )
        )?.count ?? 0,
      sources: (day: string) =>
        db.all<{ source: string; users: number }>(
          'SELECT source, count(DISTINCT user_id) AS users FROM live_rows WHERE day = $1 GROUP BY source',
          [day],
        ),
      tools: (day: string, recentFrom: number) =>
        db.all<{ name: string; calls: number; recent: number }>(
          `SELECT r.name, sum(r.value) AS calls, sum(CASE WHEN r.at >= $2 THEN r.value ELSE 0 END) AS recent
             ${COUNTED} AND r.kind = 'tool' AND r.name IS NOT NULL AND r.value IS NOT NULL GROUP BY r.name ORDER BY calls DESC, r.name LIMIT 100`,
          [day, recentFrom],
        ),
      models: (day: string) =>
        db.all<{ name: string; tokens: number }>(
          `SELECT r.model AS name, sum(r.value) AS tokens ${COUNTED} AND r.kind = 'tokens' AND r.model IS NOT NULL
             GROUP BY r.model ORDER BY tokens DESC, r.model LIMIT 100`,
          [day],
        ),
      recent: (day: string) =>
        db.all<{ at: number; user_id: string; kind: string; name: string | null }>(
          `SELECT r.at, r.user_id, r.kind, r.name ${COUNTED} AND r.kind NOT IN ('tokens', 'metric') ORDER BY r.at DESC, r.id LIMIT 50`,
          [day],
        ),
      otherMetrics: (day: string) =>
        db.all<{ name: string; value: number }>(
          `SELECT r.name, sum(r.value) AS value ${COUNTED} AND r.kind = 'metric' GROUP BY r.name ORDER BY r.name LIMIT 100`,
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

/** Removes rows of earlier days, at most every ten minutes. */
const removeOld = async (db: Db, now: number): Promise<void> => {
  if (now - sweptAt < SWEEP_MS && now >= sweptAt) return
  sweptAt = now
  const oldest = now - STORED_DAYS * DAY_MS
  await db.run('DELETE FROM live_rows WHERE day < $1', [dayOf(oldest)])
  await db.run('DELETE FROM live_series WHERE at < $1', [oldest])
}

const batches = <Row>(rows: readonly Row[]): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / BATCH) }, (_, at) => rows.slice(at * BATCH, (at + 1) * BATCH))
