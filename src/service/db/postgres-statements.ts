import type { Db, DbValue } from './db.ts'
import { isFailoverError } from './postgres-errors.ts'
import { createMonth, isMonthly, partitionsOf, typeOf } from './postgres-schema.ts'
import type { Connection } from './postgres-server.ts'
import { columnsOf, conflictSql, keyOf, type TableName, type TableRows } from './tables.ts'

/** Rows per INSERT. */
const BATCH = 1_000

/** The database, used through one connection. */
export const connectedDb = ({ query, longQuery }: Pick<Connection, 'query' | 'longQuery'>): Db => {
  // Only for this transaction: it may be rolled back, and `qd serve retention` drops months.
  const months = createMonths(query)
  const batchesOf = async <Row extends object>(table: TableName, rows: readonly Row[]): Promise<Row[][]> => {
    if (isMonthly(table)) await months(rows as unknown as readonly { day: string }[])
    // One statement cannot change a row twice.
    const unique = [...new Map(rows.map((row) => [keyText(table, row), row])).values()]
    return Array.from({ length: Math.ceil(unique.length / BATCH) }, (_, at) =>
      unique.slice(at * BATCH, (at + 1) * BATCH),
    )
  }
  const db: Db = {
    dialect: 'postgres',
    all: async <Row>(sql: string, values?: readonly DbValue[]) => (await query(sql, values)).rows as Row[],
    run: async (sql, values) => (await query(sql, values)).rowCount ?? 0,
    runLong: async (sql, values) => (await longQuery(sql, values)).rowCount ?? 0,
    upsert: async (table, rows) => {
      let changed = 0
      for (const batch of await batchesOf(table, rows))
        changed += (await query(insertSql(table, conflictSql(table)), valuesOf(table, batch))).rowCount ?? 0
      return changed
    },
    insertNew: async (table, rows) => {
      const inserted = new Set<string>()
      const batches = await batchesOf(table, rows)
      const sql = `${insertSql(table, 'DO NOTHING')} RETURNING ${keyOf(table).join(', ')}`
      for (const batch of batches)
        for (const key of (await query(sql, valuesOf(table, batch))).rows) inserted.add(keyText(table, key))
      return batches.flat().filter((row) => inserted.has(keyText(table, row)))
    },
    write: (work) => work(db),
    withSignal: () => db,
    replica: () => db,
    health: async () => ({ database: 'postgres' }),
    version: async () => String((await query('SELECT pg_current_snapshot()::text AS version')).rows[0]?.version),
    close: async () => {},
  }
  return db
}

/** Runs `work` in a transaction. Rethrows its errors. */
export const inTransaction = async <T>(connection: Connection, work: (db: Db) => Promise<T>): Promise<T> => {
  const { query, commit } = connection
  await query('BEGIN')
  try {
    const result = await work(connectedDb(connection))
    await commit()
    return result
  } catch (error) {
    // After such an error the connection is closed.
    if (!isFailoverError(error)) await query('ROLLBACK')
    throw error
  }
}

const HAS_TABLES = 'SELECT bool_and(to_regclass(name) IS NOT NULL) AS has_all FROM unnest($1::text[]) AS name'
/** Waits for other transactions that create partitions: IF NOT EXISTS fails if another one creates them at the same time. */
const LOCK_PARTITIONS = `INSERT INTO facts (name, value) VALUES ('partitions', '')
  ON CONFLICT (name) DO UPDATE SET value = facts.value`

/** Creates the partitions that rows need, each once. */
const createMonths = (query: Connection['query']) => {
  const created = new Set<string>()
  return async (rows: readonly { day: string }[]): Promise<void> => {
    for (const month of new Set(rows.map(({ day }) => day.slice(0, 7)))) {
      if (created.has(month)) continue
      const { rows: found } = await query(HAS_TABLES, [partitionsOf(month)])
      if (!found[0]?.has_all) {
        await query(LOCK_PARTITIONS)
        await query(createMonth(month))
      }
      created.add(month)
    }
  }
}

const keyText = (table: TableName, row: object): string =>
  JSON.stringify(keyOf(table).map((column) => (row as Record<string, unknown>)[column]))

/** The values of each column. */
const valuesOf = <Name extends TableName>(table: Name, rows: readonly TableRows[Name][]): unknown[][] =>
  columnsOf(table).map((column) => rows.map((row) => row[column]))

const insertSql = (table: TableName, onConflict: string): string => {
  const columns = columnsOf(table)
  const lists = columns.map((column, at) => `$${at + 1}::${typeOf(table, column)}[]`)
  return `INSERT INTO ${table} (${columns.join(', ')}) SELECT * FROM unnest(${lists.join(', ')})
    ON CONFLICT (${keyOf(table).join(', ')}) ${onConflict}`
}
