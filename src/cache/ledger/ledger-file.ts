import { existsSync, lstatSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { assertOwnFolder } from '../../base/own-folder.ts'
import { forgetDictionary } from './codec/dictionary-codec.ts'
import { type FileFault, faultOf, NewerError } from './file/file-fault.ts'
import { migrations } from './file/ledger-schema.ts'
import { openCurrent, openMemory, openToWrite, SIDE_FILES, versionOf } from './file/open-ledger-file.ts'
import { sumWhatIsWritten } from './file/row-sums.ts'

/**
 * The database of a ledger, whatever happens to its file: a damaged one is moved aside and begun anew; one that cannot be
 * written is left, and what it holds is carried on in memory; one that somebody moved or deleted is opened anew.
 */
export type LedgerFile = {
  readonly notice: string | undefined
  readonly isKept: boolean
  /** Runs `work` on one state of the database; `otherwise` is the answer when there is none to read. */
  read: <T>(work: (database: DatabaseSync) => T, otherwise: T) => T
  /** Runs `work` so that all of its writes happen or none, at once; again from the start when the file had to change. */
  write: <T>(work: (database: DatabaseSync) => T, otherwise: T) => T
  /** Leaves nothing of deleted rows in the file and its log, unless others are reading right now. */
  shrink: () => void
  close: () => void
}

export type LedgerFileOptions = {
  /** Of the file: see config/folders.ts. `:memory:` keeps nothing. */
  path: string
  /** `write`: the file may be made, mended and written. `read`: it is only read, and any fault is an empty answer. */
  mode: 'write' | 'read'
  /** Unix ms; dates the name of a file that is moved aside. */
  now: () => number
  /** Copies what is wanted of a file that cannot be written into one in memory. */
  rescue: (from: DatabaseSync, to: DatabaseSync) => void
}

const TO_WRITE = 'BEGIN IMMEDIATE'

/** How often a call is tried on another file or, at last, in memory. */
const MOST_TRIES = 4

export const openLedgerFile = ({ path, mode, now, rescue }: LedgerFileOptions): LedgerFile => {
  const isFile = path !== ':memory:'
  let database: DatabaseSync | undefined
  let isInMemory = !isFile
  let openedFile: string | undefined
  /** Found damaged by one who may not mend it: until another file is in its place nothing of it is read. */
  let damagedFile: string | undefined
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
    if (mode === 'read') database = file === undefined || file === damagedFile ? undefined : openCurrent(path)
    else database = openToWrite(path)
    openedFile = identityOf(path)
    return database
  }

  const goOnInMemory = (why: string): void => {
    shut()
    isInMemory = true
    notice = why
    const memory = openMemory()
    database = memory
    try {
      const old = openCurrent(path)
      if (!old) return
      try {
        sumWhatIsWritten(memory)
        rescue(old, memory)
      } finally {
        old.close()
      }
    } catch (error) {
      if (faultOf(error) === undefined) throw error
      // The file cannot be read either: begin empty, as half of it would be misleading.
      shut()
    }
  }

  const beginAnew = (): void => {
    shut()
    // Somebody else may have moved the damaged file already: the new one must stay.
    if (openedFile !== undefined && identityOf(path) !== openedFile) return
    try {
      const aside = moveAside(path, now())
      notice = `The cache ${path} was damaged: it was moved to ${basename(aside)} beside it and begun anew; delete that file if nobody needs it.`
    } catch (error) {
      if (faultOf(error) === undefined) throw error
      goOnInMemory(
        `The cache ${path} is damaged and cannot be moved aside, so nothing is kept this time: delete it or make its folder writable.`,
      )
    }
  }

  /** Whether the call may be tried again. */
  const recover = (fault: FileFault, error: unknown): boolean => {
    if (mode === 'read') {
      if (fault === 'damaged') damagedFile = openedFile
      shut()
      return false
    }
    if (isInMemory) {
      shut()
      return true
    }
    // The path leads to another file now, or to none: that explains any fault.
    if (database && identityOf(path) !== openedFile) {
      shut()
      return true
    }
    if (fault === 'damaged') beginAnew()
    else goOnInMemory(whyInMemory[fault](path, (error as Error).message))
    return true
  }

  const run = <T>(begin: string, work: (database: DatabaseSync) => T, otherwise: T): T => {
    for (let round = 1; ; round++) {
      try {
        const open = connect()
        if (open && begin === TO_WRITE) {
          assertKnown(open)
          sumWhatIsWritten(open)
        }
        return open ? inTransaction(open, begin, work) : otherwise
      } catch (error) {
        const fault = faultOf(error)
        if (fault === undefined) throw error
        if (!recover(fault, error) || round >= MOST_TRIES) return otherwise
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
    read: (work, otherwise) => run('BEGIN', work, otherwise),
    write: (work, otherwise) => (mode === 'read' ? otherwise : run(TO_WRITE, work, otherwise)),
    shrink: () => {
      try {
        // Pages that were split or freed long ago still hold what stood in them.
        database?.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE)')
      } catch {
        // Others are reading, or the disk is full: what was deleted is overwritten all the same.
      }
    },
    close: () => {
      shut()
      isClosed = true
    },
  }
}

const whyInMemory: Record<Exclude<FileFault, 'damaged'>, (path: string, why: string) => string> = {
  newer: (path) =>
    `The cache ${path} was written by a newer version of quarterdeck, so nothing is kept this time: update quarterdeck, or run qd cache clear.`,
  busy: (path) =>
    `The cache ${path} is held by another process, so nothing more is kept this time: end that process and start again.`,
  foreign: (path, why) => `The cache ${path} is not read, so nothing is kept this time: ${why}.`,
  unusable: (path) =>
    `The cache ${path} cannot be written, so nothing more is kept this time: see that its folder is yours and its disk has room.`,
}

/** A newer program may have taken the file over since it was opened. */
const assertKnown = (database: DatabaseSync): void => {
  if (versionOf(database) > migrations.length) throw new NewerError('a newer version')
}

const inTransaction = <T>(database: DatabaseSync, begin: string, work: (database: DatabaseSync) => T): T => {
  database.exec(begin)
  try {
    assertKnown(database)
    const result = work(database)
    database.exec('COMMIT')
    return result
  } catch (error) {
    forgetDictionary(database)
    try {
      if (database.isTransaction) database.exec('ROLLBACK')
    } catch {
      // The first error is the one to tell.
    }
    throw error
  }
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

/** Damaged files that were moved aside. Nothing that others may have put there is one. */
export const brokenFilesOf = (path: string): string[] => {
  const folder = dirname(path)
  const start = `${basename(path)}.broken-`
  return namesIn(folder)
    .filter((name) => name.startsWith(start) && BROKEN_END.test(name.slice(start.length)))
    .map((name) => join(folder, name))
    .filter((broken) => lstatSync(broken, { throwIfNoEntry: false })?.isFile())
}

const BROKEN_END = new RegExp(`^\\d{8}T\\d{6}Z(?:${SIDE_FILES.join('|')})?$`)

/** Deletes what was moved aside, where that can be done. */
export const deleteBrokenFiles = (path: string): void => {
  for (const broken of brokenFilesOf(path)) {
    try {
      rmSync(broken, { force: true })
    } catch (error) {
      if (faultOf(error) === undefined) throw error
    }
  }
}

const namesIn = (folder: string): string[] => {
  try {
    assertOwnFolder(folder)
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** Moves a file and its log out of the way; of those that were moved before none stays. Answers the new name. */
const moveAside = (path: string, nowMs: number): string => {
  const stamp = new Date(nowMs).toISOString().replace(/[-:]|\.\d+/g, '')
  for (const old of brokenFilesOf(path)) rmSync(old, { force: true })
  const aside = `${path}.broken-${stamp}`
  renameSync(path, aside)
  for (const end of SIDE_FILES) if (existsSync(path + end)) renameSync(path + end, aside + end)
  return aside
}
