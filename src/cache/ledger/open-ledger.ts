import { existsSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { forgetFrames } from '../../base/kept-frames.ts'
import type { ControlRevision } from '../../contract/controls.ts'
import type { Lenient } from '../../contract/lenient.ts'
import type { Range } from '../../domain/calendar/calendar.ts'
import type { SecretHash } from '../../domain/secrets/mask-settings.ts'
import { noCreditDays } from '../../domain/usage/credit-days.ts'
import { packJson } from './codec/json-codec.ts'
import { packPage } from './codec/person-days-codec.ts'
import {
  creditBytes,
  heldDays,
  newestAt,
  packDays,
  readCreditDays,
  readCreditTotals,
  readDays,
  writeDays,
} from './day-rows.ts'
import {
  readReports,
  readRevision,
  readRevisions,
  revisionNumbers,
  writeReports,
  writeRevisions,
} from './kept-lists.ts'
import {
  type EnteredRows,
  type FailedExport,
  forgetEnteredRows,
  forgetKnownId,
  forgetLastExport,
  type LastExport,
  readEnteredRows,
  readFailedExports,
  readKnownIds,
  readLastExports,
  readOffer,
  writeFailedExport,
  writeKnownIds,
  writeLastExport,
  writeOffer,
} from './known-ids.ts'
import type { DayTable, FetchedDays, HeldRows, Ledger, UserWalk, WalkPage } from './ledger.ts'
import { type LedgerFile, type LedgerFileOptions, openLedgerFile } from './ledger-file.ts'
import {
  deleteOrphans,
  deletePartitions,
  ensurePartition,
  findPartition,
  keyHashOf,
  purgeTable,
  showPartition,
  type Tenant,
} from './partition.ts'
import { heldPersonDays, rawPages, readPersonDays, readRawPage } from './person-day-rows.ts'
import { createSecretHash } from './secret-hash.ts'
import { beginWalk, dropWalk, unfinishedWalk, writePage } from './walks.ts'

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
}

/** Opens the ledger of a key. The file is opened, and made, at the first call. */
export const openLedger = ({ path, salt, tenant, mode = 'write', run }: LedgerOptions): Ledger => {
  const file = openLedgerFile({ path, mode })
  const access = createAccess(file, keyHashOf(salt, tenant))
  /** Whether there is no file, so that a change that only removes rows need not make one. */
  const isMissing = (): boolean => file.isKept && !existsSync(path)
  return {
    get notice() {
      return file.notice
    },
    get isKept() {
      return file.isKept
    },
    orgId: access.orgId,
    setOrg: access.setOrg,
    newestAt: access.reading(newestAt, undefined),
    ...daysWith(access),
    ...walksWith(access),
    ...listsWith(access, createSecretHash(salt)),
    ...idsWith(access, () => mode === 'read' || isMissing()),
    purge: (...what) => {
      if (mode === 'write') forgetFrames(path, run)
      if (what.length === 0 || isMissing()) return
      access.purge(what)
      file.shrink()
      if (what.includes('all') && mode === 'write') access.forgetOrg()
    },
    close: file.close,
  }
}

type Rows<Params extends unknown[], T> = (database: DatabaseSync, partition: number, ...params: Params) => T

/** Reads and writes rows of the partition that is shown. */
const createAccess = (file: LedgerFile, keyHash: Uint8Array) => {
  /** The organisation that was set last; until then the one that the file shows. */
  let org: string | undefined
  const write = <T>(work: (database: DatabaseSync, partition: number) => T, otherwise: T): T =>
    file.write((database) => work(database, ensurePartition(database, keyHash, org)), otherwise)
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
          return partition ? rows(database, partition.id, ...params) : otherwise
        }, otherwise),
    /** A function that writes rows. */
    writing:
      <Params extends unknown[]>(rows: Rows<Params, void>) =>
      (...params: Params): void =>
        write((database, partition) => rows(database, partition, ...params), undefined),
    orgId: () => org ?? file.read((database) => findPartition(database, keyHash)?.orgId, undefined),
    setOrg: (orgId: string): void => {
      if (orgId === org) return
      org = orgId
      file.write((database) => showPartition(database, keyHash, orgId), undefined)
    },
    forgetOrg: (): void => {
      org = undefined
    },
    purge: (what: Parameters<Ledger['purge']>): void => {
      file.write((database) => {
        const partition = findPartition(database, keyHash, org)
        for (const one of what) {
          if (one === 'all') deletePartitions(database, keyHash)
          else if (partition) purgeTable(database, partition.id, one)
        }
      }, undefined)
      sweep()
    },
  }
}

type Access = ReturnType<typeof createAccess>

const daysWith = ({ reading, writing }: Access) => {
  const readAllDays = reading(readDays, [])
  const heldOfTable = reading(heldDays, [])
  const heldOfUsers = reading(heldPersonDays, [])
  return {
    heldDays: (table: DayTable | 'users', range: Range) =>
      table === 'users' ? heldOfUsers(range) : heldOfTable(table, range),
    readDays: <Row>(table: DayTable, range: Range) =>
      readAllDays(table, range, { isRaw: false, hasPeople: true }) as HeldRows<Row>[],
    readRawDays: (table: DayTable, range: Range) => readAllDays(table, range, { isRaw: true, hasPeople: true }),
    readCreditTotals: reading(readCreditTotals, []),
    creditBytes: reading(creditBytes, 0),
    readCreditDays: reading(readCreditDays, { days: [], people: noCreditDays().people }),
    writeDays: (table: DayTable, fetched: FetchedDays): void => {
      for (const batch of packDays(table, fetched)) writing(writeDays)(table, batch)
    },
  }
}

const walksWith = ({ reading, writing, write, sweep }: Access) => ({
  unfinishedWalk: reading(unfinishedWalk, undefined),
  beginWalk: (span: Range, startedAt: number): UserWalk =>
    write((database, partition) => beginWalk(database, partition, span, startedAt), {
      id: 0,
      span,
      startedAt,
      cursor: undefined,
      pages: 0,
    }),
  writePage: (walk: UserWalk, { chunk, rawRows, nextCursor, fetchedAt }: WalkPage): UserWalk => {
    const columns = packPage(chunk, walk.span.from)
    const page = { chunk, columns, raw: packJson(rawRows), nextCursor, fetchedAt }
    const after = write((database, partition) => writePage(database, partition, walk, page), {
      ...walk,
      cursor: nextCursor,
      pages: walk.pages + 1,
    })
    if (nextCursor === undefined) sweep()
    return after
  },
  dropWalk: (walk: UserWalk): void => {
    writing(dropWalk)(walk)
    sweep()
  },
  readPersonDays: reading(
    (database, partition, range: Range) => ({
      days: heldPersonDays(database, partition, range),
      chunks: readPersonDays(database, partition, range),
    }),
    { days: [], chunks: [] },
  ),
  rawPages: reading(rawPages, { pages: [], whole: [] }),
  readRawPage: reading(readRawPage, undefined),
})

const listsWith = ({ reading, writing }: Access, hash: SecretHash) => ({
  readReports: reading(readReports, { rows: [], fetchedAt: undefined }),
  writeReports: writing(writeReports),
  revisionNumbers: reading(revisionNumbers, { numbers: [], fetchedAt: undefined }),
  readRevisions: reading(readRevisions, { rows: [], fetchedAt: undefined }),
  readRevision: reading(readRevision, undefined),
  writeRevisions: writing(
    (database, partition, rows: readonly Lenient<ControlRevision>[], fetchedAt: number | undefined) =>
      writeRevisions(database, partition, rows, fetchedAt, hash),
  ),
})

/** @param isUnchangeable - Whether nothing can be moved out of the file. */
const idsWith = ({ reading, writing, write }: Access, isUnchangeable: () => boolean) => {
  const readEntered = reading(readEnteredRows, { ids: [], exports: [] })
  return {
    knownIds: reading(readKnownIds, []),
    rememberIds: (...[kind, ids, source, at]: Parameters<Ledger['rememberIds']>): void => {
      if (ids.length > 0) writing(writeKnownIds)(kind, ids, source, at)
    },
    forgetId: writing(forgetKnownId),
    lastExports: reading(readLastExports, new Map<string, LastExport>()),
    rememberExport: writing(writeLastExport),
    forgetExport: writing(forgetLastExport),
    moveEntered: (keep: (rows: EnteredRows) => boolean): void => {
      if (isUnchangeable()) return
      const rows = readEntered()
      if (rows.ids.length + rows.exports.length > 0 && keep(rows)) write(forgetEnteredRows, undefined)
    },
    failedExports: reading(readFailedExports, new Map<string, FailedExport>()),
    rememberFailedExport: writing(writeFailedExport),
    offer: reading(readOffer, undefined),
    writeOffer: writing(writeOffer),
  }
}
