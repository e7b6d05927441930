import { type Db, firstRow } from '../db/db.ts'
import { keyOf, type TableName, type TableRows } from '../db/tables.ts'

type StoredRow = TableRows['live_rows']
type UserRow = TableRows['live_users']
type Mark = TableRows['live_marks']
type Sum = TableRows['live_sums']

const MINUTE_MS = 60_000
/** Periods of sums, in minutes. */
export const [A_MINUTE, A_QUARTER, A_DAY] = [1, 15, 1_440]
/** Parts of each sum in PostgreSQL, whose transactions run at the same time. */
const PARTS = 8
/** Rows read at once while sums are derived again. */
const BATCH = 1_000

/** Users whose agents report tool calls as metrics. The tool calls of their hooks would count twice. */
const METRIC_USER = 'metric_user'

/** Whether a row does not count because metrics report the same tool call. `r` is the row. */
export const REPEATED = `r.source = 'hooks' AND r.kind = 'tool' AND EXISTS (SELECT 1 FROM live_marks AS m
  WHERE m.day = r.day AND m.minutes = ${A_DAY} AND m.start = 0 AND m.kind = '${METRIC_USER}' AND m.id = r.user_id)`

/**
 * Waits for other transactions that store rows and lets no other one begin, if metrics of a user are new: see
 * {@link addToSums}. Call it before the rows are stored.
 */
export const lockForNewMetrics = async (db: Db, rows: readonly StoredRow[]): Promise<void> => {
  if (db.dialect === 'sqlite') return
  const fromMetrics = usersByDay(rows.filter(({ source, kind }) => source === 'otlp' && kind === 'tool'))
  for (const [day, ids] of fromMetrics)
    if ((await metricUsers(db, day, ids)).length < ids.size) {
      await lockRows(db)
      return
    }
}

const lockRows = async (db: Db): Promise<void> => {
  if (db.dialect === 'postgres') await db.run('LOCK TABLE live_rows IN EXCLUSIVE MODE')
}

/**
 * Adds rows to the sums and users of their days. Call it in the transaction that stored them. Once agents of a user
 * report tool calls as metrics, the tool calls of the user's hooks are subtracted and no longer added.
 */
export const addToSums = async (db: Db, rows: readonly StoredRow[]): Promise<void> => {
  if (rows.length === 0) return
  const marks = await db.insertNew('live_marks', sortedByKey('live_marks', rows.flatMap(marksOf)))
  const changed = marks.filter(({ kind }) => kind === METRIC_USER)
  const counted = (await withoutRepeated(db, rows, changed)).concat(await subtracted(db, changed))
  await db.upsert('live_users', usersOf(rows, counted, marks))
  await db.upsert(
    'live_sums',
    sumsOf(counted, marks, db.dialect === 'postgres' ? Math.floor(Math.random() * PARTS) : 0),
  )
}

/** Derives all sums and users from the stored rows. Call it in a transaction. */
export const rebuildSums = async (db: Db): Promise<void> => {
  await lockRows(db)
  for (const table of ['live_users', 'live_marks', 'live_sums']) await db.run(`DELETE FROM ${table}`)
  // All users with metrics are found before rows of hooks are added, so nothing has to be subtracted.
  await db.runLong(
    `INSERT INTO live_marks (day, minutes, start, kind, id)
     SELECT DISTINCT day, ${A_DAY}, 0, '${METRIC_USER}', user_id FROM live_rows WHERE source = 'otlp' AND kind = 'tool'`,
  )
  for (let after = ''; ; ) {
    const rows = await db.all<StoredRow>(`SELECT * FROM live_rows WHERE id > $1 ORDER BY id LIMIT ${BATCH}`, [after])
    await addToSums(db, rows)
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.id
  }
}

/** Derives sums that are missing because an older version stored the rows. */
export const deriveMissingSums = async (db: Db): Promise<void> => {
  const isMissing = async (own: Db): Promise<boolean> =>
    (await firstRow(own, 'SELECT 1 FROM live_users LIMIT 1')) === undefined &&
    (await firstRow(own, 'SELECT 1 FROM live_rows LIMIT 1')) !== undefined
  if (!(await isMissing(db))) return
  await db.write(async (transaction) => {
    // Another instance may have derived them meanwhile.
    if (await isMissing(transaction)) await rebuildSums(transaction)
  })
}

const startOf = (at: number, minutes: number): number => Math.floor(at / (minutes * MINUTE_MS)) * minutes * MINUTE_MS

const marksOf = ({ day, at, source, kind, user_id, session }: StoredRow): Mark[] => {
  const [ofDay, ofQuarter] = [
    { day, minutes: A_DAY, start: 0 },
    { day, minutes: A_QUARTER, start: startOf(at, A_QUARTER) },
  ]
  const marks: Mark[] = [{ ...ofQuarter, kind: 'user', id: user_id }]
  if (source === 'otlp' && kind === 'tool') marks.push({ ...ofDay, kind: METRIC_USER, id: user_id })
  if (session !== null)
    marks.push(
      { ...ofDay, kind: 'session', id: session },
      { ...ofQuarter, kind: 'session', id: session },
      { ...ofDay, kind: 'user_session', id: JSON.stringify([user_id, session]) },
    )
  return marks
}

/** @param counted - The rows that are added to tool calls and commits. */
const usersOf = (rows: readonly StoredRow[], counted: readonly StoredRow[], marks: readonly Mark[]): UserRow[] => {
  const users = new Map<string, UserRow>()
  const userOf = ({ day, user_id }: StoredRow): UserRow => {
    const user = users.get(day + user_id) ?? { ...noUser, day, user_id }
    users.set(day + user_id, user)
    return user
  }
  const newSessions = new Set(marks.filter(({ kind }) => kind === 'user_session').map(({ day, id }) => day + id))
  for (const row of rows) {
    const user = userOf(row)
    user.user_email = greater(user.user_email, row.user_email)
    user.model = greater(user.model, row.model)
    user.last_seen = Math.max(user.last_seen, row.at)
    if (row.source === 'otlp') user.otlp = 1
    else user.hooks = 1
    if (newSessions.delete(row.day + JSON.stringify([row.user_id, row.session]))) user.sessions++
  }
  for (const row of counted) {
    const user = userOf(row)
    if (row.kind === 'tool') user.tool_calls += row.value
    if (row.kind === 'commit') user.commits = (user.commits ?? 0) + row.value
  }
  return sortedByKey('live_users', [...users.values()])
}

const noUser = {
  user_email: null,
  last_seen: Number.MIN_SAFE_INTEGER,
  model: null,
  otlp: 0,
  hooks: 0,
  sessions: 0,
  tool_calls: 0,
  commits: null,
}

const greater = (a: string | null, b: string | null): string | null => (a === null || (b !== null && b > a) ? b : a)

/** Rows without the tool calls that metrics report too. @param changed - Marks of users who are new to metrics. */
const withoutRepeated = async (
  db: Db,
  rows: readonly StoredRow[],
  changed: readonly Mark[],
): Promise<readonly StoredRow[]> => {
  const known = new Set<string>()
  const fromHooks = usersByDay(rows.filter(({ source, kind }) => source === 'hooks' && kind === 'tool'))
  for (const [day, ids] of fromHooks) for (const { id } of await metricUsers(db, day, ids)) known.add(day + id)
  // Subtract all hook rows of these users, including those stored in this transaction.
  for (const { day, id } of changed) known.delete(day + id)
  return rows.filter((row) => row.source !== 'hooks' || row.kind !== 'tool' || !known.has(row.day + row.user_id))
}

const usersByDay = (rows: readonly StoredRow[]): Map<string, Set<string>> => {
  const users = new Map<string, Set<string>>()
  for (const { day, user_id } of rows) users.set(day, (users.get(day) ?? new Set()).add(user_id))
  return users
}

const metricUsers = (db: Db, day: string, ids: ReadonlySet<string>): Promise<{ id: string }[]> => {
  const list =
    db.dialect === 'sqlite' ? 'SELECT value FROM json_each($2)' : 'SELECT jsonb_array_elements_text($2::jsonb)'
  return db.all(
    `SELECT id FROM live_marks
     WHERE day = $1 AND minutes = ${A_DAY} AND start = 0 AND kind = '${METRIC_USER}' AND id IN (${list})`,
    [day, JSON.stringify([...ids])],
  )
}

/** The tool calls that hooks reported of users, with negative values. */
const subtracted = async (db: Db, changed: readonly Mark[]): Promise<StoredRow[]> => {
  const rows: StoredRow[] = []
  for (const { day, id } of changed)
    rows.push(
      ...(await db.all<StoredRow>(
        `SELECT * FROM live_rows WHERE day = $1 AND user_id = $2 AND source = 'hooks' AND kind = 'tool'`,
        [day, id],
      )),
    )
  return rows.map((row) => ({ ...row, value: -row.value }))
}

const SUMMED = ['tool', 'session', 'commit', 'pull_request', 'tokens', 'metric']

/** @param part - The part of each sum to add to. */
const sumsOf = (rows: readonly StoredRow[], marks: readonly Mark[], part: number): Sum[] => {
  const sums = new Map<string, Sum>()
  const add = ({ day, at, minutes, kind, name, value }: Omit<Sum, 'start' | 'part'> & { at: number }): void => {
    const start = minutes === A_DAY ? 0 : startOf(at, minutes)
    const key = JSON.stringify([day, minutes, start, kind, name])
    const before = sums.get(key)?.value ?? 0
    sums.set(key, { day, minutes, start, kind, name, part, value: before + value })
  }
  for (const { day, at, kind, name, model, value } of rows) {
    if (!SUMMED.includes(kind)) continue
    const sum = { day, at, kind, name: kind === 'session' ? '' : (name ?? ''), value }
    add({ ...sum, minutes: A_DAY })
    if (kind !== 'metric') add({ ...sum, minutes: A_QUARTER })
    if (kind === 'tool') add({ ...sum, minutes: A_MINUTE })
    if (kind === 'tokens' && model !== null) add({ ...sum, minutes: A_DAY, kind: 'model', name: model })
  }
  for (const { day, minutes, start, kind } of marks)
    if (kind === 'user' || kind === 'session')
      add({ day, at: start, minutes, kind: `${kind}_mark`, name: '', value: 1 })
  return sortedByKey('live_sums', [...sums.values()])
}

/** Each key once, in one order, so that transactions with the same rows do not block each other forever. */
const sortedByKey = <Name extends TableName>(table: Name, rows: readonly TableRows[Name][]): TableRows[Name][] => {
  const columns = keyOf(table) as (keyof TableRows[Name])[]
  const byKey = new Map(rows.map((row) => [JSON.stringify(columns.map((column) => row[column])), row]))
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}
