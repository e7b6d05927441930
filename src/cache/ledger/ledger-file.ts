import { rmSync, statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { type FileFault, faultOf } from './file/file-fault.ts'
import {
  inTransaction,
  openCurrent,
  openMemory,
  openToWrite,
  releasePages,
  SIDE_FILES,
} from './file/open-ledger-file.ts'

export type LedgerFile = ReturnType<typeof openLedgerFile>

export type LedgerFileOptions = {
  /** Of the file: see config/folders.ts. `:memory:` keeps nothing. */
  path: string
  /** `write`: the file may be made, deleted and written. `read`: it is only read, and any fault is an empty answer. */
  mode: 'write' | 'read'
  /** Called with a file that was opened to write. */
  onOpened?: (database: DatabaseSync) => void
}

/** How often a call is tried on another file or, at last, in memory. */
const MAX_TRIES = 4

/**
 * The database of a ledger, whatever happens to its file: a damaged one is deleted and made again; where it cannot be written, what
 * comes is kept in memory until the program ends; one that was moved or deleted is opened again.
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
      // Closing writes too; what cannot be written then is lost with the file.
    }
    database = undefined
  }

  const connect = (): DatabaseSync | undefined => {
    if (isClosed) return undefined
    if (isInMemory) {
      database ??= openMemory()
      return database
    }
    const file = identityOf(path)
    if (database && file !== undefined && file === openedFile) return database
    shut()
    if (mode === 'read') database = file === undefined ? undefined : openCurrent(path)
    else {
      database = openToWrite(path)
      onOpened?.(database)
    }
    openedFile = identityOf(path)
    return database
  }

  const recover = (fault: FileFault, error: unknown): void => {
    // The path leads to another file now, or to none: that explains any fault.
    const isOther = database !== undefined && !isInMemory && identityOf(path) !== openedFile
    shut()
    if (isInMemory || isOther || mode === 'read') return
    isInMemory = fault !== 'damaged' || !tryDelete(path)
    notice = isInMemory ? whyInMemory[fault](path, (error as Error).message) : deletedNotice(path)
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
    /** Runs `work` on one state of the database; `otherwise` is the answer when there is none to read. */
    read: <T>(work: (database: DatabaseSync) => T, otherwise: T): T => run('BEGIN', work, otherwise),
    /** Runs `work` so that all of its writes happen or none, at once; again from the start when the file had to change. */
    write: <T>(work: (database: DatabaseSync) => T, otherwise: T): T =>
      mode === 'read' ? otherwise : run('BEGIN IMMEDIATE', work, otherwise),
    /** Leaves nothing of deleted rows in the file and its log, unless others are reading right now. */
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
  `The cache ${path} was damaged and has been deleted: what is wanted of it is loaded again.`

const whyInMemory: Record<FileFault, (path: string, why: string) => string> = {
  damaged: (path) =>
    `The cache ${path} is damaged and cannot be deleted, so nothing is kept this time: delete it or make its folder writable.`,
  newer: (path) =>
    `The cache ${path} was written by a newer version of quarterdeck, so nothing is kept this time: update quarterdeck, or run qd cache clear.`,
  busy: (path) =>
    `The cache ${path} is held by another process, so nothing more is kept this time: end that process and start again.`,
  foreign: (path, why) => `The cache ${path} is not read, so nothing is kept this time: ${why}.`,
  unusable: (path) =>
    `The cache ${path} cannot be written, so nothing more is kept this time: see that its folder is yours and its disk has room.`,
}

/** Which file a path leads to; undefined when to none, or to one that may not be looked at. */
const identityOf = (path: string): string | undefined => {
  try {
    const { dev, ino } = statSync(path)
    return `${dev}:${ino}`
  } catch {
    return undefined
  }
}

/** Deletes the file of a ledger, which is a cache. Programs that have it open make another one at their next call. */
export const deleteLedgerFile = (path: string): void => {
  // The file first: SQLite deletes a log without its database.
  for (const end of ['', ...SIDE_FILES]) rmSync(path + end, { force: true })
}
