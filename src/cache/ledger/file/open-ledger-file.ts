import { chmodSync, closeSync, existsSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { assertOwnFile, restrictUmask } from '../../../base/own-file.ts'
import { createOwnFolder } from '../../../base/own-folder.ts'
import { CorruptError, faultOf, isSqlError, NewerVersionError } from './file-fault.ts'
import { createTables, hasTablesOf, SCHEMA_VERSION } from './ledger-schema.ts'
import { rowOf } from './prepared.ts'

/** Maximum time to wait for another process's lock, in ms. */
const BUSY_MS = 3_000

/** Opens an empty in-memory database with the tables of a ledger. */
export const openMemory = (): DatabaseSync => {
  const database = new DatabaseSync(':memory:')
  prepareToWrite(database)
  return database
}

/**
 * Opens a ledger file for writing. Creates a missing file and its folder, accessible only to their owner. Throws errors
 * of SQLite or the file system: see `faultOf`.
 */
export const openToWrite = (path: string): DatabaseSync => {
  // A worker cannot change the umask. There the explicit modes suffice: SQLite gives its side files the mode of the
  // database.
  const restoreMask = restrictUmask()
  try {
    createOwnFolder(dirname(path))
    assertOwnFiles(path)
    createPrivateFile(path)
    return retryWhileBusy(() => {
      const database = new DatabaseSync(path, { timeout: BUSY_MS, allowExtension: false })
      try {
        checkTables(database)
        database.exec(`PRAGMA trusted_schema = OFF; PRAGMA busy_timeout = ${BUSY_MS}; PRAGMA cache_size = -4096`)
        if (versionOf(database) === 0) database.exec('PRAGMA page_size = 8192; PRAGMA auto_vacuum = INCREMENTAL')
        // Overwrite deleted data: the user may have lost the right to see it.
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

/** Opens an existing file for reading, even in a folder that is not writable. Throws errors like {@link openToWrite}. */
export const openToRead = (path: string): DatabaseSync => {
  assertOwnFiles(path)
  try {
    return opened(path)
  } catch (error) {
    // In WAL mode even a reader must create the -shm file. If it cannot, and there is no -wal file and therefore no
    // writer, the file can be read as immutable.
    if (faultOf(error) !== 'unusable' || existsSync(`${path}-wal`)) throw error
  }
  const url = pathToFileURL(path)
  url.searchParams.set('immutable', '1')
  return opened(url)
}

/** Files that SQLite creates next to a database. */
export const SIDE_FILES = ['-wal', '-shm'] as const

// SQLite would block forever on a pipe, and read a device without end.
const assertOwnFiles = (path: string): void => {
  for (const end of ['', ...SIDE_FILES]) assertOwnFile(path + end)
}

const opened = (file: string | URL): DatabaseSync => {
  const database = new DatabaseSync(file, { readOnly: true, timeout: BUSY_MS })
  try {
    // SQLite reads the file only at the first statement, so file errors appear here.
    checkTables(database)
    database.exec('PRAGMA trusted_schema = OFF; PRAGMA cache_size = -4096')
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** Like {@link openToRead}, but returns undefined if the file has another schema version. */
export const openIfCurrent = (path: string): DatabaseSync | undefined => {
  const database = openToRead(path)
  if (versionOf(database) === SCHEMA_VERSION) return database
  database.close()
  return undefined
}

export const versionOf = (database: DatabaseSync): number =>
  rowOf(database, ['number'], 'PRAGMA user_version')?.[0] ?? 0

// Don't open an existing file here: closing it would drop the locks that SQLite holds on it in this process.
const createPrivateFile = (path: string): void => {
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const { mode } = statSync(path)
  if (process.platform !== 'win32' && (mode & 0o077) !== 0) chmodSync(path, mode & 0o700)
}

const prepareToWrite = (database: DatabaseSync): void => {
  // Don't write this connection's temporary data to files.
  database.exec('PRAGMA temp_store = MEMORY')
  migrate(database)
}

const migrate = (database: DatabaseSync): void => {
  const version = versionOf(database)
  if (version === SCHEMA_VERSION) return
  inTransaction(database, () => {
    // Another process may have migrated the file in the meantime.
    if (versionOf(database) < SCHEMA_VERSION) createTables(database)
  })
  // A file of an earlier version supports incremental vacuum only after VACUUM, which also erases deleted data.
  if (version > 0) database.exec('PRAGMA auto_vacuum = INCREMENTAL; VACUUM; PRAGMA wal_checkpoint(TRUNCATE)')
}

/**
 * Runs `work` in a transaction: either all of its writes happen or none, and reads see one consistent state.
 *
 * @throws NewerVersionError if a newer program has migrated the file since it was opened. Rethrows errors of `work`.
 */
export const inTransaction = <T>(
  database: DatabaseSync,
  work: (database: DatabaseSync) => T,
  begin: 'BEGIN' | 'BEGIN IMMEDIATE' = 'BEGIN IMMEDIATE',
): T => {
  database.exec(begin)
  try {
    if (versionOf(database) > SCHEMA_VERSION) throw new NewerVersionError('a newer version')
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

/** Free pages returned to the disk per transaction: 8 MB, so that other processes do not wait for long. */
const PAGES_PER_VACUUM = 1_000

/** Returns the space of deleted rows to the disk and truncates the log, unless another process is reading. */
export const releasePages = (database: DatabaseSync): void => {
  const freePages = (): number => rowOf(database, ['number'], 'PRAGMA freelist_count')?.[0] ?? 0
  try {
    for (let before = freePages() + 1, now = before - 1; now > 0 && now < before; before = now, now = freePages())
      database.exec(`PRAGMA incremental_vacuum(${PAGES_PER_VACUUM})`)
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  } catch (error) {
    // The deleted data has been overwritten anyway. The next write reuses its space.
    if (faultOf(error) === undefined) throw error
  }
}

/** Throws CorruptError unless the schema matches the file's version: other programs use `user_version` too. */
const checkTables = (database: DatabaseSync): void => {
  try {
    // Read one consistent state: another process may be creating its tables.
    database.exec('BEGIN')
    const isOurs = hasTablesOf(database, versionOf(database))
    database.exec('COMMIT')
    if (isOurs) return
  } catch (error) {
    if (!isSqlError(error)) throw error
  }
  throw new CorruptError('its tables are not those of quarterdeck')
}

/** Switching to WAL mode and recovering it do not always honour SQLite's busy timeout. */
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
