import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { type Db, type DbValue, UnavailableError } from './db.ts'
import { columnsOf, conflictSql, keyOf, type TableName, type TableRows } from './tables.ts'

/**
 * A {@link Db} of an open SQLite database.
 *
 * @param isShared Whether other processes can write to the database too.
 */
export const createSqliteDb = (database: DatabaseSync, isShared: boolean): Db => {
  const own = createConnection(database, isShared)
  const inTransaction: Db = {
    ...own,
    write: (work) => work(inTransaction),
    withSignal: () => inTransaction,
    replica: () => inTransaction,
  }

  // There is one connection: while a transaction waits for something, nothing else may run in it.
  let transaction: Promise<unknown> | undefined
  const runTransaction = async <T>(work: (db: Db) => Promise<T>): Promise<T> => {
    begin(database)
    try {
      const result = await work(inTransaction)
      database.exec('COMMIT')
      return result
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK')
      throw error
    }
  }
  const whenFree =
    <Args extends unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      while (transaction) await transaction
      return call(...args)
    }
  const write: Db['write'] = async (work) => {
    while (transaction) await transaction
    const running = runTransaction(work)
    transaction = running
      .catch(() => {})
      .finally(() => {
        transaction = undefined
      })
    return running
  }
  const db: Db = {
    dialect: 'sqlite',
    all: whenFree(own.all) as Db['all'],
    run: whenFree(own.run),
    runLong: whenFree(own.run),
    upsert: (table, rows) => write((db) => db.upsert(table, rows)),
    insertNew: (table, rows) => write((db) => db.insertNew(table, rows)),
    version: whenFree(own.version),
    write,
    // A statement blocks the event loop, so nothing can abort it.
    withSignal: () => db,
    replica: () => db,
    health: own.health,
    close: whenFree(own.close),
  }
  return db
}

/** Runs statements at once, also in a transaction. */
const createConnection = (database: DatabaseSync, isShared: boolean): Omit<Db, 'write' | 'withSignal' | 'replica'> => {
  const statements = new Map<string, StatementSync>()
  const prepared = (sql: string): StatementSync => {
    const known = statements.get(sql)
    if (known) return known
    const statement = database.prepare(sql.replaceAll(/\$(\d)/g, '?$1'))
    statements.set(sql, statement)
    return statement
  }
  /** A function that inserts a row and returns the number of changed rows. */
  const inserter = <Name extends TableName>(table: Name, onConflict: string) => {
    const statement = prepared(insertSql(table, onConflict))
    const columns = columnsOf(table)
    return (row: TableRows[Name]): number =>
      Number(statement.run(...columns.map((column): DbValue => row[column] as DbValue)).changes)
  }
  const run: Db['run'] = async (sql, values = []) => Number(prepared(sql).run(...values).changes)
  return {
    dialect: 'sqlite',
    // The tables are STRICT, so SQLite has checked the types of the columns.
    all: async <Row>(sql: string, values: readonly DbValue[] = []) => prepared(sql).all(...values) as Row[],
    run,
    runLong: run,
    upsert: async (table, rows) => {
      const insert = inserter(table, conflictSql(table))
      let changed = 0
      for (const row of rows) changed += insert(row)
      return changed
    },
    insertNew: async (table, rows) => {
      const insert = inserter(table, 'DO NOTHING')
      return rows.filter((row) => insert(row) > 0)
    },
    version: async () => {
      const { changes } = prepared('SELECT total_changes() AS changes').get() ?? {}
      return isShared ? `${changes} ${prepared('PRAGMA data_version').get()?.data_version}` : `${changes}`
    },
    health: async () => ({ database: 'sqlite' }),
    close: async () => {
      if (database.isOpen) database.close()
    },
  }
}

/** @throws UnavailableError if another process keeps the file locked. */
const begin = (database: DatabaseSync): void => {
  try {
    database.exec('BEGIN IMMEDIATE')
  } catch (error) {
    if ((error as { errcode?: unknown }).errcode !== BUSY) throw error
    throw new UnavailableError('Another program keeps the data file locked. Try again when it has finished.', error)
  }
}

/** SQLITE_BUSY */
const BUSY = 5

const insertSql = (table: TableName, onConflict: string): string => {
  const columns = columnsOf(table)
  const insert = `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((_, at) => `$${at + 1}`).join(', ')})`
  return `${insert} ON CONFLICT (${keyOf(table).join(', ')}) ${onConflict}`
}
