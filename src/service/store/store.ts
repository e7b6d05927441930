import type { DatabaseSync } from 'node:sqlite'
import type { Day } from '../../contract/primitives.ts'
import { createDayStore, createPersonDayStore } from './analytics-store.ts'
import { createManagementStores } from './management-stores.ts'
import { openDatabase } from './open-store-file.ts'
import { dataTables, preparePut, rowOf } from './tables.ts'
import { createWikiStore } from './wiki-store.ts'

/** What an organisation is called as long as nobody says otherwise. */
const DEFAULT_ORGANISATION = 'org_local'

/**
 * Everything the service knows, in one SQLite database.
 *
 * @param file Path of the data file; in memory when left out.
 * @throws AppError when the file cannot be used.
 */
export const createStore = (file?: string) => {
  const database = openDatabase(file)
  const putFact = preparePut(database, 'facts')
  const selectFact = database.prepare('SELECT value FROM facts WHERE name = ?')
  const countChanges = database.prepare('SELECT total_changes() AS changes')
  const readVersion = database.prepare('PRAGMA data_version')
  // What is in memory is written by this process alone.
  const othersVersion = (): unknown => (file === undefined ? undefined : readVersion.get()?.data_version)
  let fillDays = (_from: Day): void => {}
  return {
    days: createDayStore(database, (from) => fillDays(from)),
    personDays: createPersonDayStore(database, (from) => fillDays(from)),
    /** Has days filled in from one on, each time before they are read. */
    beforeDays: (fill: (from: Day) => void): void => {
      fillDays = fill
    },
    wikis: createWikiStore(database, file !== undefined),
    ...createManagementStores(database),
    readOrganisation: (): string =>
      rowOf<{ value: string }>(selectFact.get('organisation'))?.value ?? DEFAULT_ORGANISATION,
    putOrganisation: (id: string): void => putFact({ name: 'organisation', value: id }),
    /** Another text whenever something was written, by this process or another. */
    version: (): string => `${countChanges.get()?.changes} ${othersVersion()}`,
    /** Whether it holds no data at all; keys do not count. */
    isEmpty: (): boolean => isEmpty(database),
    /** Runs `work` so that all of its writes happen, or none; what it throws is thrown on. */
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
