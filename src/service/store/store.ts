import type { DatabaseSync } from 'node:sqlite'
import type { Day } from '../../contract/primitives.ts'
import { createDayStore, createPersonDayStore } from './analytics-store.ts'
import { createManagementStores } from './management-stores.ts'
import { openDatabase } from './open-store-file.ts'
import { dataTables, preparePut, rowOf } from './tables.ts'
import { createWikiStore } from './wiki-store.ts'

/** The organisation's id if no import has set one. */
const DEFAULT_ORGANISATION = 'org_local'

/**
 * All data of the service, in one SQLite database.
 *
 * @param file Path of the data file. @default in memory
 * @throws AppError if the file cannot be used.
 */
export const createStore = (file?: string) => {
  const database = openDatabase(file)
  const putFact = preparePut(database, 'facts')
  const selectFact = database.prepare('SELECT value FROM facts WHERE name = ?')
  const countChanges = database.prepare('SELECT total_changes() AS changes')
  const readVersion = database.prepare('PRAGMA data_version')
  // No other process can write to an in-memory database.
  const othersVersion = (): unknown => (file === undefined ? undefined : readVersion.get()?.data_version)
  let fillDays = (_from: Day): void => {}
  return {
    days: createDayStore(database, (from) => fillDays(from)),
    personDays: createPersonDayStore(database, (from) => fillDays(from)),
    /** Sets a function that creates the days, starting at a given day. It is called before each read of days. */
    beforeDays: (fill: (from: Day) => void): void => {
      fillDays = fill
    },
    wikis: createWikiStore(database, file !== undefined),
    ...createManagementStores(database),
    readOrganisation: (): string =>
      rowOf<{ value: string }>(selectFact.get('organisation'))?.value ?? DEFAULT_ORGANISATION,
    putOrganisation: (id: string): void => putFact({ name: 'organisation', value: id }),
    /** A text that changes after every write, by this process or another. */
    version: (): string => `${countChanges.get()?.changes} ${othersVersion()}`,
    /** Whether the store has no data. Keys don't count as data. */
    isEmpty: (): boolean => isEmpty(database),
    /** Runs `work` in a transaction: either all of its writes happen or none. Rethrows its errors. */
    write: <T>(work: () => T): T => write(database, work),
    close: (): void => {
      if (database.isOpen) database.close()
    },
  }
}
export type Store = ReturnType<typeof createStore>

const write = <T>(database: DatabaseSync, work: () => T): T => {
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    database.exec('COMMIT')
    return result
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}

const isEmpty = (database: DatabaseSync): boolean =>
  dataTables.every((table) => database.prepare(`SELECT 1 FROM ${table} LIMIT 1`).get() === undefined)
