import { createHash } from 'node:crypto'
import type { ControlRevision } from '../../contract/controls.ts'
import type { Lenient } from '../../contract/lenient.ts'
import type { ReadinessReport } from '../../contract/readiness.ts'
import { revisionMask, type SecretHash } from '../../domain/secrets/mask-settings.ts'
import { fromStoredText, packJson, toJson, toStoredText, unpackJson } from './codec/json-codec.ts'
import { change, type Part, rowOf, rowsOf } from './file/prepared.ts'
import type { FailedExport, KnownId, KnownKind, Offer } from './ledger.ts'

/** Lists whose items are stored one by one, as JSON. `fetchedAt` has the times when the other lists were fetched. */
type ListName = 'reports' | 'revisions' | KnownKind | 'failedExports' | 'offer' | 'fetchedAt'

const OF_LIST = 'FROM item WHERE partition = ? AND list = ?'

/** Reads a list with its keys, in descending rank or in insertion order. */
const readItems = <Value>(
  { database, partition }: Part,
  list: ListName,
  order: 'rank DESC, rowid' | 'rowid',
  { limit = -1, maxRank = Number.POSITIVE_INFINITY } = {},
): [key: string, Value][] => {
  const sql = `SELECT key, bytes ${OF_LIST} AND rank <= ? ORDER BY ${order} LIMIT ?`
  const rows = rowsOf(database, ['text', 'bytes'], sql, partition, list, maxRank, limit)
  return rows.map(([key, bytes]) => [fromStoredText(key), unpackJson(bytes) as Value])
}

const readItem = <Value>({ database, partition }: Part, list: ListName, key: string): Value | undefined => {
  const row = rowOf(database, ['bytes'], `SELECT bytes ${OF_LIST} AND key = ?`, partition, list, toStoredText(key))
  return row && (unpackJson(row[0]) as Value)
}

/** An existing item keeps its place in insertion order. */
const writeItem = (
  { database, partition }: Part,
  list: ListName,
  { key, rank, value }: { key: string; rank: number; value: unknown },
): void => {
  const sql = `INSERT INTO item (partition, list, key, rank, bytes) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET rank = excluded.rank, bytes = excluded.bytes`
  change(database, sql, partition, list, toStoredText(key), rank, packJson(value))
}

const deleteItem = ({ database, partition }: Part, list: ListName, key: string): void => {
  change(database, `DELETE ${OF_LIST} AND key = ?`, partition, list, toStoredText(key))
}

/** Deletes the items of the lowest ranks. @param kept - How many items stay. */
const trimList = ({ database, partition }: Part, list: ListName, kept: number): void => {
  const surplus = `SELECT rowid ${OF_LIST} ORDER BY rank DESC, rowid LIMIT -1 OFFSET ${kept}`
  change(database, `DELETE FROM item WHERE rowid IN (${surplus})`, partition, list)
}

/** Deletes a list that a refused key may no longer see, and its related data. */
export const purgeList = (part: Part, list: 'reports' | 'revisions' | KnownKind): void => {
  trimList(part, list, 0)
  deleteItem(part, 'fetchedAt', list)
  if (list === 'wikiRuns') trimList(part, 'failedExports', 0)
}

const fetchedAtOf = (part: Part, list: ListName): number | undefined => readItem(part, 'fetchedAt', list)

const writeFetchedAt = (part: Part, list: ListName, fetchedAt: number): void =>
  writeItem(part, 'fetchedAt', { key: list, rank: 0, value: fetchedAt })

/** Newest first; reports without a time come last. */
export const readReports = (part: Part) => ({
  rows: readItems<Lenient<ReadinessReport>>(part, 'reports', 'rank DESC, rowid').map(([, row]) => row),
  fetchedAt: fetchedAtOf(part, 'reports'),
})

/**
 * Must run in a write transaction. A report without an id is stored under a hash of its content.
 *
 * @param isAll - Whether `rows` has all reports. If so, other stored reports are deleted.
 */
export const writeReports = (
  part: Part,
  rows: readonly Lenient<ReadinessReport>[],
  fetchedAt: number,
  { isAll = false }: { isAll?: boolean } = {},
): void => {
  if (isAll) trimList(part, 'reports', 0)
  for (const value of rows) {
    const key = value.reportId ?? `#${createHash('sha256').update(toJson(value)).digest('hex')}`
    writeItem(part, 'reports', { key, rank: value.createdAt ?? Number.NEGATIVE_INFINITY, value })
  }
  writeFetchedAt(part, 'reports', fetchedAt)
}

/** The highest revision numbers in descending order, and when the newest revision was requested. */
export const revisionNumbers = ({ database, partition }: Part, limit: number) => {
  const sql = `SELECT rank ${OF_LIST} ORDER BY rank DESC LIMIT ?`
  const numbers = rowsOf(database, ['number'], sql, partition, 'revisions', limit).map(([number]) => number)
  return { numbers, fetchedAt: fetchedAtOf({ database, partition }, 'revisions') }
}

/** Revisions from `maxRank` down, highest number first. Secrets in their settings are masked. */
export const readRevisions = (part: Part, limit: number, maxRank?: number) => ({
  rows: readItems<Lenient<ControlRevision>>(part, 'revisions', 'rank DESC, rowid', {
    limit,
    ...(maxRank !== undefined && { maxRank }),
  }).map(([, row]) => row),
  fetchedAt: fetchedAtOf(part, 'revisions'),
})

export const readRevision = (part: Part, revision: number): Lenient<ControlRevision> | undefined =>
  readItem(part, 'revisions', String(revision))

/**
 * Must run in a write transaction. Skips revisions without a number. Masks unmasked secrets with `hash`.
 *
 * @param fetchedAt When the newest revision was requested; undefined if it was not.
 */
export const writeRevisions = (
  part: Part,
  rows: readonly Lenient<ControlRevision>[],
  fetchedAt: number | undefined,
  hash: SecretHash,
): void => {
  const mask = revisionMask(hash, 'masking')
  for (const row of rows)
    if (row.revision !== undefined)
      writeItem(part, 'revisions', { key: String(row.revision), rank: row.revision, value: mask(row) })
  if (fetchedAt !== undefined) writeFetchedAt(part, 'revisions', fetchedAt)
}

/** Maximum number of ids per kind: a hostile server may send millions. */
export const MAX_KNOWN = 2_000

type StoredId = Pick<KnownId, 'name' | 'at'>

/** Ids that appeared in responses, in the order of their first appearance. */
export const readSeenIds = (part: Part, kind: KnownKind): KnownId[] =>
  readItems<StoredId>(part, kind, 'rowid').map(([id, { name, at }]) => ({
    id,
    name,
    source: 'seen',
    at,
  }))

/** Must run in a write transaction. A row without a name keeps the stored name. */
export const writeSeenIds = (
  part: Part,
  kind: KnownKind,
  ids: readonly Pick<KnownId, 'id' | 'name'>[],
  at: number,
): void => {
  for (const { id, name } of ids.slice(0, MAX_KNOWN)) {
    const known = name ?? readItem<StoredId>(part, kind, id)?.name
    writeItem(part, kind, { key: id, rank: at, value: { name: known, at } })
  }
  trimList(part, kind, MAX_KNOWN)
}

/** Must run in a write transaction. */
export const deleteSeenId = (part: Part, kind: KnownKind, id: string): void => {
  deleteItem(part, kind, id)
  if (kind === 'wikiRuns') deleteFailedExport(part, id)
}

/** Maximum number of runs with a stored failed export. */
const MAX_FAILED = 200

/** Failed exports, by run id. */
export const readFailedExports = (part: Part): Map<string, FailedExport> =>
  new Map(readItems(part, 'failedExports', 'rowid'))

/** Must run in a write transaction. */
export const writeFailedExport = (part: Part, run: string, failed: FailedExport): void => {
  writeItem(part, 'failedExports', { key: run, rank: failed.at, value: failed })
  trimList(part, 'failedExports', MAX_FAILED)
}

/** Must run in a write transaction. */
export const deleteFailedExport = (part: Part, run: string): void => deleteItem(part, 'failedExports', run)

export const readOffer = (part: Part): Offer | undefined => readItem(part, 'offer', '')

/** Must run in a write transaction. */
export const writeOffer = (part: Part, offer: Offer): void =>
  writeItem(part, 'offer', { key: '', rank: 0, value: offer })
