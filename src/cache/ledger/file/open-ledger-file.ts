import { chmodSync, closeSync, existsSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { assertOwnFile, maskOthers } from '../../../base/own-file.ts'
import { makeOwnFolder } from '../../../base/own-folder.ts'
import { DamagedError } from './damaged-error.ts'
import { faultOf, NewerError } from './file-fault.ts'
import { migrations } from './ledger-schema.ts'
import { rowOf } from './prepared.ts'
import { addSumFunctions } from './row-sums.ts'

/** How long a lock of another process is waited for, in ms. */
const BUSY_MS = 3_000

/** The tables of a ledger with nothing in them: they are copied in a tenth of the time that making them takes. */
let empty: Uint8Array | undefined

/** A database in memory with the tables of a ledger and nothing in them. */
export const openMemory = (): DatabaseSync => {
  const database = new DatabaseSync(':memory:')
  if (empty) database.deserialize(empty)
  database.exec('PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY; PRAGMA cache_size = -4096')
  prepareToWrite(database)
  // Node 22 cannot.
  if ('serialize' in database) empty ??= database.serialize()
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
        database.exec(`PRAGMA trusted_schema = OFF; PRAGMA busy_timeout = ${BUSY_MS}; PRAGMA cache_size = -4096`)
        if (versionOf(database) === 0) database.exec('PRAGMA page_size = 8192')
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
    database.exec('PRAGMA trusted_schema = OFF; PRAGMA cache_size = -4096')
    addSumFunctions(database)
    // SQLite reads the file only now: faults show here.
    versionOf(database)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** The same when its tables are those that this program reads; undefined when not. */
export const openCurrent = (path: string): DatabaseSync | undefined => {
  const database = openToRead(path)
  if (versionOf(database) === migrations.length) return database
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
  addSumFunctions(database)
  migrate(database)
}

const migrate = (database: DatabaseSync): void => {
  if (versionOf(database) === migrations.length) {
    checkTables(database)
    return
  }
  database.exec('BEGIN IMMEDIATE')
  try {
    const version = versionOf(database)
    if (version > migrations.length) throw new NewerError('a newer version')
    // Tables, but version 0: made by another program.
    if (version === 0 && database.prepare('SELECT 1 FROM sqlite_schema').get() !== undefined)
      throw new DamagedError('a database of another program')
    if (version > 0) checkTables(database)
    for (const step of migrations.slice(version)) database.exec(step)
    database.exec(`PRAGMA user_version = ${migrations.length}`)
    database.exec('COMMIT')
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}

/** Another program may use `user_version` too. */
const checkTables = (database: DatabaseSync): void => {
  const isOurs = database.prepare("SELECT 1 FROM sqlite_schema WHERE name IN ('partition', 'day_part', 'walk')").all()
  if (isOurs.length !== 3) throw new DamagedError('a database of another program')
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
