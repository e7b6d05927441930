import { existsSync, statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import type { Range } from '../../domain/calendar/calendar.ts'
import { joinDays } from '../../domain/calendar/spans.ts'
import { faultOf } from './file/file-fault.ts'
import { SCHEMA_VERSION } from './file/ledger-schema.ts'
import { openToRead, SIDE_FILES, versionOf } from './file/open-ledger-file.ts'
import { rowOf, rowsOf } from './file/prepared.ts'
import type { KnownKind } from './ledger.ts'
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
  /** Bytes on the disk, the log included. */
  sizeBytes: number
} & (
  | { is: 'none' }
  | { is: 'ready'; version: number; partitions: PartitionStatus[] }
  /** Of another version than this program's. */
  | { is: 'newer' | 'older'; version: number }
  | { is: 'unreadable'; why: string }
)

/** What the file of a ledger holds, for all keys and organisations; no key and no hash of one. Throws for no file. */
export const ledgerStatus = (path: string): LedgerStatus => {
  const files = [path, ...SIDE_FILES.map((end) => path + end)]
  const base = { path, sizeBytes: files.reduce((sum, file) => sum + sizeOf(file), 0) }
  if (!existsSync(path)) return { ...base, is: 'none' }
  let database: DatabaseSync | undefined
  try {
    database = openToRead(path)
    const version = versionOf(database)
    if (version !== SCHEMA_VERSION) return { ...base, version, is: version > SCHEMA_VERSION ? 'newer' : 'older' }
    return { ...base, version, is: 'ready', partitions: partitionsOf(database) }
  } catch (error) {
    if (faultOf(error) === undefined) throw error
    return { ...base, is: 'unreadable', why: (error as Error).message }
  } finally {
    database?.close()
  }
}

/** The first damage that SQLite finds in the file of a ledger, which it reads whole; undefined where there is none, or no file. */
export const ledgerDamage = (path: string): string | undefined => {
  if (!existsSync(path)) return undefined
  let database: DatabaseSync | undefined
  try {
    database = openToRead(path)
    const found = rowOf(database, ['text'], 'PRAGMA quick_check(1)')?.[0]
    return found === 'ok' ? undefined : found
  } catch (error) {
    if (faultOf(error) === undefined) throw error
    return (error as Error).message
  } finally {
    database?.close()
  }
}

const sizeOf = (path: string): number => (existsSync(path) ? statSync(path).size : 0)

const partitionsOf = (database: DatabaseSync): PartitionStatus[] =>
  rowsOf(database, ['number', 'text'], `SELECT id, org FROM partition ORDER BY shown DESC`).map(([id, org]) => ({
    orgId: orgIdOf(org) ?? '',
    tables: tablesOf(database, id),
    unfinishedWalks: rowsOf(
      database,
      ['day', 'day', 'number', 'number', 'time'],
      `SELECT from_day, to_day, pages, (SELECT coalesce(sum(rows), 0) FROM walk_day WHERE walk = walk.id), started_at
       FROM walk WHERE partition = ? AND is_complete = 0 ORDER BY id DESC`,
      id,
    ).map(([from, to, pages, rows, startedAt]) => ({ span: { from, to }, pages, rows, startedAt })),
    ...listsOf(database, id),
  }))

const listsOf = (
  database: DatabaseSync,
  partition: number,
): Pick<PartitionStatus, 'reports' | 'revisions' | 'knownIds'> => {
  const sql = 'SELECT list, count(*) FROM item WHERE partition = ? GROUP BY list'
  const counts = new Map(rowsOf(database, ['text', 'number'], sql, partition))
  const countOf = (list: string): number => counts.get(list) ?? 0
  return {
    reports: countOf('reports'),
    revisions: countOf('revisions'),
    knownIds: {
      computers: countOf('computers'),
      serviceAccounts: countOf('serviceAccounts'),
      wikiRuns: countOf('wikiRuns'),
    },
  }
}

const tablesOf = (database: DatabaseSync, partition: number): TableStatus[] => {
  const held = rowsOf(
    database,
    ['text', 'day', 'number', 'time'],
    `SELECT endpoint, day, count, fetched_at FROM day WHERE partition = ?
     UNION ALL SELECT 'users', day, rows, fetched_at FROM walk_day JOIN walk ON walk.id = walk WHERE partition = ? AND is_complete = 1
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
