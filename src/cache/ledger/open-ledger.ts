import { existsSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { forgetFrames } from '../../base/kept-frames.ts'
import type { Range } from '../../domain/calendar/calendar.ts'
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
  forgetEnteredRows,
  forgetKnownId,
  readEnteredRows,
  readKnownIds,
  readOffer,
  writeKnownIds,
  writeOffer,
} from './known-ids.ts'
import {
  forgetLastExport,
  readFailedExports,
  readLastExports,
  writeFailedExport,
  writeLastExport,
} from './last-exports.ts'
import type { DayTable, HeldRows, Ledger } from './ledger.ts'
import { type LedgerFileOptions, openLedgerFile } from './ledger-file.ts'
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
  const keyHash = keyHashOf(salt, tenant)
  const hash = createSecretHash(salt)
  const file = openLedgerFile({ path, mode })
  /** The organisation that was told last; until then the one that the file shows. */
  let org: string | undefined

  type Rows<Params extends unknown[], T> = (database: DatabaseSync, partition: number, ...params: Params) => T

  /** A function that reads rows of the partition that is shown; `otherwise` where there is none. */
  const reading =
    <Params extends unknown[], T>(rows: Rows<Params, T>, otherwise: T) =>
    (...params: Params): T =>
      file.read((database) => {
        const partition = findPartition(database, keyHash, org)
        return partition ? rows(database, partition.id, ...params) : otherwise
      }, otherwise)

  const write = <T>(work: (database: DatabaseSync, partition: number) => T, otherwise: T): T =>
    file.write((database) => work(database, ensurePartition(database, keyHash, org)), otherwise)

  /** A function that writes rows of this partition. */
  const writing =
    <Params extends unknown[]>(rows: Rows<Params, void>) =>
    (...params: Params): void =>
      write((database, partition) => rows(database, partition, ...params), undefined)

  /** Deletes the rows of deleted walks and partitions, in short transactions. */
  const sweep = (): void => {
    while (file.write(deleteOrphans, false));
  }

  const readEntered = reading(readEnteredRows, { ids: [], exports: [] })
  const readAllDays = reading(readDays, [])
  const heldOfTable = reading(heldDays, [])
  const heldOfUsers = reading(heldPersonDays, [])

  return {
    get notice() {
      return file.notice
    },
    get isKept() {
      return file.isKept
    },
    orgId: () => org ?? file.read((database) => findPartition(database, keyHash)?.orgId, undefined),
    setOrg: (orgId) => {
      if (orgId === org) return
      org = orgId
      file.write((database) => showPartition(database, keyHash, orgId), undefined)
    },

    newestAt: reading(newestAt, undefined),
    heldDays: (table, range) => (table === 'users' ? heldOfUsers(range) : heldOfTable(table, range)),
    readDays: <Row>(table: DayTable, range: Range) =>
      readAllDays(table, range, { isRaw: false, hasPeople: true }) as HeldRows<Row>[],
    readRawDays: (table, range) => readAllDays(table, range, { isRaw: true, hasPeople: true }),
    readCreditTotals: reading(readCreditTotals, []),
    creditBytes: reading(creditBytes, 0),
    readCreditDays: reading(readCreditDays, { days: [], people: noCreditDays().people }),
    writeDays: (table, fetched) => {
      for (const batch of packDays(table, fetched)) writing(writeDays)(table, batch)
    },

    unfinishedWalk: reading(unfinishedWalk, undefined),
    beginWalk: (span, startedAt) =>
      write((database, partition) => beginWalk(database, partition, span, startedAt), {
        id: 0,
        span,
        startedAt,
        cursor: undefined,
        pages: 0,
      }),
    writePage: (walk, { chunk, rawRows, nextCursor, fetchedAt }) => {
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
    dropWalk: (walk) => {
      writing(dropWalk)(walk)
      sweep()
    },
    readPersonDays: reading(
      (database, partition, range) => ({
        days: heldPersonDays(database, partition, range),
        chunks: readPersonDays(database, partition, range),
      }),
      { days: [], chunks: [] },
    ),
    rawPages: reading(rawPages, { pages: [], whole: [] }),
    readRawPage: reading(readRawPage, undefined),

    readReports: reading(readReports, { rows: [], fetchedAt: undefined }),
    writeReports: writing(writeReports),
    revisionNumbers: reading(revisionNumbers, { numbers: [], fetchedAt: undefined }),
    readRevisions: reading(readRevisions, { rows: [], fetchedAt: undefined }),
    readRevision: reading(readRevision, undefined),
    writeRevisions: writing((database, partition, rows, fetchedAt) =>
      writeRevisions(database, partition, rows, fetchedAt, hash),
    ),

    knownIds: reading(readKnownIds, []),
    rememberIds: (kind, ids, source, at) => {
      if (ids.length > 0) writing(writeKnownIds)(kind, ids, source, at)
    },
    forgetId: writing(forgetKnownId),
    lastExports: reading(readLastExports, new Map()),
    rememberExport: writing(writeLastExport),
    forgetExport: writing(forgetLastExport),
    moveEntered: (keep) => {
      if (mode === 'read' || (file.isKept && !existsSync(path))) return
      const rows = readEntered()
      if (rows.ids.length + rows.exports.length > 0 && keep(rows)) write(forgetEnteredRows, undefined)
    },
    failedExports: reading(readFailedExports, new Map()),
    rememberFailedExport: writing(writeFailedExport),
    offer: reading(readOffer, undefined),
    writeOffer: writing(writeOffer),

    purge: (...what) => {
      if (mode === 'write') forgetFrames(path, run)
      // What is not there is not made for it.
      if (what.length === 0 || (file.isKept && !existsSync(path))) return
      file.write((database) => {
        const partition = findPartition(database, keyHash, org)
        for (const one of what) {
          if (one === 'all') deletePartitions(database, keyHash)
          else if (partition) purgeTable(database, partition.id, one)
        }
      }, undefined)
      sweep()
      file.shrink()
      if (what.includes('all') && mode === 'write') org = undefined
    },
    close: file.close,
  }
}
