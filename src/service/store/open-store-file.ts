import { closeSync, openSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { AppError } from '../../base/errors.ts'
import { fileReason } from '../../base/file-problem.ts'
import { maskOthers } from '../../base/own-file.ts'
import { migrate, NEWEST_VERSION } from './tables.ts'

/**
 * Opens the service's database and brings it up to date.
 *
 * @param file Path of the SQLite file, made when it is not there; in memory when left out.
 * @throws AppError when the file cannot be opened, is no database or another program's, or was written by a newer version; it
 * is left as it was then.
 */
export const openDatabase = (file?: string): DatabaseSync => {
  if (file === undefined) return prepare(new DatabaseSync(':memory:'), 'memory')
  // Settings hold secrets: the file and what SQLite puts beside it are for its owner only. In a worker the explicit mode is enough.
  const restoreMask = maskOthers()
  let database: DatabaseSync | undefined
  try {
    assertOrdinary(file)
    closeSync(openSync(file, 'a', 0o600))
    database = new DatabaseSync(file)
    return prepare(database, file)
  } catch (error) {
    database?.close()
    if (error instanceof AppError) throw error
    throw new AppError(
      'failed',
      `${file} could not be opened as a data file (${reason(error)}): name another with --data.`,
      {
        cause: error,
      },
    )
  } finally {
    restoreMask()
  }
}

// Opening a pipe waits for somebody at its other end, and a device may have no end.
const assertOrdinary = (file: string): void => {
  const stats = statSync(file, { throwIfNoEntry: false })
  if (stats && !stats.isFile() && !stats.isDirectory())
    throw new AppError('usage', `${file} is no ordinary file but a pipe, socket or device: name another with --data.`)
}

/** A warning where others can read a data file that is there already; undefined where they cannot, or there is none. */
export const dataFileWarning = (file: string): string | undefined => {
  const stats = statSync(file, { throwIfNoEntry: false })
  if (!stats || process.platform === 'win32' || (stats.mode & 0o077) === 0) return undefined
  const mode = (stats.mode & 0o777).toString(8)
  return `Others can read ${file}, which holds settings with secrets (mode ${mode}): run chmod 600 ${file}.`
}

const reason = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  if ((error as { errcode?: unknown }).errcode === NOT_A_DATABASE) return 'it is no SQLite database'
  return 'syscall' in error ? fileReason(error) : error.message
}

/** SQLITE_NOTADB */
const NOT_A_DATABASE = 26

const prepare = (database: DatabaseSync, name: string): DatabaseSync => {
  database.exec('PRAGMA busy_timeout = 3000')
  database.exec('PRAGMA foreign_keys = ON')
  database.exec('PRAGMA trusted_schema = OFF')
  // One state of the file: another service may be making it right now.
  database.exec('BEGIN')
  assertOurs(database, name)
  database.exec('COMMIT')
  if (name === 'memory') {
    // Nothing can be lost that a crash would not take with it anyway.
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

/** Another program may count its versions too: only the tables tell whose a file is. */
const assertOurs = (database: DatabaseSync, name: string): void => {
  const version = versionOf(database)
  const tables = tablesOf(database)
  const newest = new DatabaseSync(':memory:')
  migrate(newest, 0, Math.min(version, NEWEST_VERSION))
  const expected = tablesOf(newest)
  newest.close()
  const isNewer = version > NEWEST_VERSION
  // A newer version may have changed them, but has them.
  const isOurs = isNewer
    ? [...expected.keys()].every((table) => tables.has(table))
    : tables.size === expected.size && [...expected].every(([table, sql]) => tables.get(table) === sql)
  if (!isOurs) throw new AppError('failed', `${name} is a database of another program: name another file with --data.`)
  if (isNewer)
    throw new AppError('failed', `${name} was written by a newer version of quarterdeck: update, or name another file.`)
}

/** The SQL of each table by its name. SQLite's own, as those that ANALYZE leaves, do not count. */
const tablesOf = (database: DatabaseSync): Map<string, string> =>
  new Map(
    database
      .prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'")
      .all()
      .map(({ name, sql }) => [String(name), String(sql)]),
  )
