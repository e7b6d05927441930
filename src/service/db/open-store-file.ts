import { closeSync, openSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { AppError } from '../../base/errors.ts'
import { fileReason } from '../../base/file-problem.ts'
import { restrictUmask } from '../../base/own-file.ts'
import { migrate, NEWEST_VERSION } from './sqlite-schema.ts'

/**
 * Opens the service's database and migrates it to the current version.
 *
 * @param file Path of the SQLite file, which is created if missing. @default in memory
 * @throws AppError if the file cannot be opened, is not a database, belongs to another program or was written by a
 * newer version. The file is then left unchanged.
 */
export const openDatabase = (file?: string): DatabaseSync => {
  if (file === undefined) return prepare(new DatabaseSync(':memory:'), 'memory')
  // Settings contain secrets: only the owner may access the file and SQLite's side files. A worker cannot change the
  // umask; there the explicit mode suffices.
  const restoreMask = restrictUmask()
  let database: DatabaseSync | undefined
  try {
    assertOrdinary(file)
    closeSync(openSync(file, 'a', 0o600))
    database = new DatabaseSync(file)
    return prepare(database, file)
  } catch (error) {
    database?.close()
    if (error instanceof AppError) throw error
    throw new AppError('failed', `Can't open the data file ${file} (${reason(error)}). Name another with --data.`, {
      cause: error,
    })
  } finally {
    restoreMask()
  }
}

// Opening a pipe blocks until its other end is opened, and reading a device may never end.
const assertOrdinary = (file: string): void => {
  const stats = statSync(file, { throwIfNoEntry: false })
  if (stats && !stats.isFile() && !stats.isDirectory())
    throw new AppError('usage', `${file} is a pipe, socket or device. Name a regular file with --data.`)
}

/** A warning if other users can read an existing data file; otherwise undefined. */
export const dataFileWarning = (file: string): string | undefined => {
  const stats = statSync(file, { throwIfNoEntry: false })
  if (!stats || process.platform === 'win32' || (stats.mode & 0o077) === 0) return undefined
  const mode = (stats.mode & 0o777).toString(8)
  return `Other users can read ${file}, which contains secrets (mode ${mode}). Run chmod 600 ${file}.`
}

const reason = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  if ((error as { errcode?: unknown }).errcode === NOT_A_DATABASE) return 'it is not an SQLite database'
  return 'syscall' in error ? fileReason(error) : error.message
}

/** SQLITE_NOTADB */
const NOT_A_DATABASE = 26

const prepare = (database: DatabaseSync, name: string): DatabaseSync => {
  database.exec('PRAGMA busy_timeout = 3000')
  database.exec('PRAGMA foreign_keys = ON')
  database.exec('PRAGMA trusted_schema = OFF')
  // Read one consistent state: another service may be creating its tables.
  database.exec('BEGIN')
  assertOurs(database, name)
  database.exec('COMMIT')
  if (name === 'memory') {
    // An in-memory database does not survive a crash, so durability is not needed.
    database.exec('PRAGMA synchronous = OFF')
    database.exec('PRAGMA journal_mode = MEMORY')
  } else {
    database.exec('PRAGMA journal_mode = WAL')
    database.exec('PRAGMA synchronous = FULL')
  }
  database.exec('PRAGMA cache_size = -16384')
  database.exec('BEGIN IMMEDIATE')
  try {
    const version = versionOf(database)
    migrate(database, version)
    if (version !== NEWEST_VERSION) database.exec(`PRAGMA user_version = ${NEWEST_VERSION}`)
    database.exec('COMMIT')
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
  return database
}

const versionOf = (database: DatabaseSync): number =>
  Number(database.prepare('PRAGMA user_version').get()?.user_version)

/** Other programs use `user_version` too, so only the tables identify our file. */
const assertOurs = (database: DatabaseSync, name: string): void => {
  const version = versionOf(database)
  const tables = tablesOf(database)
  const newest = new DatabaseSync(':memory:')
  migrate(newest, 0, Math.min(version, NEWEST_VERSION))
  const expected = tablesOf(newest)
  newest.close()
  const isNewer = version > NEWEST_VERSION
  // A newer version may have changed tables, but still has them.
  const isOurs = isNewer
    ? [...expected.keys()].every((table) => tables.has(table))
    : tables.size === expected.size && [...expected].every(([table, sql]) => tables.get(table) === sql)
  if (!isOurs) throw new AppError('failed', `${name} is a database of another program. Name another file with --data.`)
  if (isNewer)
    throw new AppError(
      'failed',
      `${name} was written by a newer version of quarterdeck. Update quarterdeck or name another file with --data.`,
    )
}

/** The SQL of each table by name, without SQLite's own tables, such as those of ANALYZE. */
const tablesOf = (database: DatabaseSync): Map<string, string> =>
  new Map(
    database
      .prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'")
      .all()
      .map(({ name, sql }) => [String(name), String(sql)]),
  )
