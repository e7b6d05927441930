import { createHash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { ControlRevision } from '../../contract/controls.ts'
import type { Lenient } from '../../contract/lenient.ts'
import type { ReadinessReport } from '../../contract/readiness.ts'
import { revisionMask, type SecretHash } from '../../domain/secrets/mask-settings.ts'
import { packJson, packText, toJson, toStoredText, unpackJson } from './codec/json-codec.ts'
import { change, rowOf, rowsOf } from './file/prepared.ts'

type ListName = 'reports' | 'revisions'

const fetchedAtOf = (database: DatabaseSync, partition: number, name: ListName): number | undefined =>
  rowOf(database, ['time'], 'SELECT fetched_at FROM list WHERE partition = ? AND name = ?', partition, name)?.[0]

const writeFetchedAt = (database: DatabaseSync, partition: number, name: ListName, fetchedAt: number): void => {
  change(
    database,
    'INSERT OR REPLACE INTO list (partition, name, fetched_at) VALUES (?, ?, ?)',
    partition,
    name,
    fetchedAt,
  )
}

/** Newest first; those without a time last. */
export const readReports = (database: DatabaseSync, partition: number) => ({
  rows: rowsOf(
    database,
    ['bytes'],
    `SELECT bytes FROM report WHERE partition = ? ORDER BY created_at DESC NULLS LAST, rowid`,
    partition,
  ).map(([bytes]) => unpackJson(bytes) as Lenient<ReadinessReport>),
  fetchedAt: fetchedAtOf(database, partition, 'reports'),
})

/**
 * Call it in a transaction to write. A report without an id is kept under what it says.
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
  if (isAll) change(database, 'DELETE FROM report WHERE partition = ?', partition)
  const sql = 'INSERT OR REPLACE INTO report (partition, id, created_at, bytes) VALUES (?, ?, ?, ?)'
  for (const row of rows) {
    const text = toJson(row)
    const id = row.reportId === undefined ? `#${createHash('sha256').update(text).digest('hex')}` : row.reportId
    change(database, sql, partition, toStoredText(id), row.createdAt ?? null, packText(text))
  }
  writeFetchedAt(database, partition, 'reports', fetchedAt)
}

/** Highest first. */
export const revisionNumbers = (database: DatabaseSync, partition: number, limit: number) => ({
  numbers: rowsOf(
    database,
    ['number'],
    `SELECT revision FROM revision WHERE partition = ? ORDER BY revision DESC LIMIT ?`,
    partition,
    limit,
  ).map(([number]) => number),
  fetchedAt: fetchedAtOf(database, partition, 'revisions'),
})

/** Highest number first, from `newest` down. */
export const readRevisions = (
  database: DatabaseSync,
  partition: number,
  limit: number,
  newest = Number.POSITIVE_INFINITY,
) => ({
  rows: rowsOf(
    database,
    ['number', 'bytes'],
    `SELECT revision, bytes FROM revision WHERE partition = ? AND revision <= ? ORDER BY revision DESC LIMIT ?`,
    partition,
    newest,
    limit,
  ).map(([, bytes]) => unpackJson(bytes) as Lenient<ControlRevision>),
  fetchedAt: fetchedAtOf(database, partition, 'revisions'),
})

export const readRevision = (
  database: DatabaseSync,
  partition: number,
  revision: number,
): Lenient<ControlRevision> | undefined => {
  const sql = `SELECT bytes FROM revision WHERE partition = ? AND revision = ?`
  const row = rowOf(database, ['bytes'], sql, partition, revision)
  return row && (unpackJson(row[0]) as Lenient<ControlRevision>)
}

/** Call it in a transaction to write. Those without a number are left out. What is not masked yet is masked with `hash`. */
export const writeRevisions = (
  database: DatabaseSync,
  partition: number,
  rows: readonly Lenient<ControlRevision>[],
  fetchedAt: number | undefined,
  hash: SecretHash,
): void => {
  const sql = 'INSERT OR REPLACE INTO revision (partition, revision, bytes) VALUES (?, ?, ?)'
  const mask = revisionMask(hash, 'masking')
  for (const row of rows)
    if (row.revision !== undefined && !Number.isNaN(row.revision))
      change(database, sql, partition, row.revision, packJson(mask(row)))
  if (fetchedAt !== undefined) writeFetchedAt(database, partition, 'revisions', fetchedAt)
}
