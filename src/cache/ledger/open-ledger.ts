import { existsSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { forgetFrames } from '../../base/kept-frames.ts'
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
  DayTable,
  FailedExport,
  FetchedDays,
  HeldRows,
  KnownId,
  KnownKind,
  LastExport,
  UserWalk,
  WalkPage,
} from './ledger.ts'
import { type LedgerFile, type LedgerFileOptions, openLedgerFile } from './ledger-file.ts'
import * as lists from './lists.ts'
import {
  deleteOldEntered,
  deleteOrphans,
  deletePartitions,
  ensurePartition,
  findPartition,
  keyHashOf,
  type Purged,
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
  /** The machine's: see config/machine-salt.ts. */
  salt: Uint8Array
  /** Whose rows these are. The key itself is not kept. */
  tenant: Tenant
  /**
   * Whether the file may be made, mended and written. To read, several may look at one file that another writes; what is not
   * there or cannot be read is an empty answer without a notice.
   * @default 'write'
   */
  mode?: LedgerFileOptions['mode']
  /** Name of the run whose refusals delete pictures: see base/kept-frames.ts. */
  run?: string | undefined
  /**
   * Where the ids that people entered and paths of exports of the tenant are stored: they are there when the file is cleared, damaged
   * or deleted, or the key is refused. @default in memory
   */
  entered?: EnteredStore
}

/** What is stored of one organisation for one key. All calls are synchronous; none throws for a broken file. */
export type Ledger = ReturnType<typeof openLedger>

/** Opens the ledger of a key. The file is opened, and made, at the first call. */
export const openLedger = ({
  path,
  salt,
  tenant,
  mode = 'write',
  run,
  entered = createMemoryEntered(),
}: LedgerOptions) => {
  const keyHash = keyHashOf(salt, tenant)
  /** Moves out what people entered in an earlier version. */
  const onOpened = (database: DatabaseSync): void => {
    const rows = readOldEntered(database, keyHash)
    if (rows.length > 0 && ids.takeOld(rows)) deleteOldEntered(database, keyHash)
  }
  const file = openLedgerFile({ path, mode, onOpened })
  const access = createAccess(file, keyHash)
  const ids = createEnteredIds({ entered, salt, orgId: access.orgId })
  return {
    /** Why nothing, or nothing of before, is kept, as one sentence; undefined when all is well. */
    get notice() {
      return file.notice ?? entered.notice
    },
    /** Whether what is written will be there tomorrow. False for a demo's, a newer version's or an unwritable file. */
    get isKept() {
      return file.isKept
    },
    /** The organisation whose rows are shown; undefined before the first answer that names one. */
    orgId: access.orgId,
    /**
     * Sets whose rows follow: rows of another organisation under the same key are neither shown nor lost. What was written before
     * the first one was named is its own.
     */
    setOrg: (orgId: string): void => {
      if (access.setOrg(orgId)) ids.showOrg(orgId)
    },
    ...daysWith(access),
    ...walksWith(access),
    ...listsWith(access, salt),
    ...idsWith(access, ids),
    /** Removes what a refused key must not see any more: some tables, or everything of this key. */
    purge: (...what: (Purged | 'all')[]): void => {
      if (mode === 'write') forgetFrames(path, run)
      // A change that only removes rows need not make a file.
      if (what.length === 0 || (file.isKept && !existsSync(path))) return
      access.purge(what)
      file.shrink()
      if (what.includes('all') && mode === 'write') access.forgetOrg()
    },
    close: file.close,
  }
}

type Rows<Params extends unknown[], T> = (part: Part, ...params: Params) => T

/** Reads and writes rows of the partition that is shown. */
const createAccess = (file: LedgerFile, keyHash: Uint8Array) => {
  /** The organisation that was set last; until then the one that the file shows. */
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
    /** A function that reads rows; `otherwise` where there is no partition. */
    reading:
      <Params extends unknown[], T>(rows: Rows<Params, T>, otherwise: T) =>
      (...params: Params): T =>
        file.read((database) => {
          const partition = findPartition(database, keyHash, org)
          return partition ? rows({ database, partition: partition.id }, ...params) : otherwise
        }, otherwise),
    /** A function that writes rows. */
    writing:
      <Params extends unknown[]>(rows: Rows<Params, void>) =>
      (...params: Params): void =>
        write((part) => rows(part, ...params), undefined),
    orgId: (): string | undefined => org ?? file.read((database) => findPartition(database, keyHash)?.orgId, undefined),
    /** @returns Whether it was another one before. */
    setOrg: (orgId: string): boolean => {
      if (orgId === org) return false
      org = orgId
      file.write((database) => showPartition(database, keyHash, orgId), undefined)
      return true
    },
    forgetOrg: (): void => {
      org = undefined
    },
    purge: (what: readonly (Purged | 'all')[]): void => {
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

const daysWith = ({ reading, writing }: Access) => {
  const readAllDays = reading(days.readDays, [])
  const heldOfTable = reading(days.heldDays, [])
  const heldOfUsers = reading(personDays.heldPersonDays, [])
  return {
    newestAt: reading(days.newestAt, undefined),
    heldDays: (table: DayTable | 'users', range: Range) =>
      table === 'users' ? heldOfUsers(range) : heldOfTable(table, range),
    /**
     * All days of the range that are held, each with all of its rows: between a look at what is held and this, another process may
     * have cleared the file, and rows that cannot be read count as not held.
     */
    readDays: <Row>(table: DayTable, range: Range) =>
      readAllDays(table, range, { isRaw: false, hasPeople: true }) as HeldRows<Row>[],
    /** Rows as they came from the API. */
    readRawDays: (table: DayTable, range: Range): HeldRows<unknown>[] =>
      readAllDays(table, range, { isRaw: true, hasPeople: true }),
    readCreditTotals: reading(days.readCreditTotals, []),
    creditBytes: reading(days.creditBytes, 0),
    readCreditDays: reading(days.readCreditDays, { days: [], people: noCreditDays().people }),
    writeDays: (table: DayTable, fetched: FetchedDays): void => {
      for (const batch of days.packDays(table, fetched)) writing(days.writeDays)(table, batch)
    },
  }
}

const walksWith = ({ reading, writing, write, sweep }: Access) => ({
  unfinishedWalk: reading(walks.unfinishedWalk, undefined),
  beginWalk: (span: Range, startedAt: number): UserWalk =>
    write((part) => walks.beginWalk(part, span, startedAt), {
      id: 0,
      span,
      startedAt,
      cursor: undefined,
      pages: 0,
    }),
  /** Rows of a page; a cursor of undefined ends the walk: its days are held, and older rows of these days are dropped. */
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
   * Rows of the range: of complete walks and of unfinished ones, the newer row of a (person, day) last; and the days of which
   * they are all that there are.
   */
  readPersonDays: reading(
    (part, range: Range) => ({
      days: personDays.heldPersonDays(part, range),
      chunks: personDays.readPersonDays(part, range),
    }),
    { days: [], chunks: [] },
  ),
  /** Thousands of people over months are more than fits into memory at once: they are read page by page. */
  rawPages: reading(personDays.rawPages, { pages: [], whole: [] }),
  readRawPage: reading(personDays.readRawPage, undefined),
  emails: reading(readEmails, []),
})

const listsWith = ({ reading, writing }: Access, salt: Uint8Array) => {
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
    /** What the server was found to have beyond the endpoints that all have; undefined: it was not asked yet. */
    offer: reading(lists.readOffer, undefined),
    writeOffer: writing(lists.writeOffer),
  }
}

const idsWith = ({ reading, writing }: Access, ids: ReturnType<typeof createEnteredIds>) => {
  const seenIds = reading(lists.readSeenIds, [])
  const rememberSeen = writing(lists.writeSeenIds)
  const forgetSeen = writing(lists.deleteSeenId)
  const forgetFailed = writing(lists.deleteFailedExport)
  return {
    /** Ids of a kind: those that people entered, then those of answers. */
    knownIds: (kind: KnownKind): KnownId[] => ids.joined(kind, seenIds(kind)),
    /** Stores ids that stood in an answer. @param at Unix ms. */
    rememberIds: (kind: KnownKind, seen: readonly Pick<KnownId, 'id' | 'name'>[], at: number): void => {
      if (seen.length > 0) rememberSeen(kind, seen, at)
    },
    /** Stores ids that people entered. */
    addIds: ids.add,
    /** Removes an id, of a wiki run its last and its failed export too. */
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
