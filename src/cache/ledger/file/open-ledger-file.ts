import { chmodSync, closeSync, existsSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { assertOwnFile, maskOthers } from '../../../base/own-file.ts'
import { makeOwnFolder } from '../../../base/own-folder.ts'
import { DamagedError, faultOf, isSqlError, NewerError } from './file-fault.ts'
import { createTables, hasTablesOf, SCHEMA_VERSION } from './ledger-schema.ts'
import { rowOf } from './prepared.ts'

/** How long a lock of another process is waited for, in ms. */
const BUSY_MS = 3_000

/** A database in memory with the tables of a ledger and nothing in them. */
export const openMemory = (): DatabaseSync => {
  const database = new DatabaseSync(':memory:')
  prepareToWrite(database)
  return database
}

/**
 * Opens the file of a ledger to write, and makes it and its folder, for their owner only, when they are not there. Throws
 * what SQLite or the file system say: see `faultOf`.
 */
export const openToWrite = (path: string): DatabaseSync => {
  // In a worker the modes given and SQLite, which gives its other files that of the first, are enough.
  const restoreMask = maskOthers()
  try {
    makeOwnFolder(dirname(path))
    assertOwnFiles(path)
    makePrivate(path)
    return retryWhileBusy(() => {
      const database = new DatabaseSync(path, { timeout: BUSY_MS, allowExtension: false })
      try {
        checkTables(database)
        database.exec(`PRAGMA trusted_schema = OFF; PRAGMA busy_timeout = ${BUSY_MS}; PRAGMA cache_size = -4096`)
        if (versionOf(database) === 0) database.exec('PRAGMA page_size = 8192; PRAGMA auto_vacuum = INCREMENTAL')
        // What is deleted is overwritten: the user may have lost the right to see it.
        database.exec('PRAGMA secure_delete = ON')
        database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA journal_size_limit = 8388608')
        prepareToWrite(database)
        return database
      } catch (error) {
        database.close()
        throw error
      }
    })
  } finally {
    restoreMask()
  }
}

/** Opens a file that is there, to read; also where nothing can be written beside it. Throws as above. */
export const openToRead = (path: string): DatabaseSync => {
  assertOwnFiles(path)
  try {
    return opened(path)
  } catch (error) {
    // In WAL mode even a reader has to make the -shm file. Where it cannot, and no -wal file shows that somebody writes, the
    // file can be read as immutable.
    if (faultOf(error) !== 'unusable' || existsSync(`${path}-wal`)) throw error
  }
  const url = pathToFileURL(path)
  url.searchParams.set('immutable', '1')
  return opened(url)
}

/** Files that SQLite keeps beside a database. */
export const SIDE_FILES = ['-wal', '-shm'] as const

// SQLite would wait for a pipe, and read a device, without an end.
const assertOwnFiles = (path: string): void => {
  for (const end of ['', ...SIDE_FILES]) assertOwnFile(path + end)
}

const opened = (file: string | URL): DatabaseSync => {
  const database = new DatabaseSync(file, { readOnly: true, timeout: BUSY_MS })
  try {
    // SQLite reads the file only now: faults show here.
    checkTables(database)
    database.exec('PRAGMA trusted_schema = OFF; PRAGMA cache_size = -4096')
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** The same when its tables are those that this program reads; undefined when not. */
export const openCurrent = (path: string): DatabaseSync | undefined => {
  const database = openToRead(path)
  if (versionOf(database) === SCHEMA_VERSION) return database
  database.close()
  return undefined
}

export const versionOf = (database: DatabaseSync): number =>
  rowOf(database, ['number'], 'PRAGMA user_version')?.[0] ?? 0

// Never opens a file that is there: closing it would drop the locks that SQLite holds on it elsewhere in this process.
const makePrivate = (path: string): void => {
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const { mode } = statSync(path)
  if (process.platform !== 'win32' && (mode & 0o077) !== 0) chmodSync(path, mode & 0o700)
}

const prepareToWrite = (database: DatabaseSync): void => {
  // No file in a folder of others for what this connection alone needs.
  database.exec('PRAGMA temp_store = MEMORY')
  migrate(database)
}

const migrate = (database: DatabaseSync): void => {
  const version = versionOf(database)
  if (version === SCHEMA_VERSION) return
  inTransaction(database, () => {
    // Another process may have done it meanwhile.
    if (versionOf(database) < SCHEMA_VERSION) createTables(database)
  })
  // A file of an earlier version cannot give pages back step by step until it is written again, and what was in them goes.
  if (version > 0) database.exec('PRAGMA auto_vacuum = INCREMENTAL; VACUUM; PRAGMA wal_checkpoint(TRUNCATE)')
}

/**
 * Runs `work` so that all of its writes happen or none; one that only reads sees one state of the database.
 *
 * @throws NewerError where a newer program has taken the file over since it was opened; what `work` throws.
 */
export const inTransaction = <T>(
  database: DatabaseSync,
  work: (database: DatabaseSync) => T,
  begin: 'BEGIN' | 'BEGIN IMMEDIATE' = 'BEGIN IMMEDIATE',
): T => {
  database.exec(begin)
  try {
    if (versionOf(database) > SCHEMA_VERSION) throw new NewerError('a newer version')
    const result = work(database)
    database.exec('COMMIT')
    return result
  } catch (error) {
    try {
      if (database.isTransaction) database.exec('ROLLBACK')
    } catch {
      // The first error is the one to report.
    }
    throw error
  }
}

/** Pages that are given back to the disk in one transaction: 8 MB, so that no other process waits for long. */
const PAGES_AT_ONCE = 1_000

/** Gives the room of deleted rows back to the disk and empties the log, unless another process is reading right now. */
export const releasePages = (database: DatabaseSync): void => {
  const freePages = (): number => rowOf(database, ['number'], 'PRAGMA freelist_count')?.[0] ?? 0
  try {
    for (let before = freePages() + 1, now = before - 1; now > 0 && now < before; before = now, now = freePages())
      database.exec(`PRAGMA incremental_vacuum(${PAGES_AT_ONCE})`)
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  } catch (error) {
    // What was deleted is overwritten all the same, and the next writer uses its room.
    if (faultOf(error) === undefined) throw error
  }
}

/** Throws DamagedError where the schema cannot be read, or is not that of the file's version: another program may use one as well. */
const checkTables = (database: DatabaseSync): void => {
  try {
    // One state of the file: another process may be making its tables right now.
    database.exec('BEGIN')
    const isOurs = hasTablesOf(database, versionOf(database))
    database.exec('COMMIT')
    if (isOurs) return
  } catch (error) {
    if (!isSqlError(error)) throw error
  }
  throw new DamagedError('its tables are not ours')
}

/** For the switch to WAL and its recovery, which do not always honour SQLite's busy timeout. */
const retryWhileBusy = <T>(open: () => T): T => {
  const end = performance.now() + BUSY_MS
  for (;;) {
    try {
      return open()
    } catch (error) {
      if (faultOf(error) !== 'busy' || performance.now() > end) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
    }
  }
}
