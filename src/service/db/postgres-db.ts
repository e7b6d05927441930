import pg from 'pg'
import { AppError } from '../../base/errors.ts'
import type { Db, DbValue } from './db.ts'
import { isConnectionError, openReason, reportedError } from './postgres-errors.ts'
import { migrate } from './postgres-migrate.ts'
import { createMonth, isMonthly, typeOf } from './postgres-schema.ts'
import { postgresPlace } from './postgres-url.ts'
import { columnsOf, keyOf, type TableName } from './tables.ts'

export type PostgresOptions = {
  /** Connections of this process; requests beyond them wait. @default 10 */
  maxConnections?: number
  /** How long a request waits for a connection, ms. @default 5_000 */
  connectTimeoutMs?: number
  /** Time limit of a statement, ms. @default 30_000 */
  statementTimeoutMs?: number
}

/** Rows per INSERT. */
const BATCH = 1_000
/** How long a write by another instance may stay unnoticed, ms. */
const VERSION_MS = 1_000

/**
 * Opens a PostgreSQL database and migrates it to the newest version. PgBouncer in transaction mode may be in between.
 *
 * @param url `postgres://user@host/database`. The password may be in PGPASSWORD instead.
 * @throws AppError if it cannot be used.
 */
export const openPostgres = async (
  url: string,
  { maxConnections = 10, connectTimeoutMs = 5_000, statementTimeoutMs = 30_000 }: PostgresOptions = {},
): Promise<Db> => {
  const pool = await openPool(url, { max: maxConnections, connectionTimeoutMillis: connectTimeoutMs })
  const createMonthsOf = monthCreator()
  const dbOf = (client: pg.PoolClient, signal?: AbortSignal): Db => {
    const limits = { timeoutMs: statementTimeoutMs, signal, cancel: () => cancel(url, client) }
    return connectedDb(limitedQuery(client, limits), createMonthsOf)
  }
  let version: { text: string; readAt: number } | undefined
  // A write is not canceled: its client may not know whether it happened.
  const write: Db['write'] = async (work) => {
    try {
      return await withConnection(pool, (client) => inTransaction(dbOf(client), work))
    } finally {
      version = undefined
    }
  }
  const pooled = (signal?: AbortSignal): Db => {
    const use = <T>(work: (db: Db) => Promise<T>): Promise<T> =>
      withConnection(pool, (client) => work(dbOf(client, signal)))
    return {
      dialect: 'postgres',
      all: (sql, values) => use((db) => db.all(sql, values)),
      run: (sql, values) => write((db) => db.run(sql, values)),
      upsert: (table, rows) => write((db) => db.upsert(table, rows)),
      write,
      version: async () => {
        if (version === undefined || performance.now() - version.readAt > VERSION_MS)
          version = { text: await use((db) => db.version()), readAt: performance.now() }
        return version.text
      },
      withSignal: pooled,
      close: () => pool.end(),
    }
  }
  return pooled()
}

/** Opens the connections and migrates the database. */
const openPool = async (url: string, limits: pg.PoolConfig): Promise<pg.Pool> => {
  const pool = new pg.Pool({ ...limits, connectionString: url, application_name: 'quarterdeck', types })
  // Without a listener, an idle connection that is cut ends the process.
  pool.on('error', () => {})
  try {
    await migrate(pool)
    return pool
  } catch (error) {
    await pool.end()
    if (error instanceof AppError) throw error
    const why = `Can't use ${postgresPlace(url)}: ${openReason(error)}. Check --data.`
    throw new AppError(isConnectionError(error) ? 'unreachable' : 'failed', why, { cause: error })
  }
}

/** Days as the texts that they are in SQLite, and counts as numbers. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === pg.types.builtins.DATE) return String
    if (oid === pg.types.builtins.INT8) return Number
    return pg.types.getTypeParser(oid, format)
  }) as pg.CustomTypesConfig['getTypeParser'],
}

type Query = (sql: string, values?: readonly unknown[]) => Promise<pg.QueryResult>

type QueryLimits = { timeoutMs: number; signal: AbortSignal | undefined; cancel: () => void }

/** Queries of a connection that are canceled after a time, or by the signal. */
const limitedQuery =
  (client: pg.PoolClient, { timeoutMs, signal, cancel }: QueryLimits): Query =>
  async (sql, values = []) => {
    const onEnd = (): void => cancel()
    // PgBouncer refuses statement_timeout at connect, and a SET would outlive the transaction there.
    const timer = setTimeout(onEnd, timeoutMs)
    signal?.addEventListener('abort', onEnd)
    try {
      signal?.throwIfAborted()
      return await client.query(sql, [...values])
    } catch (error) {
      signal?.throwIfAborted()
      throw error
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onEnd)
    }
  }

/** The database, used through one connection. */
const connectedDb = (query: Query, createMonthsOf: ReturnType<typeof monthCreator>): Db => {
  const db: Db = {
    dialect: 'postgres',
    all: async <Row>(sql: string, values?: readonly DbValue[]) => (await query(sql, values)).rows as Row[],
    run: async (sql, values) => (await query(sql, values)).rowCount ?? 0,
    upsert: async (table, rows) => {
      if (isMonthly(table)) await createMonthsOf(rows as readonly { day: string }[], query)
      // One statement cannot change a row twice.
      const unique = [...new Map(rows.map((row) => [JSON.stringify(keyValues(table, row)), row])).values()]
      for (let at = 0; at < unique.length; at += BATCH) {
        const batch = unique.slice(at, at + BATCH)
        await query(
          upsertSql(table),
          columnsOf(table).map((column) => batch.map((row) => row[column])),
        )
      }
    },
    write: (work) => work(db),
    withSignal: () => db,
    version: async () => String((await query('SELECT pg_current_snapshot()::text AS version')).rows[0]?.version),
    close: async () => {},
  }
  return db
}

const inTransaction = async <T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> => {
  await db.run('BEGIN')
  try {
    const result = await work(db)
    await db.run('COMMIT')
    return result
  } catch (error) {
    if (!isConnectionError(error)) await db.run('ROLLBACK')
    throw error
  }
}

/** Runs `work` with a connection of the pool. A broken connection is closed, and the next call opens another. */
const withConnection = async <T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
  let client: pg.PoolClient | undefined
  let failure: Error | undefined
  const onError = (error: Error): void => {
    failure = error
  }
  try {
    client = await pool.connect()
    client.on('error', onError)
    return await work(client)
  } catch (error) {
    if (isConnectionError(error)) failure = error as Error
    throw reportedError(error)
  } finally {
    client?.off('error', onError)
    client?.release(failure)
  }
}

/** Cancels the statement that a connection is running, through a second connection. */
const cancel = (url: string, client: pg.PoolClient): void => {
  const canceler = new pg.Client({ connectionString: url }) as pg.Client & CancelingClient
  canceler.on('error', () => {})
  canceler.connection.on('error', () => {})
  canceler.cancel(client, (client as unknown as CancelingClient).activeQuery)
}

/** Members of pg's client that its types leave out. */
type CancelingClient = {
  activeQuery: unknown
  connection: NodeJS.EventEmitter
  cancel: (client: pg.PoolClient, query: unknown) => void
}

/** Creates the partitions that rows need, each once. */
const monthCreator = () => {
  const created = new Set<string>()
  return async (rows: readonly { day: string }[], run: (sql: string) => Promise<unknown>): Promise<void> => {
    for (const month of new Set(rows.map(({ day }) => day.slice(0, 7)))) {
      if (created.has(month)) continue
      await run(createMonth(month))
      created.add(month)
    }
  }
}

const keyValues = (table: TableName, row: object): unknown[] =>
  keyOf(table).map((column) => (row as Record<string, unknown>)[column])

const upsertSql = (table: TableName): string => {
  const columns = columnsOf(table)
  const key = keyOf(table)
  const rest = columns.filter((column) => !key.includes(column))
  const lists = columns.map((column, at) => `$${at + 1}::${typeOf(table, column)}[]`)
  const insert = `INSERT INTO ${table} (${columns.join(', ')}) SELECT * FROM unnest(${lists.join(', ')})
    ON CONFLICT (${key.join(', ')})`
  if (rest.length === 0) return `${insert} DO NOTHING`
  // Rows that are equal are not written, so importing a day again costs almost no log.
  return `${insert} DO UPDATE SET ${rest.map((column) => `${column} = excluded.${column}`).join(', ')}
    WHERE (${rest.map((column) => `${table}.${column}`).join(', ')})
      IS DISTINCT FROM (${rest.map((column) => `excluded.${column}`).join(', ')})`
}
