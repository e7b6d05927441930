import { usageError } from '../../base/errors.ts'
import type { Day } from '../../contract/primitives.ts'
import { addDays } from '../../domain/calendar/calendar.ts'
import { type Db, databaseNow, firstRow } from '../db/db.ts'
import { openDatabase } from '../db/open-store-file.ts'
import type { PostgresOptions } from '../db/postgres-db.ts'
import { isPostgresUrl } from '../db/postgres-url.ts'
import { createSqliteDb } from '../db/sqlite-db.ts'
import { dataTables } from '../db/tables.ts'
import { createDayStore, createPersonDayStore } from './analytics-store.ts'
import { createForgetting } from './forgetting.ts'
import { createLiveStore, type LiveRow } from './live-store.ts'
import { deriveMissingSums } from './live-sums.ts'
import { createManagementStores } from './management-stores.ts'
import { createOrganizationStores } from './organization-store.ts'
import { createPostponedRollups, type PostponedRollups } from './postponed-rollups.ts'
import { createRetention } from './retention.ts'
import {
  createRollupStore,
  deriveMissing,
  noChanges,
  type RollupChanges,
  type RollupParts,
  refreshRollups,
} from './rollups.ts'
import { createSaltReader, readSetting, writeSetting } from './settings.ts'
import { createSyncStore } from './sync-store.ts'
import { createTeamStores } from './team-store.ts'
import { createWikiStore, type WikiPage } from './wiki-store.ts'

/** The organisation's id if no import has set one. */
const DEFAULT_ORGANISATION = 'org_local'

/** The parts of a store, for reads and writes. */
export type Stores = {
  days: ReturnType<typeof createDayStore>
  personDays: ReturnType<typeof createPersonDayStore>
  forgetting: ReturnType<typeof createForgetting>
  rollups: ReturnType<typeof createRollupStore>
  wikis: ReturnType<typeof createWikiStore>
  retention: ReturnType<typeof createRetention>
  sync: ReturnType<typeof createSyncStore>
  readOrganisation: () => Promise<string>
  putOrganisation: (id: string) => Promise<number>
  fillLive: (now: number) => Promise<void>
  readSalt: ReturnType<typeof createSaltReader>
} & ReturnType<typeof createManagementStores> &
  ReturnType<typeof createOrganizationStores> &
  ReturnType<typeof createTeamStores> &
  ReturnType<typeof createLiveStore>

/** What a route may use of a store. */
export type RequestStore = Stores & {
  write: <T>(work: (stores: Stores) => Promise<T>) => Promise<T>
  /** A text that changes after every write of what analytics read. */
  version: () => Promise<string>
}

/** Creates the days that are missing, starting at a given day. */
type FillDays = { fill: (stores: Stores, from: Day) => Promise<void>; lastDay: Day }

/** Parts that are created when they are first read. */
type Postponed = {
  days?: FillDays
  /** Pages by wiki run; undefined if they are written at once. */
  pages: Map<string, readonly WikiPage[]> | undefined
  /** Rows of today up to a time that the demo has not stored yet. */
  live?: (now: number) => LiveRow[]
  /** Facts and rollups; undefined if they are derived at once. */
  rollups: PostponedRollups | undefined
}

/**
 * @param parts.changes The changes of the transaction; undefined outside of one.
 * @param parts.analytics Where analytics are read, which may be some seconds behind `db`. @default db
 */
const createStores = (
  db: Db,
  postponed: Postponed,
  { changes, analytics = db }: { changes?: RollupChanges; analytics?: Db } = {},
): Stores => {
  const beforeDays = async (from: Day): Promise<void> => {
    const { days } = postponed
    if (days) await inTransaction(db, postponed, (stores) => days.fill(stores, from))
  }
  const change: RollupParts['change'] = (work) =>
    changes ? work(db, changes) : inTransaction(db, postponed, (_stores, own, ownChanges) => work(own, ownChanges))
  const isPostponed = postponed.rollups !== undefined
  const personDays = createPersonDayStore(analytics, { beforeRead: beforeDays, change, isPostponed })
  const days = createDayStore(analytics, beforeDays)
  const readSalt = createSaltReader(db)
  return {
    days,
    personDays,
    forgetting: createForgetting(db, { days, personDays, readSalt }),
    rollups: createRollupStore(analytics, {
      change,
      beforeRead: async (window) => {
        if (postponed.days) await beforeDays(addDays(postponed.days.lastDay, 1 - window))
        await postponed.rollups?.derive(db, window)
      },
    }),
    wikis: createWikiStore(db, postponed.pages),
    sync: createSyncStore(db, analytics),
    ...createManagementStores(db),
    ...createOrganizationStores(db),
    ...createTeamStores(db),
    ...createLiveStore(db),
    /** Stores the activity of the demo up to a time. Does nothing without a demo. */
    fillLive: async (now: number): Promise<void> => {
      const rows = postponed.live?.(now) ?? []
      if (rows.length > 0) await inTransaction(db, postponed, (stores) => stores.live.put(rows, now))
    },
    retention: createRetention(db, change),
    readOrganisation: async () => (await readSetting(db, 'organisation')) ?? DEFAULT_ORGANISATION,
    readSalt,
    putOrganisation: (id) => writeSetting(db, 'organisation', id),
  }
}

/** Runs `work` in a transaction, then refreshes what depends on its changes, and then runs `atEnd`. */
const inTransaction = <T>(
  db: Db,
  postponed: Postponed,
  work: (stores: Stores, db: Db, changes: RollupChanges) => Promise<T>,
  atEnd: (stores: Stores) => Promise<void> = async () => {},
): Promise<T> =>
  db.write(async (transaction) => {
    const changes = noChanges()
    const stores = createStores(transaction, postponed, { changes })
    const result = await work(stores, transaction, changes)
    if (postponed.rollups) postponed.rollups.add(changes)
    else await refreshRollups(transaction, changes)
    await atEnd(stores)
    return result
  })

/**
 * All data of the service.
 *
 * @param db An open database. The store closes it.
 * @param isShared Whether other processes use the database too. If not, parts of the demo may be postponed.
 */
export const storeOf = (db: Db, isShared: boolean) => {
  const postponed: Postponed = isShared
    ? { pages: undefined, rollups: undefined }
    : { pages: new Map(), rollups: createPostponedRollups() }
  const store = {
    ...createStores(db, postponed),
    /** Sets a function that creates the activity of today. It is called before it is read. */
    beforeLive: (live: (now: number) => LiveRow[]): void => {
      postponed.live = live
    },
    /** Sets a function that creates the days, up to the last one. It is called before each read of days. */
    beforeDays: (days: FillDays): void => {
      postponed.days = days
    },
    version: db.version,
    health: db.health,
    /** Unix milliseconds by the database's clock. */
    now: () => databaseNow(db),
    /** Whether the store has no data. Keys don't count as data. */
    isEmpty: async (): Promise<boolean> => {
      for (const table of dataTables) if (await firstRow(db, `SELECT 1 FROM ${table} LIMIT 1`)) return false
      return true
    },
    /**
     * Runs `work` in a transaction: either all of its writes happen or none. Rethrows its errors.
     *
     * @param atEnd Runs as the last part of the transaction, after rollups are refreshed, which may take a minute.
     */
    write: <T>(work: (stores: Stores) => Promise<T>, atEnd?: (stores: Stores) => Promise<void>): Promise<T> =>
      inTransaction(db, postponed, work, atEnd),
    /** The store for one request, whose statements are canceled when its client is gone. */
    withSignal: (signal: AbortSignal): RequestStore => {
      const own = db.withSignal(signal)
      if (own === db) return store
      const analytics = own.replica()
      return { ...createStores(own, postponed, { analytics }), write: store.write, version: analytics.version }
    },
    close: async (): Promise<void> => {
      await store.keys.flushUses()
      await db.close()
    },
  }
  return store
}
export type Store = ReturnType<typeof storeOf>

/**
 * Opens a store.
 *
 * @param data Path of an SQLite file, or the URL of a PostgreSQL database. @default in memory
 * @param options For a PostgreSQL database only.
 * @throws AppError if it cannot be used.
 */
export const openStore = async (data?: string, options: PostgresOptions = {}): Promise<Store> => {
  if (options.hasReplica && (data === undefined || !isPostgresUrl(data)))
    throw usageError('--replica requires a PostgreSQL database: name its hosts with --data.')
  if (data === undefined) return createStore()
  const db = await openDb(data, options)
  try {
    await deriveMissing(db)
    await deriveMissingSums(db)
  } catch (error) {
    await db.close()
    throw error
  }
  return storeOf(db, true)
}

const openDb = async (data: string, options: PostgresOptions): Promise<Db> => {
  if (!isPostgresUrl(data)) return createSqliteDb(openDatabase(data), true)
  const { openPostgres } = await import('../db/postgres-db.ts')
  return openPostgres(data, options)
}

/**
 * Opens a store in one SQLite database.
 *
 * @param file Path of the data file. @default in memory
 * @throws AppError if the file cannot be used.
 */
export const createStore = (file?: string): Store =>
  storeOf(createSqliteDb(openDatabase(file), file !== undefined), file !== undefined)
