import { createHash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { ControlRevision } from '../../contract/controls.ts'
import type { Lenient } from '../../contract/lenient.ts'
import type { ReadinessReport } from '../../contract/readiness.ts'
import { revisionMask, type SecretHash } from '../../domain/secrets/mask-settings.ts'
import { fromStoredText, packJson, toJson, toStoredText, unpackJson } from './codec/json-codec.ts'
import { change, rowOf, rowsOf } from './file/prepared.ts'
import type { FailedExport, KnownId, KnownKind, Offer } from './ledger.ts'

/** Lists whose items are stored one by one, as JSON under a key; `fetchedAt` has the times at which other lists were fetched. */
type ListName = 'reports' | 'revisions' | KnownKind | 'failedExports' | 'offer' | 'fetchedAt'

const OF_LIST = 'FROM item WHERE partition = ? AND list = ?'

/** Reads a list with its keys: the highest rank first, or in the order in which items were added. */
const readItems = <Value>(
  database: DatabaseSync,
  partition: number,
  list: ListName,
  order: 'rank DESC, rowid' | 'rowid',
  { limit = -1, maxRank = Number.POSITIVE_INFINITY } = {},
): [key: string, Value][] => {
  const sql = `SELECT key, bytes ${OF_LIST} AND rank <= ? ORDER BY ${order} LIMIT ?`
  const rows = rowsOf(database, ['text', 'bytes'], sql, partition, list, maxRank, limit)
  return rows.map(([key, bytes]) => [fromStoredText(key), unpackJson(bytes) as Value])
}

const readItem = <Value>(database: DatabaseSync, partition: number, list: ListName, key: string): Value | undefined => {
  const row = rowOf(database, ['bytes'], `SELECT bytes ${OF_LIST} AND key = ?`, partition, list, toStoredText(key))
  return row && (unpackJson(row[0]) as Value)
}

/** An item that is there already keeps its place. */
const writeItem = (
  database: DatabaseSync,
  partition: number,
  list: ListName,
  { key, rank, value }: { key: string; rank: number; value: unknown },
): void => {
  const sql = `INSERT INTO item (partition, list, key, rank, bytes) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET rank = excluded.rank, bytes = excluded.bytes`
  change(database, sql, partition, list, toStoredText(key), rank, packJson(value))
}

const deleteItem = (database: DatabaseSync, partition: number, list: ListName, key: string): void => {
  change(database, `DELETE ${OF_LIST} AND key = ?`, partition, list, toStoredText(key))
}

/** Deletes the items of the lowest ranks. @param kept - How many stay. */
const trimList = (database: DatabaseSync, partition: number, list: ListName, kept: number): void => {
  const surplus = `SELECT rowid ${OF_LIST} ORDER BY rank DESC, rowid LIMIT -1 OFFSET ${kept}`
  change(database, `DELETE FROM item WHERE rowid IN (${surplus})`, partition, list)
}

/** Deletes a list that a refused key must not see any more, and what belongs to it. */
export const purgeList = (
  database: DatabaseSync,
  partition: number,
  list: 'reports' | 'revisions' | KnownKind,
): void => {
  trimList(database, partition, list, 0)
  deleteItem(database, partition, 'fetchedAt', list)
  if (list === 'wikiRuns') trimList(database, partition, 'failedExports', 0)
}

const fetchedAtOf = (database: DatabaseSync, partition: number, list: ListName): number | undefined =>
  readItem(database, partition, 'fetchedAt', list)

const writeFetchedAt = (database: DatabaseSync, partition: number, list: ListName, fetchedAt: number): void =>
  writeItem(database, partition, 'fetchedAt', { key: list, rank: 0, value: fetchedAt })

/** Newest first; those without a time last. */
export const readReports = (database: DatabaseSync, partition: number) => ({
  rows: readItems<Lenient<ReadinessReport>>(database, partition, 'reports', 'rank DESC, rowid').map(([, row]) => row),
  fetchedAt: fetchedAtOf(database, partition, 'reports'),
})

/**
 * Call it in a transaction to write. A report without an id is stored under a hash of its content.
 *
 * @param isAll - Whether these are all reports: others are deleted.
 */
export const writeReports = (
  database: DatabaseSync,
  partition: number,
  rows: readonly Lenient<ReadinessReport>[],
  fetchedAt: number,
  { isAll = false }: { isAll?: boolean } = {},
): void => {
  if (isAll) trimList(database, partition, 'reports', 0)
  for (const value of rows) {
    const key = value.reportId ?? `#${createHash('sha256').update(toJson(value)).digest('hex')}`
    writeItem(database, partition, 'reports', { key, rank: value.createdAt ?? Number.NEGATIVE_INFINITY, value })
  }
  writeFetchedAt(database, partition, 'reports', fetchedAt)
}

/** The highest numbers, highest first, and when the newest revision was asked for. */
export const revisionNumbers = (database: DatabaseSync, partition: number, limit: number) => {
  const sql = `SELECT rank ${OF_LIST} ORDER BY rank DESC LIMIT ?`
  const numbers = rowsOf(database, ['number'], sql, partition, 'revisions', limit).map(([number]) => number)
  return { numbers, fetchedAt: fetchedAtOf(database, partition, 'revisions') }
}

/** Highest number first, from `maxRank` down. Secrets in their settings are masked. */
export const readRevisions = (database: DatabaseSync, partition: number, limit: number, maxRank?: number) => ({
  rows: readItems<Lenient<ControlRevision>>(database, partition, 'revisions', 'rank DESC, rowid', {
    limit,
    ...(maxRank !== undefined && { maxRank }),
  }).map(([, row]) => row),
  fetchedAt: fetchedAtOf(database, partition, 'revisions'),
})

export const readRevision = (
  database: DatabaseSync,
  partition: number,
  revision: number,
): Lenient<ControlRevision> | undefined => readItem(database, partition, 'revisions', String(revision))

/**
 * Call it in a transaction to write. Those without a number are left out. What is not masked yet is masked with `hash`.
 *
 * @param fetchedAt When the newest was asked for; undefined: it was not.
 */
export const writeRevisions = (
  database: DatabaseSync,
  partition: number,
  rows: readonly Lenient<ControlRevision>[],
  fetchedAt: number | undefined,
  hash: SecretHash,
): void => {
  const mask = revisionMask(hash, 'masking')
  for (const row of rows)
    if (row.revision !== undefined)
      writeItem(database, partition, 'revisions', { key: String(row.revision), rank: row.revision, value: mask(row) })
  if (fetchedAt !== undefined) writeFetchedAt(database, partition, 'revisions', fetchedAt)
}

/** Maximum number of ids of a kind: a hostile list may hold millions. */
export const MAX_KNOWN = 2_000

type StoredId = Pick<KnownId, 'name' | 'at'>

/** Ids that stood in answers, in the order in which they were seen first. */
export const readSeenIds = (database: DatabaseSync, partition: number, kind: KnownKind): KnownId[] =>
  readItems<StoredId>(database, partition, kind, 'rowid').map(([id, { name, at }]) => ({
    id,
    name,
    source: 'seen',
    at,
  }))

/** Call it in a transaction to write. A missing name leaves the stored one. */
export const writeSeenIds = (
  database: DatabaseSync,
  partition: number,
  kind: KnownKind,
  ids: readonly Pick<KnownId, 'id' | 'name'>[],
  at: number,
): void => {
  for (const { id, name } of ids.slice(0, MAX_KNOWN)) {
    const known = name ?? readItem<StoredId>(database, partition, kind, id)?.name
    writeItem(database, partition, kind, { key: id, rank: at, value: { name: known, at } })
  }
  trimList(database, partition, kind, MAX_KNOWN)
}

/** Call it in a transaction to write. */
export const deleteSeenId = (database: DatabaseSync, partition: number, kind: KnownKind, id: string): void => {
  deleteItem(database, partition, kind, id)
  if (kind === 'wikiRuns') deleteFailedExport(database, partition, id)
}

/** Runs whose failed export is stored. */
const MAX_FAILED = 200

/** By the id of the run. */
export const readFailedExports = (database: DatabaseSync, partition: number): Map<string, FailedExport> =>
  new Map(readItems(database, partition, 'failedExports', 'rowid'))

/** Call it in a transaction to write. */
export const writeFailedExport = (
  database: DatabaseSync,
  partition: number,
  run: string,
  failed: FailedExport,
): void => {
  writeItem(database, partition, 'failedExports', { key: run, rank: failed.at, value: failed })
  trimList(database, partition, 'failedExports', MAX_FAILED)
}

/** Call it in a transaction to write. */
export const deleteFailedExport = (database: DatabaseSync, partition: number, run: string): void =>
  deleteItem(database, partition, 'failedExports', run)

export const readOffer = (database: DatabaseSync, partition: number): Offer | undefined =>
  readItem(database, partition, 'offer', '')

/** Call it in a transaction to write. */
export const writeOffer = (database: DatabaseSync, partition: number, offer: Offer): void =>
  writeItem(database, partition, 'offer', { key: '', rank: 0, value: offer })
