import { closeSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { isMainThread } from 'node:worker_threads'
import { AppError } from '../../base/errors.ts'
import { migrations } from './store-schema.ts'

/**
 * Opens the service's database and brings it up to date.
 *
 * @param file Path of the SQLite file, made when it is not there; in memory when left out.
 * @throws AppError when the file cannot be opened, is no database or was written by a newer version.
 */
export const openDatabase = (file?: string): DatabaseSync => {
  if (file === undefined) return prepare(new DatabaseSync(':memory:'), 'memory')
  // Settings hold secrets: the file and what SQLite puts beside it are for its owner only. A worker cannot set the
  // mask of its process, and the explicit mode is enough there.
  const umaskBefore = isMainThread ? process.umask(0o077) : undefined
  let database: DatabaseSync | undefined
  try {
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
    if (umaskBefore !== undefined) process.umask(umaskBefore)
  }
}

const reasons: Record<string, string> = {
  ENOENT: 'its folder does not exist',
  EISDIR: 'it is a folder',
  EACCES: 'you may not write there',
  EROFS: 'nothing can be written there',
}

const reason = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  return reasons[(error as NodeJS.ErrnoException).code ?? ''] ?? error.message
}

const prepare = (database: DatabaseSync, name: string): DatabaseSync => {
  database.exec('PRAGMA busy_timeout = 3000')
  database.exec('PRAGMA foreign_keys = ON')
  database.exec('PRAGMA trusted_schema = OFF')
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
    migrate(database, name)
    database.exec('COMMIT')
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
  return database
}

const migrate = (database: DatabaseSync, name: string): void => {
  const version = Number(database.prepare('PRAGMA user_version').get()?.user_version)
  if (version > migrations.length)
    throw new AppError('failed', `${name} was written by a newer version of quarterdeck: update, or name another file.`)
  // Version 0 with tables in it is somebody else's database: better to leave it alone than to add ours.
  if (version === 0 && database.prepare('SELECT 1 FROM sqlite_schema').get() !== undefined)
    throw new AppError('failed', `${name} is a database of another program: name another file with --data.`)
  if (version === migrations.length) return
  for (const step of migrations.slice(version)) database.exec(step)
  database.exec(`PRAGMA user_version = ${migrations.length}`)
}
