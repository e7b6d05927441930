import { rmSync, statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { type FileErrorKind, faultOf } from './file/file-fault.ts'
import {
  inTransaction,
  openIfCurrent,
  openMemory,
  openToWrite,
  releasePages,
  SIDE_FILES,
} from './file/open-ledger-file.ts'

export type LedgerFile = ReturnType<typeof openLedgerFile>

export type LedgerFileOptions = {
  /** Path of the file: see config/folders.ts. `:memory:` stores nothing on the disk. */
  path: string
  /** `write` may create, delete and write the file. `read` only reads it, and returns empty results on any error. */
  mode: 'write' | 'read'
  /** Called after the file was opened for writing. */
  onOpened?: (database: DatabaseSync) => void
}

/** Maximum number of attempts per call. A later attempt may use a new file, or memory as the last resort. */
const MAX_TRIES = 4

/**
 * The database of a ledger, with recovery from errors of its file. A corrupt file is deleted and recreated. If the file
 * cannot be written, data stays in memory until the program ends. A moved or deleted file is opened again.
 */
export const openLedgerFile = ({ path, mode, onOpened }: LedgerFileOptions) => {
  let database: DatabaseSync | undefined
  let isInMemory = path === ':memory:'
  let openedFile: string | undefined
  let notice: string | undefined
  let isClosed = false

  const shut = (): void => {
    try {
      database?.close()
    } catch {
      // Closing also writes. Data that cannot be written then is lost with the file.
    }
    database = undefined
  }

  const connect = (): DatabaseSync | undefined => {
    if (isClosed) return undefined
    if (isInMemory) {
      database ??= openMemory()
      return database
    }
    const file = fileIdentityOf(path)
    if (database && file !== undefined && file === openedFile) return database
    shut()
    if (mode === 'read') database = file === undefined ? undefined : openIfCurrent(path)
    else {
      database = openToWrite(path)
      onOpened?.(database)
    }
    openedFile = fileIdentityOf(path)
    return database
  }

  const recover = (fault: FileErrorKind, error: unknown): void => {
    // If the path now leads to another file or none, that explains any error.
    const isOther = database !== undefined && !isInMemory && fileIdentityOf(path) !== openedFile
    shut()
    if (isInMemory || isOther || mode === 'read') return
    isInMemory = fault !== 'damaged' || !tryDelete(path)
    notice = isInMemory ? inMemoryNotices[fault](path, (error as Error).message) : deletedNotice(path)
  }

  const run = <T>(begin: 'BEGIN' | 'BEGIN IMMEDIATE', work: (database: DatabaseSync) => T, otherwise: T): T => {
    for (let round = 1; ; round++) {
      try {
        const open = connect()
        return open ? inTransaction(open, work, begin) : otherwise
      } catch (error) {
        const fault = faultOf(error)
        if (fault === undefined) throw error
        recover(fault, error)
        if (mode === 'read' || round >= MAX_TRIES) return otherwise
      }
    }
  }

  return {
    get notice() {
      return notice
    },
    get isKept() {
      return !isInMemory
    },
    /** Runs `work` on one consistent state of the database. Returns `otherwise` if no database can be read. */
    read: <T>(work: (database: DatabaseSync) => T, otherwise: T): T => run('BEGIN', work, otherwise),
    /** Runs `work` in one transaction. If the file had to be replaced, `work` runs again from the start. */
    write: <T>(work: (database: DatabaseSync) => T, otherwise: T): T =>
      mode === 'read' ? otherwise : run('BEGIN IMMEDIATE', work, otherwise),
    /** Removes deleted rows from the file and its log, unless other processes are reading at this moment. */
    shrink: (): void => {
      if (database) releasePages(database)
    },
    close: (): void => {
      shut()
      isClosed = true
    },
  }
}

const tryDelete = (path: string): boolean => {
  try {
    deleteLedgerFile(path)
    return true
  } catch (error) {
    if (faultOf(error) === undefined) throw error
    return false
  }
}

const deletedNotice = (path: string): string =>
  `The cache ${path} was corrupt and has been deleted; its data is loaded again when needed.`

const inMemoryNotices: Record<FileErrorKind, (path: string, why: string) => string> = {
  damaged: (path) =>
    `The cache ${path} is corrupt and can't be deleted, so nothing is cached in this run. Delete it or make its folder writable.`,
  newer: (path) =>
    `A newer version of quarterdeck wrote the cache ${path}, so nothing is cached in this run. Update quarterdeck or run qd cache clear.`,
  busy: (path) =>
    `Another process has locked the cache ${path}, so nothing more is cached in this run. End that process and start again.`,
  foreign: (path, why) => `The cache ${path} is not trusted, so nothing is cached in this run: ${why}.`,
  unusable: (path) =>
    `Can't write the cache ${path}, so nothing more is cached in this run. Check that you own its folder and that its disk has space.`,
}

/** Identifies the file at a path; undefined if it does not exist or cannot be accessed. */
const fileIdentityOf = (path: string): string | undefined => {
  try {
    const { dev, ino } = statSync(path)
    return `${dev}:${ino}`
  } catch {
    return undefined
  }
}

/** Deletes the file of a ledger. Programs that have it open create a new file at their next call. */
export const deleteLedgerFile = (path: string): void => {
  // Delete the database first: SQLite deletes a log that has no database.
  for (const end of ['', ...SIDE_FILES]) rmSync(path + end, { force: true })
}
