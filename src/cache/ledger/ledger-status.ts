import { existsSync, statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import type { Range } from '../../domain/calendar/calendar.ts'
import { joinDays } from '../../domain/calendar/spans.ts'
import { faultOf } from './file/file-fault.ts'
import { migrations } from './file/ledger-schema.ts'
import { openToRead, SIDE_FILES, versionOf } from './file/open-ledger-file.ts'
import { rowOf, rowsOf } from './file/prepared.ts'
import { isSound } from './file/row-sums.ts'
import type { KnownKind } from './known-kinds.ts'
import { brokenFilesOf } from './ledger-file.ts'
import { orgIdOf } from './partition.ts'

/** What is held of one table by one key for one organisation. */
type TableStatus = {
  /** One of `DayTable`, or `users`. */
  table: string
  days: number
  /** Rows as the API gave them. */
  rows: number
  /** The held days, joined; ascending. */
  spans: Range[]
  /** When the oldest and the newest were fetched, Unix ms. */
  oldestFetchedAt: number
  newestFetchedAt: number
}

export type PartitionStatus = {
  /** Untrusted text; empty where no answer named one. */
  orgId: string
  tables: TableStatus[]
  /** Walks of per-user rows that can be resumed. */
  unfinishedWalks: { span: Range; pages: number; rows: number; startedAt: number }[]
  reports: number
  revisions: number
  /** Ids that are kept because no list tells them. */
  knownIds: Record<KnownKind, number>
}

export type LedgerStatus = {
  path: string
  /** Bytes on the disk, the log and damaged files that were moved aside included. */
  sizeBytes: number
  /** Paths of damaged files that were moved aside. */
  brokenFiles: string[]
} & (
  | { is: 'none' }
  | { is: 'ready'; version: number; partitions: PartitionStatus[] }
  /** Of another version than this program's. */
  | { is: 'newer' | 'older'; version: number }
  | { is: 'unreadable'; why: string }
)

/** What the file of a ledger holds, for all keys and organisations; no key and no hash of one. Throws for no file. */
export const ledgerStatus = (path: string): LedgerStatus => {
  const brokenFiles = brokenFilesOf(path)
  const files = [path, ...SIDE_FILES.map((end) => path + end), ...brokenFiles]
  const base = { path, brokenFiles, sizeBytes: files.reduce((sum, file) => sum + sizeOf(file), 0) }
  if (!existsSync(path)) return { ...base, is: 'none' }
  let database: DatabaseSync | undefined
  try {
    database = openToRead(path)
    const version = versionOf(database)
    if (version !== migrations.length) return { ...base, version, is: version > migrations.length ? 'newer' : 'older' }
    return { ...base, version, is: 'ready', partitions: partitionsOf(database) }
  } catch (error) {
    if (faultOf(error) === undefined) throw error
    return { ...base, is: 'unreadable', why: (error as Error).message }
  } finally {
    database?.close()
  }
}

const sizeOf = (path: string): number => (existsSync(path) ? statSync(path).size : 0)

const partitionsOf = (database: DatabaseSync): PartitionStatus[] =>
  rowsOf(
    database,
    ['number', 'text'],
    `SELECT id, org FROM partition WHERE ${isSound.partition} ORDER BY shown DESC`,
  ).map(([id, org]) => ({
    orgId: orgIdOf(org) ?? '',
    tables: tablesOf(database, id),
    unfinishedWalks: rowsOf(
      database,
      ['day', 'day', 'number', 'number', 'time'],
      `SELECT from_day, to_day, pages, (SELECT coalesce(sum(rows), 0) FROM walk_page WHERE walk = walk.id), started_at
       FROM walk WHERE partition = ? AND is_complete = 0 AND ${isSound.walk} ORDER BY id DESC`,
      id,
    ).map(([from, to, pages, rows, startedAt]) => ({ span: { from, to }, pages, rows, startedAt })),
    reports: countOf(database, 'SELECT count(*) FROM report WHERE partition = ?', id),
    revisions: countOf(database, 'SELECT count(*) FROM revision WHERE partition = ?', id),
    knownIds: knownIdsOf(database, id),
  }))

const knownIdsOf = (database: DatabaseSync, partition: number): Record<KnownKind, number> => {
  const sql = `SELECT kind, count(*) FROM known_id WHERE partition = ? AND ${isSound.known_id} GROUP BY kind`
  const counts = new Map(rowsOf(database, ['text', 'number'], sql, partition))
  const countOfKind = (kind: KnownKind): number => counts.get(kind) ?? 0
  return {
    computers: countOfKind('computers'),
    serviceAccounts: countOfKind('serviceAccounts'),
    wikiRuns: countOfKind('wikiRuns'),
  }
}

const countOf = (database: DatabaseSync, sql: string, partition: number): number =>
  rowOf(database, ['number'], sql, partition)?.[0] ?? 0

const tablesOf = (database: DatabaseSync, partition: number): TableStatus[] => {
  const held = rowsOf(
    database,
    ['text', 'day', 'number', 'time'],
    `SELECT endpoint, day, rows, fetched_at FROM day WHERE partition = ? AND ${isSound.day}
     UNION ALL SELECT 'users', day, rows, fetched_at FROM person_day WHERE partition = ? AND ${isSound.person_day}
     ORDER BY 1, 2`,
    partition,
    partition,
  )
  return [...Map.groupBy(held, ([table]) => table)].map(([table, days]) => ({
    table,
    days: days.length,
    rows: days.reduce((sum, [, , rows]) => sum + rows, 0),
    spans: joinDays(days.map(([, day]) => day)),
    oldestFetchedAt: days.reduce((least, [, , , fetchedAt]) => Math.min(least, fetchedAt), Number.POSITIVE_INFINITY),
    newestFetchedAt: days.reduce((most, [, , , fetchedAt]) => Math.max(most, fetchedAt), 0),
  }))
}
