import { USER_FIGURES, type UserFigure } from '../../contract/per-user-rows.ts'
import type { Day } from '../../contract/primitives.ts'
import { ROLLUP_WINDOWS, type RollupWindow } from '../../contract/top-users.ts'
import { addDays, daysOf } from '../../domain/calendar/calendar.ts'
import { type Db, firstRow } from '../db/db.ts'
import type { TableRows } from '../db/tables.ts'
import { createSetting, lockSetting, readSetting, writeSetting } from './settings.ts'
import { factOf } from './user-facts.ts'

/** What a transaction changed, for refreshing the rollups once at its end. */
export type RollupChanges = {
  days: Set<Day>
  /** Undefined if they are too many to refresh one by one. */
  users: Set<string> | undefined
  /** The newest day that this transaction publishes. */
  publishedDay: Day | undefined
}

/** Maximum number of users whose windows are refreshed one by one. */
const MAX_USERS = 200
/** Days of one statement, and users of one read: limits the time and the memory. */
const BATCH_DAYS = 10
const BATCH_USERS = 10_000
const NEWEST_DAY = 'newest_day'
const MAX_WINDOW = Math.max(...ROLLUP_WINDOWS)

export const noChanges = (): RollupChanges => ({ days: new Set(), users: new Set(), publishedDay: undefined })

/** Records that a row of a user's day has changed. */
export const noteChange = (changes: RollupChanges, { day, user_id }: { day: Day; user_id: string }): void => {
  changes.days.add(day)
  changes.users?.add(user_id)
  if ((changes.users?.size ?? 0) > MAX_USERS) changes.users = undefined
}

/** Records that days are complete, so that their rows count. */
export const notePublished = (changes: RollupChanges, days: Iterable<Day>): void => {
  for (const day of days) {
    changes.days.add(day)
    if (day > (changes.publishedDay ?? '')) changes.publishedDay = day
  }
}

const names = USER_FIGURES.join(', ')
/**
 * A sum that does not depend on the order of its terms: whole numbers are added exactly, and other numbers are rounded
 * to thousandths. The parts are rounded separately, because a thousand times a large sum would not be exact.
 */
const sumOf = (figure: UserFigure): string => {
  const whole = `round(sum(${figure}))`
  return `${whole} + round((sum(${figure}) - ${whole}) * 1000) / 1000`
}
const sums = USER_FIGURES.map((figure) => `${sumOf(figure)} AS ${figure}`).join(', ')

/** A condition on a column with a list, which is a parameter with JSON. */
export const isIn = ({ dialect }: Db, column: string, parameter: string): string =>
  dialect === 'sqlite'
    ? `${column} IN (SELECT value FROM json_each(${parameter}))`
    : `${column} = ANY (ARRAY (SELECT json_array_elements_text(${parameter}::json))::${column === 'day' ? 'date' : 'text'}[])`

/**
 * Refreshes what depends on the changes. Transactions do this one after another, until their end, so that each sees the
 * facts of the others.
 *
 * @param windows The windows to refresh.
 */
export const refreshRollups = async (
  db: Db,
  changes: RollupChanges,
  windows: readonly RollupWindow[] = ROLLUP_WINDOWS,
): Promise<void> => {
  if (changes.days.size === 0) return
  const { before, newest } = await publish(db, changes.publishedDay)
  if (newest === '') return
  const hasMoved = newest !== before
  const days = new Set(changes.days)
  // A day before the published one may have been written in parts.
  if (hasMoved) for (const day of await unpublishedDays(db, before, newest)) days.add(day)
  await refreshModelDays(
    db,
    [...days].filter((day) => day <= newest),
  )
  const isInWindow = [...days].some((day) => day <= newest && day > addDays(newest, -MAX_WINDOW))
  if (!hasMoved && !isInWindow) return
  await refreshWindows(db, newest, windows, hasMoved ? undefined : changes.users)
}

/** Locks the newest day for this transaction, and moves it forward. */
const publish = async (db: Db, day: Day | undefined): Promise<{ before: Day; newest: Day }> => {
  await lockSetting(db, NEWEST_DAY)
  const before = (await newestDay(db)) ?? ''
  if (day === undefined || day <= before) return { before, newest: before }
  await writeSetting(db, NEWEST_DAY, day)
  return { before, newest: day }
}

/** The newest published day; empty if none is. Undefined if no facts were derived yet. */
const newestDay = (db: Db): Promise<Day | '' | undefined> => readSetting(db, NEWEST_DAY)

/** Records that facts are derived, although no day is published. */
export const noteUnpublished = (db: Db): Promise<number> => createSetting(db, NEWEST_DAY, '')

const unpublishedDays = async (db: Db, before: Day, newest: Day): Promise<Day[]> => {
  if (before !== '') return daysOf({ from: addDays(before, 1), to: newest })
  const { day } = (await firstRow<{ day: Day | null }>(db, 'SELECT min(day) AS day FROM user_facts')) ?? {}
  return day ? daysOf({ from: day, to: newest }) : []
}

const refreshModelDays = async (db: Db, days: readonly Day[]): Promise<void> => {
  for (let at = 0; at < days.length; at += BATCH_DAYS) {
    const batch = [JSON.stringify(days.slice(at, at + BATCH_DAYS))]
    const isDay = isIn(db, 'day', '$1')
    await db.run(`DELETE FROM model_days WHERE ${isDay}`, batch)
    await db.runLong(
      `INSERT INTO model_days (day, model, users, ${names})
       SELECT day, model, count(*), ${sums} FROM user_facts WHERE ${isDay} GROUP BY day, model`,
      batch,
    )
  }
}

/** @param users Users to refresh; undefined for all. */
const refreshWindows = async (
  db: Db,
  newest: Day,
  windows: readonly RollupWindow[],
  users: ReadonlySet<string> | undefined,
): Promise<void> => {
  const longest = Math.max(...windows)
  const ids = users === undefined ? [] : [JSON.stringify([...users])]
  const days = daysOf({ from: addDays(newest, 1 - longest), to: newest })
  const chosen = windows.join(', ')
  await db.runLong(
    `DELETE FROM user_windows WHERE days IN (${chosen}) ${users ? `AND ${isIn(db, 'user_id', '$1')}` : ''}`,
    ids,
  )
  // Each day belongs to the shortest window that has it, so that the facts are read once for all windows.
  const part = windows.map((window) => `WHEN day > '${addDays(newest, -window)}' THEN ${window}`).join(' ')
  const isWanted = users
    ? `${isIn(db, 'day', '$1')} AND ${isIn(db, 'user_id', '$2')}`
    : `day BETWEEN '${days[0]}' AND '${newest}'`
  // Grouping a hundred thousand users on disk takes twice as long.
  if (db.dialect === 'postgres') await db.run("SET LOCAL work_mem = '128MB'")
  await db.runLong(
    `INSERT INTO user_windows (days, user_id, user_email, active_days, ${names})
     WITH parts AS (
       SELECT user_id, CASE ${part} END AS part, max(CAST(day AS text) || user_email) AS last_email,
         count(*) AS active_days, ${USER_FIGURES.map((figure) => `sum(${figure}) AS ${figure}`).join(', ')}
       FROM user_facts WHERE ${isWanted} GROUP BY 1, 2)
     SELECT windows.days, user_id, substr(max(last_email), 11), sum(active_days), ${sums}
     FROM (${windows.map((window) => `SELECT ${window} AS days`).join(' UNION ALL ')}) AS windows
     JOIN parts ON parts.part <= windows.days GROUP BY 1, 2`,
    users ? [JSON.stringify(days), ...ids] : [],
  )
  await refreshTotals(db, newest, windows)
}

type Sums = Record<UserFigure, number | null>

const refreshTotals = async (db: Db, newest: Day, windows: readonly RollupWindow[]): Promise<void> => {
  const found = await db.all<{ days: number; users: number } & Sums>(
    `SELECT days, count(*) AS users, ${sums} FROM user_windows WHERE days IN (${windows.join(', ')}) GROUP BY days`,
  )
  const nothing = Object.fromEntries(USER_FIGURES.map((figure) => [figure, null])) as Sums
  await db.upsert(
    'window_totals',
    windows.map((days) => ({
      ...(found.find((one) => one.days === days) ?? { ...nothing, days, users: 0 }),
      first_day: addDays(newest, 1 - days),
      last_day: newest,
    })),
  )
}

/** Derives the facts of a day from its rows. */
export const deriveDay = async (db: Db, day: Day): Promise<void> => {
  await db.run(
    `DELETE FROM user_facts WHERE day = $1 AND NOT EXISTS
       (SELECT 1 FROM person_days AS kept WHERE kept.day = user_facts.day AND kept.user_id = user_facts.user_id)`,
    [day],
  )
  let rows: TableRows['person_days'][] = []
  do {
    const last = rows.at(-1)?.user_id
    rows = await db.all(
      `SELECT day, user_id, row FROM person_days WHERE day = $1 AND user_id ${last === undefined ? '>=' : '>'} $2
       ORDER BY user_id LIMIT $3`,
      [day, last ?? '', BATCH_USERS],
    )
    await db.upsert('user_facts', rows.map(factOf))
  } while (rows.length === BATCH_USERS)
}

/** The number of facts, and of days that have any. */
export type Rebuilt = { days: number; rows: number }

/**
 * Derives all facts and rollups from the rows, in the transaction of `db`.
 *
 * @param onMonth Called before each month, such as `2026-11`.
 */
const rebuildRollups = async (db: Db, onMonth: (month: string) => void = () => {}): Promise<Rebuilt> => {
  const range = await firstRow<{ first: Day | null; last: Day | null; row_day: Day | null }>(
    db,
    `SELECT min(day) AS first, max(day) AS last, (SELECT max(day) FROM person_days) AS row_day
     FROM (SELECT min(day) AS day FROM person_days UNION ALL SELECT max(day) FROM person_days
       UNION ALL SELECT min(day) FROM user_facts UNION ALL SELECT max(day) FROM user_facts) AS ends`,
  )
  const days = range?.first && range.last ? daysOf({ from: range.first, to: range.last }) : []
  for (const [at, day] of days.entries()) {
    if (at === 0 || day.endsWith('-01')) onMonth(day.slice(0, 7))
    await deriveDay(db, day)
  }
  await db.run('DELETE FROM model_days')
  const changes = noChanges()
  changes.users = undefined
  // In a database of an earlier version all days count.
  const newest = (await newestDay(db)) ?? range?.row_day
  notePublished(changes, newest ? [...days, newest].filter((day) => day <= newest) : [])
  await refreshRollups(db, changes)
  const counts = await firstRow<Rebuilt>(db, 'SELECT count(DISTINCT day) AS days, count(*) AS rows FROM user_facts')
  return counts ?? { days: 0, rows: 0 }
}

export type TopUsersQuery = {
  days: RollupWindow
  sort: UserFigure
  limit: number
  /** The user after whom the page starts. */
  after?: { value: number | null; userId: string } | undefined
}

type WindowTotals = TableRows['window_totals']
export type TopUser = TableRows['user_windows']

/** Derives facts and rollups for a database of an earlier version, which has none. */
export const deriveMissing = async (db: Db): Promise<void> => {
  const isMissing = async (own: Db): Promise<boolean> =>
    (await newestDay(own)) === undefined && (await firstRow(own, 'SELECT 1 FROM person_days LIMIT 1')) !== undefined
  if (!(await isMissing(db))) return
  await db.write(async (transaction) => {
    // Another instance may have derived them meanwhile.
    if (await isMissing(transaction)) await rebuildRollups(transaction)
  })
}

/** Below each figure: users without a value come last. */
const LOWEST = '-1e300'

/** A page of the ranking, and the totals of its window, which one statement reads. Undefined if no day is published. */
const readTop = async (
  db: Db,
  { days, sort, limit, after }: TopUsersQuery,
): Promise<{ totals: WindowTotals; users: TopUser[] } | undefined> => {
  const value = `coalesce(${sort}, ${LOWEST})`
  const isAfter = after ? `AND ${value} <= $3 AND (${value} < $3 OR user_id > $4)` : ''
  const columns = ['first_day', 'last_day', 'users', ...USER_FIGURES]
  const found = await db.all<Record<string, never> & TopUser>(
    `SELECT ${columns.map((column) => `totals.${column} AS total_${column}`).join(', ')}, page.*
     FROM window_totals AS totals LEFT JOIN (
       SELECT * FROM user_windows WHERE days = $1 ${isAfter} ORDER BY ${value} DESC, user_id LIMIT $2) AS page
     ON page.days = totals.days WHERE totals.days = $1 ORDER BY ${value.replace(sort, `page.${sort}`)} DESC, user_id`,
    [days, limit, ...(after ? [after.value ?? Number(LOWEST), after.userId] : [])],
  )
  const [first] = found
  if (first === undefined) return undefined
  const totals = { days, ...Object.fromEntries(columns.map((name) => [name, first[`total_${name}`]])) }
  return { totals: totals as unknown as WindowTotals, users: found.filter(({ user_id }) => user_id !== null) }
}

export type RollupParts = {
  /** Called with the length of a window before it is read. */
  beforeRead: (days: RollupWindow) => Promise<void>
  /** Runs `work` in a transaction whose changes are refreshed at its end. */
  change: <T>(work: (db: Db, changes: RollupChanges) => Promise<T>) => Promise<T>
}

/** Sums of users over the last 7, 14, 30 and 90 days. */
export const createRollupStore = (db: Db, { beforeRead, change }: RollupParts) => ({
  readTop: async (query: TopUsersQuery) => {
    await beforeRead(query.days)
    return readTop(db, query)
  },
  /** The newest published day, with which the windows end. */
  newestDay: async (): Promise<Day | undefined> => (await newestDay(db)) || undefined,
  /** Publishes days that a mirror has written in parts, and refreshes all windows at the end of the transaction. */
  publish: (days: readonly Day[]): Promise<void> =>
    change(async (_db, changes) => {
      notePublished(changes, days)
      changes.users = undefined
    }),
  /** Derives all facts and rollups from the rows. */
  rebuild: (onMonth?: (month: string) => void): Promise<Rebuilt> => change((own) => rebuildRollups(own, onMonth)),
})
