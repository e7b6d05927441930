import { existsSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { AppError } from '../../base/errors.ts'
import type { LongList } from '../../base/long-list.ts'
import { deleteFrames } from '../../base/saved-frames.ts'
import type { ControlRevision } from '../../contract/controls.ts'
import type { Lenient } from '../../contract/lenient.ts'
import type { Range } from '../../domain/calendar/calendar.ts'
import { createMemoryEntered, type EnteredStore } from '../../domain/entered/entered.ts'
import { noCreditDays } from '../../domain/usage/credit-days.ts'
import { packJson } from './codec/json-codec.ts'
import { packPage } from './codec/person-days-codec.ts'
import * as days from './day-rows.ts'
import { createEnteredIds } from './entered-ids.ts'
import type { Part } from './file/prepared.ts'
import type {
  CachedRows,
  DayTable,
  FailedExport,
  FetchedDays,
  KnownId,
  KnownKind,
  LastExport,
  UserWalk,
  WalkPage,
} from './ledger.ts'
import { type LedgerFile, type LedgerFileOptions, openLedgerFile } from './ledger-file.ts'
import * as lists from './lists.ts'
import { readPart as readStoredPart, withLongLists } from './long-lists.ts'
import {
  deleteOldEntered,
  deleteOrphans,
  deletePartitions,
  ensurePartition,
  findPartition,
  keyHashOf,
  type PurgeTarget,
  purgeTable,
  readEmails,
  readOldEntered,
  showPartition,
  type Tenant,
} from './partition.ts'
import * as personDays from './person-day-rows.ts'
import { createSecretHash } from './secret-hash.ts'
import * as walks from './walks.ts'

export type LedgerOptions = Pick<LedgerFileOptions, 'path'> & {
  /** The salt of this machine: see config/machine-salt.ts. */
  salt: Uint8Array
  /** The owner of the rows. The key itself is not stored. */
  tenant: Tenant
  /**
   * `write` may create, repair and write the file. `read` only reads it: several processes may read while another
   * writes. In `read` mode a missing or unreadable file returns empty results without a notice.
   * @default 'write'
   */
  mode?: LedgerFileOptions['mode']
  /** Name of this run, recorded when a refused key deletes the saved frames: see base/saved-frames.ts. */
  run?: string | undefined
  /**
   * Stores ids that users entered and paths of exports. They survive when the file is cleared, corrupt or deleted, and
   * when the key is refused.
   * @default in memory
   */
  entered?: EnteredStore
}

/** The stored data of one organisation for one key. Calls are synchronous. A corrupt file does not make them throw. */
export type Ledger = ReturnType<typeof openLedger>

/** Opens the ledger of a key. The file is opened, or created, at the first call. */
export const openLedger = ({
  path,
  salt,
  tenant,
  mode = 'write',
  run,
  entered = createMemoryEntered(),
}: LedgerOptions) => {
  const keyHash = keyHashOf(salt, tenant)
  /** Moves ids that users entered out of the file of an earlier version. */
  const onOpened = (database: DatabaseSync): void => {
    const rows = readOldEntered(database, keyHash)
    if (rows.length > 0 && ids.takeOld(rows)) deleteOldEntered(database, keyHash)
  }
  const file = openLedgerFile({ path, mode, onOpened })
  const access = createAccess(file, keyHash)
  const ids = createEnteredIds({ entered, salt, orgId: access.orgId })
  return {
    /** Why data or earlier data is not cached, as one sentence; undefined if the cache works. */
    get notice() {
      return file.notice ?? entered.notice
    },
    /**
     * Whether written data survives this process. False for a demo, a file of a newer version and an unwritable file.
     */
    get isKept() {
      return file.isKept
    },
    /** The current organisation; undefined before the first response that names one. */
    orgId: access.orgId,
    /**
     * Sets the organisation of the rows that follow. Rows of other organisations under the same key stay stored but
     * hidden. Rows written before the first organisation was named belong to that organisation.
     */
    setOrg: (orgId: string): void => {
      if (access.setOrg(orgId)) ids.showOrg(orgId)
    },
    ...dayMethods(access),
    ...walkMethods(access),
    ...listMethods(access, salt),
    ...idMethods(access, ids),
    /** Deletes data that a refused key may no longer see: some tables, or everything of this key. */
    purge: (...what: (PurgeTarget | 'all')[]): void => {
      if (mode === 'write') deleteFrames(path, run)
      // Don't create a file only to delete rows.
      if (what.length === 0 || (file.isKept && !existsSync(path))) return
      access.purge(what)
      file.shrink()
      if (what.includes('all') && mode === 'write') access.forgetOrg()
    },
    close: file.close,
  }
}

type Rows<Params extends unknown[], T> = (part: Part, ...params: Params) => T

/** Reads and writes rows of the current partition. */
const createAccess = (file: LedgerFile, keyHash: Uint8Array) => {
  /** The organisation set by `setOrg`. Until then the file determines it. */
  let org: string | undefined
  const write = <T>(work: (part: Part) => T, otherwise: T): T =>
    file.write((database) => work({ database, partition: ensurePartition(database, keyHash, org) }), otherwise)
  /** Deletes the rows of deleted walks and partitions, in short transactions. */
  const sweep = (): void => {
    while (file.write(deleteOrphans, false));
  }
  return {
    write,
    sweep,
    /** Returns a function that reads rows; it returns `otherwise` if the partition does not exist. */
    reading:
      <Params extends unknown[], T>(rows: Rows<Params, T>, otherwise: T) =>
      (...params: Params): T =>
        file.read((database) => {
          const partition = findPartition(database, keyHash, org)
          return partition ? rows({ database, partition: partition.id }, ...params) : otherwise
        }, otherwise),
    writing:
      <Params extends unknown[]>(rows: Rows<Params, void>) =>
      (...params: Params): void =>
        write((part) => rows(part, ...params), undefined),
    orgId: (): string | undefined => org ?? file.read((database) => findPartition(database, keyHash)?.orgId, undefined),
    /** @returns Whether the organisation changed. */
    setOrg: (orgId: string): boolean => {
      if (orgId === org) return false
      org = orgId
      file.write((database) => showPartition(database, keyHash, orgId), undefined)
      return true
    },
    forgetOrg: (): void => {
      org = undefined
    },
    purge: (what: readonly (PurgeTarget | 'all')[]): void => {
      file.write((database) => {
        const partition = findPartition(database, keyHash, org)
        for (const one of what) {
          if (one === 'all') deletePartitions(database, keyHash)
          else if (partition) purgeTable({ database, partition: partition.id }, one)
        }
      }, undefined)
      sweep()
    },
  }
}

type Access = ReturnType<typeof createAccess>

const dayMethods = ({ reading, writing }: Access) => {
  const readStoredDays = reading(days.readDays, [])
  const readPart = reading(readStoredPart, undefined)
  /** The lists read their parts when they are iterated. They throw if the part is no longer cached. */
  const readAllDays = (table: DayTable, range: Range, isRaw: boolean): CachedRows<Record<string, unknown>>[] =>
    readStoredDays(table, range, { isRaw, hasPeople: true }).map(({ listsId: id, ...cached }) => {
      if (id === undefined) return cached
      const { day } = cached
      const readItems = (list: number, place: number): unknown[] => {
        const items = readPart({ table, day, id, list, place, isRaw })
        if (items) return items
        throw new AppError('incomplete', `Another process removed ${day} from the cache. Run the command again.`)
      }
      return { ...cached, rows: withLongLists(cached.rows, id, readItems) }
    })
  const unpackedDays = reading(days.unpackedDays, [])
  const readCreditDays = reading(days.readCreditDays, { days: [], people: noCreditDays().people })
  const cachedOfTable = reading(days.cachedDays, [])
  const cachedOfUsers = reading(personDays.cachedPersonDays, [])
  return {
    newestAt: reading(days.newestAt, undefined),
    cachedDays: (table: DayTable | 'users', range: Range) =>
      table === 'users' ? cachedOfUsers(range) : cachedOfTable(table, range),
    /**
     * All cached days of the range, each with all of its rows. It may return fewer days than `cachedDays`: another
     * process may have cleared the file since, and days with unreadable rows are omitted.
     */
    readDays: <Row>(table: DayTable, range: Range) => readAllDays(table, range, false) as CachedRows<Row>[],
    /** Rows as received from the API. A long list in them is a {@link LongList}. */
    readRawDays: (table: DayTable, range: Range): CachedRows<unknown>[] => readAllDays(table, range, true),
    readCreditTotals: reading(days.readCreditTotals, []),
    creditBytes: reading(days.creditBytes, 0),
    /** In `read` mode, days with very many users are missing until a process in `write` mode has read them once. */
    readCreditDays: (range: Range) => {
      for (const day of unpackedDays(range)) writing(days.packLongDay)(day)
      return readCreditDays(range)
    },
    writeDays: (table: DayTable, fetched: FetchedDays): void => {
      for (const batch of days.packDays(table, fetched)) writing(days.writeDays)(table, batch)
    },
  }
}

const walkMethods = ({ reading, writing, write, sweep }: Access) => ({
  unfinishedWalk: reading(walks.unfinishedWalk, undefined),
  beginWalk: (span: Range, startedAt: number): UserWalk =>
    write((part) => walks.beginWalk(part, span, startedAt), {
      id: 0,
      span,
      startedAt,
      cursor: undefined,
      pages: 0,
    }),
  /** Stores a page. One without `nextCursor` completes the walk: its days are then cached and replace older rows. */
  writePage: (walk: UserWalk, { chunk, rawRows, nextCursor, fetchedAt }: WalkPage): UserWalk => {
    const columns = packPage(chunk, walk.span.from)
    const page = { chunk, columns, raw: packJson(rawRows), nextCursor, fetchedAt }
    const after = write((part) => walks.writePage(part, walk, page), {
      ...walk,
      cursor: nextCursor,
      pages: walk.pages + 1,
    })
    if (nextCursor === undefined) sweep()
    return after
  },
  dropWalk: (walk: UserWalk): void => {
    writing(walks.dropWalk)(walk)
    sweep()
  },
  /**
   * Rows of the range from complete and unfinished walks, the newer row of a (person, day) last, and the days whose
   * rows are complete.
   */
  readPersonDays: reading(
    (part, range: Range) => ({
      days: personDays.cachedPersonDays(part, range),
      chunks: personDays.readPersonDays(part, range),
    }),
    { days: [], chunks: [] },
  ),
  /** Raw rows are read page by page: thousands of people over months don't fit into memory at once. */
  rawPages: reading(personDays.rawPages, { pages: [], whole: [] }),
  readRawPage: reading(personDays.readRawPage, undefined),
  emails: reading(readEmails, []),
})

const listMethods = ({ reading, writing }: Access, salt: Uint8Array) => {
  const hash = createSecretHash(salt)
  return {
    readReports: reading(lists.readReports, { rows: [], fetchedAt: undefined }),
    writeReports: writing(lists.writeReports),
    revisionNumbers: reading(lists.revisionNumbers, { numbers: [], fetchedAt: undefined }),
    readRevisions: reading(lists.readRevisions, { rows: [], fetchedAt: undefined }),
    readRevision: reading(lists.readRevision, undefined),
    writeRevisions: writing((part, rows: readonly Lenient<ControlRevision>[], fetchedAt: number | undefined) =>
      lists.writeRevisions(part, rows, fetchedAt, hash),
    ),
    failedExports: reading(lists.readFailedExports, new Map<string, FailedExport>()),
    rememberFailedExport: writing(lists.writeFailedExport),
    /** The server's extensions beyond the endpoints that all servers have; undefined if they were not requested yet. */
    offer: reading(lists.readOffer, undefined),
    writeOffer: writing(lists.writeOffer),
  }
}

const idMethods = ({ reading, writing }: Access, ids: ReturnType<typeof createEnteredIds>) => {
  const seenIds = reading(lists.readSeenIds, [])
  const rememberSeen = writing(lists.writeSeenIds)
  const forgetSeen = writing(lists.deleteSeenId)
  const forgetFailed = writing(lists.deleteFailedExport)
  return {
    /** Ids of a kind: ids that users entered, then ids from responses. */
    knownIds: (kind: KnownKind): KnownId[] => ids.joined(kind, seenIds(kind)),
    /** Stores ids from a response. @param at Unix ms. */
    rememberIds: (kind: KnownKind, seen: readonly Pick<KnownId, 'id' | 'name'>[], at: number): void => {
      if (seen.length > 0) rememberSeen(kind, seen, at)
    },
    /** Stores ids that users entered. */
    addIds: ids.add,
    /** Removes an id. For a wiki run, its last and its failed export are removed too. */
    forgetId: (kind: KnownKind, id: string): void => {
      ids.remove(kind, id)
      forgetSeen(kind, id)
    },
    lastExports: ids.lastExports,
    rememberExport: (run: string, exported: LastExport): void => {
      ids.rememberExport(run, exported)
      forgetFailed(run)
    },
    forgetExport: ids.forgetExport,
  }
}
