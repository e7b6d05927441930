import { AppError, type ErrorKind } from '../../base/errors.ts'
import type { TableName, TableRows } from './tables.ts'

/** A value of a column or parameter. */
export type DbValue = string | number | null | Uint8Array

/**
 * The database of a store. SQL is written once for all databases: parameters are `$1`, `$2`, … in the order of their
 * first use, and each statement is one that all of them understand.
 */
export type Db = {
  /** For the few queries that differ. */
  dialect: 'sqlite' | 'postgres'
  /** Runs a query and returns its rows. */
  all: <Row>(sql: string, values?: readonly DbValue[]) => Promise<Row[]>
  /** Runs a statement and returns the number of changed rows. */
  run: (sql: string, values?: readonly DbValue[]) => Promise<number>
  /** The same for a statement over the data of all users, which may take minutes. */
  runLong: (sql: string, values?: readonly DbValue[]) => Promise<number>
  /** Inserts rows, and replaces the rows with the same key. Returns the number of rows that are new or different. */
  upsert: <Name extends TableName>(table: Name, rows: readonly TableRows[Name][]) => Promise<number>
  /** Inserts the rows whose keys are new, and returns them. Of rows with the same key, one is inserted. */
  insertNew: <Name extends TableName>(table: Name, rows: readonly TableRows[Name][]) => Promise<TableRows[Name][]>
  /**
   * Runs `work` in a transaction: either all of its writes happen or none. Other reads see none of them until it has
   * ended. In a transaction it only calls `work`. Rethrows its errors.
   */
  write: <T>(work: (db: Db) => Promise<T>) => Promise<T>
  /** A text that changes after every write, by this process or another. */
  version: () => Promise<string>
  /** The same database for one request: its statement is canceled when the signal aborts, if the database can do that. */
  withSignal: (signal: AbortSignal) => Db
  /**
   * The same database for the reads of one request that may be some seconds old: a standby runs them, if there is one
   * and it is to be used. Writes are the same. Its version is that of the server that it reads.
   */
  replica: () => Db
  /** Whether its servers answer. Never throws. */
  health: () => Promise<DatabaseHealth>
  close: () => Promise<void>
}

/** The state of a database now. */
export type DatabaseHealth = {
  database: Db['dialect']
  /** The servers of PostgreSQL, in the order of the URL. */
  hosts?: readonly HostHealth[]
  /** Connections of this process to all servers, and the requests that wait for one. */
  pool?: { total: number; idle: number; waiting: number }
}

export type HostHealth = {
  /** As in the URL, with its port if it has one. */
  host: string
  /** Only the primary accepts writes. */
  role: 'primary' | 'standby' | 'down'
  /** How far a standby is behind, ms: 0 once it has replayed everything. Undefined if it cannot be determined. */
  lagMs?: number
}

/** The database cannot answer now. `message` is one sentence for the caller. */
export class UnavailableError extends AppError {
  constructor(message: string, cause: unknown, kind: ErrorKind = 'unreachable') {
    super(kind, message, { cause })
  }
}

/** Whether a change is stored is unknown. Read the data before repeating it. */
export class OutcomeUnknownError extends UnavailableError {
  constructor(message: string, cause: unknown) {
    super(message, cause, 'outcomeUnknown')
  }
}

/** Unix milliseconds by the database's clock, which all instances share. SQLite uses the clock of this machine. */
export const databaseNow = async (db: Db): Promise<number> => {
  if (db.dialect === 'sqlite') return Date.now()
  const found = await firstRow<{ ms: number }>(
    db,
    'SELECT round(extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms',
  )
  return found?.ms ?? Date.now()
}

/** The first row of a query. */
export const firstRow = async <Row>(db: Db, sql: string, values?: readonly DbValue[]): Promise<Row | undefined> =>
  (await db.all<Row>(sql, values))[0]

/** The texts in a column `row`, joined by commas. */
export const joinedRows = async (db: Db, sql: string, values?: readonly DbValue[]): Promise<string> =>
  (await db.all<{ row: string }>(sql, values)).map(({ row }) => row).join(',')

/** A page of a list. `last` is undefined if the page is empty. */
export type Page<Place> = {
  /** JSON texts of the rows joined by commas. */
  rows: string
  last: Place | undefined
  hasMore: boolean
}

/** @param found The rows of the page, and one more if there is another page. */
export const pageOf = <Stored extends { row: string }>(found: readonly Stored[], limit: number): Page<Stored> => {
  const page = found.slice(0, limit)
  return { rows: page.map(({ row }) => row).join(','), last: page.at(-1), hasMore: found.length > limit }
}
