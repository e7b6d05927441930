import { createHmac } from 'node:crypto'
import { memoize } from '../../base/memoize.ts'
import type { Day } from '../../contract/primitives.ts'
import { type Db, type DbValue, databaseNow } from '../db/db.ts'
import { columnsOf, dataTables, keyOf, type TableName } from '../db/tables.ts'
import type { createDayStore, createPersonDayStore, DayEndpoint } from './analytics-store.ts'
import { rebuildSums } from './live-sums.ts'
import { FORGOTTEN, type IsForgotten, scrub } from './scrub.ts'
import { saltName } from './settings.ts'

/** All ids and e-mail addresses of one user, in lower case where case does not matter. */
export type Identity = { ids: readonly string[]; emails: readonly string[] }

/** Number of rows that are deleted or changed, by table. */
export type ForgottenRows = Partial<Record<TableName, number>>

type Parts = {
  days: Pick<ReturnType<typeof createDayStore>, 'read' | 'put' | 'remove'>
  personDays: Pick<ReturnType<typeof createPersonDayStore>, 'deleteUser'>
  readSalt: (purpose: 'forgotten users') => Promise<string>
}

/** Tables that no import or mirror fills, and whose rows may name users. */
const serverTables: readonly TableName[] = ['teams', 'budgets']
/** Tables whose rows each belong to one user, or report one action: a row that names the user is deleted. */
const ownedTables: readonly TableName[] = ['seats', 'user_limits', 'audit_events', 'live_rows', ...serverTables]
/** Derived from other tables, without texts that name users, or changed by a store of its own. */
const otherTables: readonly TableName[] = [
  'analytics_days',
  'day_pieces',
  'person_days',
  'user_facts',
  'user_windows',
  'model_days',
  'window_totals',
  'live_users',
  'live_marks',
  'live_sums',
  'wiki_pages',
]

/** Erases single users, and stores hashes of their ids and addresses, so that a mirror does not bring them back. */
export const createForgetting = (db: Db, { days, personDays, readSalt }: Parts) => {
  const hasher = async (): Promise<(idOrEmail: string) => Buffer> => {
    const salt = await readSalt('forgotten users')
    return (idOrEmail) => createHmac('sha256', salt).update(idOrEmail.toLowerCase()).digest()
  }
  /** A row that exists once the salt was read. SQLite runs one transaction at a time and needs no lock. */
  const lock = async (sql: string): Promise<void> => {
    await readSalt('forgotten users')
    if (db.dialect === 'postgres') await db.all(sql, [saltName('forgotten users')])
  }
  return {
    /**
     * Lets no other transaction erase a user before this one has ended, and waits for one that does. Call it before
     * the scrubber is created, in a transaction that stores rows from elsewhere.
     */
    pause: (): Promise<void> => lock('SELECT 1 FROM facts WHERE name = $1 FOR SHARE'),
    /**
     * The ids and addresses of a user, by one of them; none for an id that neither a seat nor a row of users has. It may
     * be another word, such as a role or the name of a model, which must not be erased from all rows.
     */
    identify: async (idOrEmail: string): Promise<Identity> => {
      const found = await db.all<{ id: string; email: string | null }>(
        `SELECT id, email FROM seats WHERE id = $1 OR lower(email) = lower($1)
         UNION SELECT user_id, user_email FROM user_facts WHERE user_id = $1 OR lower(user_email) = lower($1)`,
        [idOrEmail],
      )
      if (found.length === 0 && !idOrEmail.includes('@')) return { ids: [], emails: [] }
      const emails = [...found.map(({ email }) => email ?? ''), idOrEmail].filter((text) => text.includes('@'))
      return {
        ids: [...new Set([idOrEmail, ...found.map(({ id }) => id)])],
        emails: [...new Set(emails.map((email) => email.toLowerCase()))],
      }
    },
    /** Erases a user. Call it in a transaction. */
    forget: async ({ ids, emails }: Identity): Promise<ForgottenRows> => {
      if (ids.length === 0) return {}
      await lock('SELECT 1 FROM facts WHERE name = $1 FOR UPDATE')
      const isOne: IsForgotten = (text) => ids.includes(text) || emails.includes(text.toLowerCase())
      const rows: ForgottenRows = { person_days: 0 }
      for (const id of ids) rows.person_days = (rows.person_days ?? 0) + (await personDays.deleteUser(id))
      rows.analytics_days = await scrubDays(db, days, isOne, [...ids, ...emails])
      for (const table of [...dataTables, ...serverTables])
        if (!otherTables.includes(table)) rows[table] = await scrubTable(db, table, isOne, [...ids, ...emails])
      if (rows.live_rows) await rebuildSums(db)
      await scrubTable(db, 'audit_log', isOne, [...ids, ...emails])
      for (const email of emails)
        rows.wiki_pages = await db.run(
          `UPDATE wiki_pages SET markdown = replace(markdown, $1, $2)
           WHERE replace(markdown, $1, '') <> markdown`,
          [email, FORGOTTEN],
        )
      const hashOf = await hasher()
      const at = await databaseNow(db)
      await db.upsert(
        'forgotten_users',
        [...new Set([...ids, ...emails])].map((text) => ({ hash: hashOf(text), at })),
      )
      return Object.fromEntries(Object.entries(rows).filter(([, count]) => count > 0))
    },
    /** Removes the bytes of deleted rows from the file and the log of SQLite. Call it after the transaction. */
    compact: async (): Promise<void> => {
      if (db.dialect !== 'sqlite') return
      await db.run('VACUUM')
      await db.run('PRAGMA wal_checkpoint(TRUNCATE)')
    },
    /**
     * Creates a function that removes forgotten users from a row: see {@link scrub}. It returns undefined for a row that
     * must not be stored, and the same row if it names none of them.
     */
    createScrubber: async (): Promise<<Row>(row: Row) => Row | undefined> => {
      const stored = await db.all<{ hash: Uint8Array }>('SELECT hash FROM forgotten_users')
      if (stored.length === 0) return (row) => row
      const hashes = new Set(stored.map(({ hash }) => Buffer.from(hash).toString('hex')))
      const hashOf = await hasher()
      const isForgotten = memoize((text: string) => hashes.has(hashOf(text).toString('hex')), MAX_KNOWN)
      return <Row>(row: Row) => scrub(row, isForgotten) as Row | undefined
    },
  }
}

/** Maximum number of texts whose hashes are in memory. */
const MAX_KNOWN = 100_000

/** Columns with JSON. The others have texts. */
const JSON_COLUMNS = ['row', 'plan']

/**
 * Removes a user from the days of the organisation, one day at a time: a day of credits can have 18 MB.
 *
 * @returns The number of days that are deleted or changed.
 */
const scrubDays = async (
  db: Db,
  days: Parts['days'],
  isOne: IsForgotten,
  names: readonly string[],
): Promise<number> => {
  let count = 0
  for (const { endpoint, day } of await db.all<DayKey>('SELECT endpoint, day FROM analytics_days')) {
    const row = await days.read(endpoint, day, day, false)
    const grouped = await days.read(endpoint, day, day, true)
    if (!mayName([row, grouped], names)) continue
    const clean = { row: cleanRows(row, isOne), grouped: cleanRows(grouped, isOne) }
    count += await (clean.row + clean.grouped === ''
      ? days.remove(endpoint, day)
      : days.put(endpoint, { day, ...clean }))
  }
  return count
}
type DayKey = { endpoint: DayEndpoint; day: Day }

/**
 * Removes a user from a table, one row at a time.
 *
 * @returns The number of rows that are deleted or changed.
 */
const scrubTable = async (db: Db, table: TableName, isOne: IsForgotten, names: readonly string[]): Promise<number> => {
  const key = keyOf(table)
  const columns = columnsOf(table).map(String)
  const where = key.map((column, at) => `${column} = $${at + 1}`).join(' AND ')
  let count = 0
  for (const keys of await db.all<Record<string, string | number>>(`SELECT ${key.join(', ')} FROM ${table}`)) {
    const values = key.map((column) => keys[column] ?? null)
    const [row] = await db.all<Record<string, unknown>>(`SELECT * FROM ${table} WHERE ${where}`, values)
    if (row === undefined || !mayName(Object.values(row), names)) continue
    const cleaned = columns.map((column) => [column, cleanColumn(column, row[column], isOne)] as const)
    const changed = cleaned.filter(([column, value]) => value !== row[column])
    if (changed.length === 0) continue
    count++
    if (ownedTables.includes(table) || changed.some(([column, value]) => value === undefined || key.includes(column)))
      await db.run(`DELETE FROM ${table} WHERE ${where}`, values)
    else
      for (const [column, value] of changed)
        await db.run(`UPDATE ${table} SET ${column} = $${key.length + 1} WHERE ${where}`, [...values, value as DbValue])
  }
  return count
}

/** Whether texts may contain one of the names. A name may be escaped in JSON. */
const mayName = (texts: readonly unknown[], names: readonly string[]): boolean =>
  texts.some((text) => {
    if (typeof text !== 'string') return false
    const lower = text.toLowerCase()
    return text.includes('\\') || names.some((name) => lower.includes(name.toLowerCase()))
  })

const cleanColumn = (column: string, value: unknown, isOne: IsForgotten): unknown => {
  if (typeof value !== 'string' || value === '') return value
  // A walk whose position was this user begins again.
  if (column === 'cursor') return scrub(value, isOne) === value ? value : null
  if (!JSON_COLUMNS.includes(column)) return scrub(value, isOne)
  const parsed = JSON.parse(value) as unknown
  const clean = scrub(parsed, isOne)
  return clean === parsed ? value : JSON.stringify(clean)
}

/** @param texts JSON texts joined by commas. */
const cleanRows = (texts: string, isOne: IsForgotten): string => {
  const parsed = JSON.parse(`[${texts}]`) as unknown[]
  const clean = scrub(parsed, isOne) as unknown[]
  return clean === parsed ? texts : JSON.stringify(clean).slice(1, -1)
}
