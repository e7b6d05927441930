import { existsSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { forgetFrames } from '../../base/kept-frames.ts'
import { noCreditDays } from '../../domain/usage/credit-days.ts'
import { forgetDictionary } from './codec/dictionary-codec.ts'
import { packPieces } from './codec/row-pieces.ts'
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
import type { HeldRows, Ledger, UserWalk } from './ledger.ts'
import { deleteBrokenFiles, type LedgerFileOptions, openLedgerFile } from './ledger-file.ts'
import {
  copyPartitions,
  deletePartitions,
  ensurePartition,
  findPartition,
  keyHashOf,
  showPartition,
  type Tenant,
} from './partition.ts'
import { heldPersonDays, rawPages, readPersonDays, readRawPage } from './person-day-rows.ts'
import { purgeTable } from './purge.ts'
import { createSecretHash } from './secret-hash.ts'
import { beginWalk, dropWalk, unfinishedWalk, writePage } from './walks.ts'

export type LedgerOptions = Pick<LedgerFileOptions, 'path' | 'now'> & {
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
export const openLedger = ({ path, salt, tenant, now, mode = 'write', run }: LedgerOptions): Ledger => {
  const keyHash = keyHashOf(salt, tenant)
  const hash = createSecretHash(salt)
  const file = openLedgerFile({ path, mode, now, rescue: (from, to) => copyPartitions(from, to, keyHash) })
  /** The organisation that was told last; until then the one that the file shows. */
  let org: string | undefined

  const read = <T>(work: (database: DatabaseSync, partition: number) => T, otherwise: T): T =>
    file.read((database) => {
      const partition = findPartition(database, keyHash, org)
      return partition ? work(database, partition.id) : otherwise
    }, otherwise)

  const write = <T>(work: (database: DatabaseSync, partition: number) => T, otherwise: T): T =>
    file.write((database) => {
      return work(database, ensurePartition(database, keyHash, org))
    }, otherwise)

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
      file.write((database) => {
        showPartition(database, keyHash, orgId)
        forgetDictionary(database)
      }, undefined)
    },

    newestAt: () => read(newestAt, undefined),
    heldDays: (table, range) =>
      read(
        (database, partition) =>
          table === 'users' ? heldPersonDays(database, partition, range) : heldDays(database, partition, table, range),
        [],
      ),
    readDays: <Row>(table: Parameters<Ledger['readDays']>[0], range: Parameters<Ledger['readDays']>[1]) =>
      read(
        (database, partition) =>
          readDays(database, partition, table, range, { isRaw: false, hasPeople: true }) as HeldRows<Row>[],
        [],
      ),
    readCreditTotals: (range) => read((database, partition) => readCreditTotals(database, partition, range), []),
    creditBytes: (range) => read((database, partition) => creditBytes(database, partition, range), 0),
    readCreditDays: (range) =>
      read((database, partition) => readCreditDays(database, partition, range), {
        days: [],
        people: noCreditDays().people,
      }),
    readRawDays: (table, range) =>
      read(
        (database, partition): HeldRows<unknown>[] =>
          readDays(database, partition, table, range, { isRaw: true, hasPeople: true }),
        [],
      ),
    writeDays: (table, fetched) => {
      const days = packDays(table, fetched)
      write((database, partition) => writeDays(database, partition, table, fetched, days), undefined)
    },

    unfinishedWalk: (span) => read((database, partition) => unfinishedWalk(database, partition, span), undefined),
    beginWalk: (span, startedAt) =>
      write((database, partition) => beginWalk(database, partition, span, startedAt), {
        id: 0,
        span,
        startedAt,
        cursor: undefined,
        pages: 0,
      } satisfies UserWalk),
    writePage: (walk, { chunk, rawRows, nextCursor, fetchedAt }) => {
      const page = { chunk, raw: packPieces(rawRows), nextCursor, fetchedAt }
      return write((database, partition) => writePage(database, partition, walk, page), {
        ...walk,
        cursor: nextCursor,
        pages: walk.pages + 1,
      })
    },
    dropWalk: (walk) => {
      write((database, partition) => dropWalk(database, partition, walk), undefined)
    },
    readPersonDays: (range) =>
      read(
        (database, partition) => ({
          days: heldPersonDays(database, partition, range),
          chunks: readPersonDays(database, partition, range),
        }),
        { days: [], chunks: [] },
      ),
    rawPages: (range, walk) =>
      read((database, partition) => rawPages(database, partition, range, walk?.id), { pages: [], whole: [] }),
    readRawPage: (page) => {
      const rows = read((database, partition) => readRawPage(database, partition, page), undefined)
      // A file that was begun anew counts its walks from 1 again.
      if (rows?.length !== page.length) return undefined
      return page.kept === 'all' ? rows : Array.from(page.kept, (row) => rows[row])
    },

    readReports: () => read(readReports, { rows: [], fetchedAt: undefined }),
    writeReports: (rows, fetchedAt, { isAll = false } = {}) =>
      write((database, partition) => writeReports(database, partition, rows, fetchedAt, isAll), undefined),
    revisionNumbers: (limit) =>
      read((database, partition) => revisionNumbers(database, partition, limit), { numbers: [], fetchedAt: undefined }),
    readRevisions: (limit, newest = Number.POSITIVE_INFINITY) =>
      read((database, partition) => readRevisions(database, partition, limit, newest), {
        rows: [],
        fetchedAt: undefined,
      }),
    readRevision: (revision) => read((database, partition) => readRevision(database, partition, revision), undefined),
    writeRevisions: (rows, fetchedAt) =>
      write((database, partition) => writeRevisions(database, partition, rows, fetchedAt, hash), undefined),

    knownIds: (kind) => read((database, partition) => readKnownIds(database, partition, kind), []),
    rememberIds: (kind, ids, source, at) => {
      if (ids.length === 0) return
      write((database, partition) => writeKnownIds(database, partition, kind, ids, source, at), undefined)
    },
    forgetId: (kind, id) => write((database, partition) => forgetKnownId(database, partition, kind, id), undefined),
    lastExports: () => read(readLastExports, new Map()),
    rememberExport: (run, exported) =>
      write((database, partition) => writeLastExport(database, partition, run, exported), undefined),
    forgetExport: (run) => write((database, partition) => forgetLastExport(database, partition, run), undefined),
    moveEntered: (keep) => {
      if (mode === 'read' || (file.isKept && !existsSync(path))) return
      const rows = read(readEnteredRows, { ids: [], exports: [] })
      if (rows.ids.length + rows.exports.length > 0 && keep(rows)) write(forgetEnteredRows, undefined)
    },
    failedExports: () => read(readFailedExports, new Map()),
    rememberFailedExport: (run, failed) =>
      write((database, partition) => writeFailedExport(database, partition, run, failed), undefined),
    offer: () => read(readOffer, undefined),
    writeOffer: (offer) => write((database, partition) => writeOffer(database, partition, offer), undefined),

    purge: (...what) => {
      if (mode === 'write') forgetFrames(path, run)
      // What is not there is not made for it.
      if (what.length === 0 || (file.isKept && !existsSync(path))) return
      file.write((database) => {
        const partition = findPartition(database, keyHash, org)
        // What is deleted is overwritten: somebody has lost the right to see it.
        database.exec('PRAGMA secure_delete = ON')
        for (const one of what) {
          if (one === 'all') deletePartitions(database, keyHash)
          else if (partition) purgeTable(database, partition.id, one)
        }
        database.exec('PRAGMA secure_delete = OFF')
        forgetDictionary(database)
      }, undefined)
      file.shrink()
      if (!what.includes('all') || mode === 'read') return
      org = undefined
      // Its rows stand in damaged files too.
      deleteBrokenFiles(path)
    },
    close: file.close,
  }
}
