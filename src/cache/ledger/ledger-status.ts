import { existsSync, statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { recordOf } from '../../base/json.ts'
import { joinDays } from '../../domain/calendar/spans.ts'
import { faultOf } from './file/file-fault.ts'
import { SCHEMA_VERSION } from './file/ledger-schema.ts'
import { openToRead, SIDE_FILES, versionOf } from './file/open-ledger-file.ts'
import { rowOf, rowsOf } from './file/prepared.ts'
import { KNOWN_KINDS } from './ledger.ts'
import { orgIdOf } from './partition.ts'

/** The data of one key and one organisation. */
export type PartitionStatus = ReturnType<typeof partitionsOf>[number]

export type LedgerStatus = {
  path: string
  /** Bytes on the disk, including the log. */
  sizeBytes: number
} & (
  | { is: 'none' }
  | { is: 'ready'; version: number; partitions: PartitionStatus[] }
  /** The file's version differs from this program's. */
  | { is: 'newer' | 'older'; version: number }
  | { is: 'unreadable'; why: string }
)

/**
 * Describes the contents of a ledger file, for all keys and organisations, without keys or hashes of keys. A missing
 * file is not an error.
 */
export const ledgerStatus = (path: string): LedgerStatus => {
  const files = [path, ...SIDE_FILES.map((end) => path + end)]
  const base = { path, sizeBytes: files.reduce((sum, file) => sum + sizeOf(file), 0) }
  if (!existsSync(path)) return { ...base, is: 'none' }
  return withReadDatabase<LedgerStatus>(
    path,
    (database) => {
      const version = versionOf(database)
      if (version !== SCHEMA_VERSION) return { ...base, version, is: version > SCHEMA_VERSION ? 'newer' : 'older' }
      return { ...base, version, is: 'ready', partitions: partitionsOf(database) }
    },
    (why) => ({ ...base, is: 'unreadable', why }),
  )
}

/** Checks the whole file and returns the first corruption that SQLite finds; undefined if there is none or no file. */
export const ledgerDamage = (path: string): string | undefined => {
  if (!existsSync(path)) return undefined
  const found = withReadDatabase(
    path,
    (database) => rowOf(database, ['text'], 'PRAGMA quick_check(1)')?.[0],
    (why) => why,
  )
  return found === 'ok' ? undefined : found
}

const withReadDatabase = <T>(path: string, read: (database: DatabaseSync) => T, unreadable: (why: string) => T): T => {
  let database: DatabaseSync | undefined
  try {
    database = openToRead(path)
    return read(database)
  } catch (error) {
    if (faultOf(error) === undefined) throw error
    return unreadable((error as Error).message)
  } finally {
    database?.close()
  }
}

const sizeOf = (path: string): number => (existsSync(path) ? statSync(path).size : 0)

const partitionsOf = (database: DatabaseSync) =>
  rowsOf(database, ['number', 'text'], 'SELECT id, org FROM partition ORDER BY shown DESC').map(([id, org]) => ({
    /** Untrusted text; empty if no response named the organisation. */
    orgId: orgIdOf(org) ?? '',
    tables: tablesOf(database, id),
    unfinishedWalks: unfinishedWalks(database, id),
    ...countsOf(database, id),
  }))

/** Walks of per-user rows that can be resumed. */
const unfinishedWalks = (database: DatabaseSync, partition: number) => {
  const sql = `SELECT from_day, to_day, pages, (SELECT coalesce(sum(rows), 0) FROM walk_day WHERE walk = walk.id), started_at
    FROM walk WHERE partition = ? AND is_complete = 0 ORDER BY id DESC`
  return rowsOf(database, ['day', 'day', 'number', 'number', 'time'], sql, partition).map(
    ([from, to, pages, rows, startedAt]) => ({ span: { from, to }, pages, rows, startedAt }),
  )
}

const countsOf = (database: DatabaseSync, partition: number) => {
  const sql = 'SELECT list, count(*) FROM item WHERE partition = ? GROUP BY list'
  const counts = new Map(rowsOf(database, ['text', 'number'], sql, partition))
  const countOf = (list: string): number => counts.get(list) ?? 0
  return {
    reports: countOf('reports'),
    revisions: countOf('revisions'),
    /** Ids that appeared in responses. */
    knownIds: recordOf(KNOWN_KINDS, countOf),
  }
}

/** The number of days and of API rows, per table. */
const tablesOf = (database: DatabaseSync, partition: number) => {
  const sql = `SELECT endpoint, day, count, fetched_at FROM day WHERE partition = ?1
    UNION ALL SELECT 'users', day, rows, fetched_at FROM walk_day JOIN walk ON walk.id = walk WHERE partition = ?1 AND is_complete = 1
    ORDER BY 1, 2`
  const cached = rowsOf(database, ['text', 'day', 'number', 'time'], sql, partition)
  return [...Map.groupBy(cached, ([table]) => table)].map(([table, days]) => ({
    table,
    days: days.length,
    rows: days.reduce((sum, [, , rows]) => sum + rows, 0),
    /** The cached days as ranges, ascending. */
    spans: joinDays(days.map(([, day]) => day)),
    oldestFetchedAt: Math.min(...days.map(([, , , fetchedAt]) => fetchedAt)),
    newestFetchedAt: Math.max(...days.map(([, , , fetchedAt]) => fetchedAt)),
  }))
}
