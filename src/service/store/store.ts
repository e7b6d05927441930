import type { Day } from '../../contract/primitives.ts'
import { type Db, firstRow } from '../db/db.ts'
import { openDatabase } from '../db/open-store-file.ts'
import { isPostgresUrl } from '../db/postgres-url.ts'
import { createSqliteDb } from '../db/sqlite-db.ts'
import { dataTables } from '../db/tables.ts'
import { createDayStore, createPersonDayStore } from './analytics-store.ts'
import { createManagementStores } from './management-stores.ts'
import { createWikiStore, type WikiPage } from './wiki-store.ts'

/** The organisation's id if no import has set one. */
const DEFAULT_ORGANISATION = 'org_local'

/** The parts of a store, for reads and writes. */
export type Stores = {
  days: ReturnType<typeof createDayStore>
  personDays: ReturnType<typeof createPersonDayStore>
  wikis: ReturnType<typeof createWikiStore>
  readOrganisation: () => Promise<string>
  putOrganisation: (id: string) => Promise<void>
} & ReturnType<typeof createManagementStores>

/** What a route may use of a store. */
export type RequestStore = Stores & { write: <T>(work: (stores: Stores) => Promise<T>) => Promise<T> }

/** Creates the days that are missing, starting at a given day. */
type FillDays = (stores: Stores, from: Day) => Promise<void>

/** Parts of the demo that are created when they are first read. */
type Postponed = {
  fillDays?: FillDays
  /** Pages by wiki run; undefined if they are written at once. */
  pages: Map<string, readonly WikiPage[]> | undefined
}

const createStores = (db: Db, postponed: Postponed): Stores => {
  const beforeDays = async (from: Day): Promise<void> => {
    const { fillDays } = postponed
    if (fillDays) await db.write((transaction) => fillDays(createStores(transaction, postponed), from))
  }
  return {
    days: createDayStore(db, beforeDays),
    personDays: createPersonDayStore(db, beforeDays),
    wikis: createWikiStore(db, postponed.pages),
    ...createManagementStores(db),
    readOrganisation: async () => {
      const found = await firstRow<{ value: string }>(db, 'SELECT value FROM facts WHERE name = $1', ['organisation'])
      return found?.value ?? DEFAULT_ORGANISATION
    },
    putOrganisation: (id) => db.upsert('facts', [{ name: 'organisation', value: id }]),
  }
}

/**
 * All data of the service.
 *
 * @param db An open database. The store closes it.
 * @param isShared Whether other processes use the database too. If not, parts of the demo may be postponed.
 */
const storeOf = (db: Db, isShared: boolean) => {
  const postponed: Postponed = { pages: isShared ? undefined : new Map() }
  const store = {
    ...createStores(db, postponed),
    /** Sets a function that creates the days, starting at a given day. It is called before each read of days. */
    beforeDays: (fill: FillDays): void => {
      postponed.fillDays = fill
    },
    version: db.version,
    health: db.health,
    /** Whether the store has no data. Keys don't count as data. */
    isEmpty: async (): Promise<boolean> => {
      for (const table of dataTables) if (await firstRow(db, `SELECT 1 FROM ${table} LIMIT 1`)) return false
      return true
    },
    /** Runs `work` in a transaction: either all of its writes happen or none. Rethrows its errors. */
    write: ((work) =>
      db.write((transaction) =>
        work(createStores(transaction, postponed)),
      )) satisfies RequestStore['write'] as RequestStore['write'],
    /** The store for one request, whose statements are canceled when its client is gone. */
    withSignal: (signal: AbortSignal): RequestStore => {
      const own = db.withSignal(signal)
      return own === db ? store : { ...createStores(own, postponed), write: store.write }
    },
    close: db.close,
  }
  return store
}
export type Store = ReturnType<typeof storeOf>

/**
 * Opens a store.
 *
 * @param data Path of an SQLite file, or the URL of a PostgreSQL database. @default in memory
 * @throws AppError if it cannot be used.
 */
export const openStore = async (data?: string): Promise<Store> => {
  if (data === undefined || !isPostgresUrl(data)) return createStore(data)
  const { openPostgres } = await import('../db/postgres-db.ts')
  return storeOf(await openPostgres(data), true)
}

/**
 * Opens a store in one SQLite database.
 *
 * @param file Path of the data file. @default in memory
 * @throws AppError if the file cannot be used.
 */
export const createStore = (file?: string): Store =>
  storeOf(createSqliteDb(openDatabase(file), file !== undefined), file !== undefined)
