import type { Day } from '../../contract/primitives.ts'
import type { Range } from '../../domain/calendar/calendar.ts'
import { type Db, firstRow } from '../db/db.ts'
import { keyOf, type TableRows } from '../db/tables.ts'
import { createLeaseStore } from './lease-store.ts'
import { createSaltReader, readSetting, writeSetting } from './settings.ts'

export type SyncedDay = TableRows['synced_days']

/** The state of a mirror, without its days. Times are Unix ms by the database's clock. */
export type MirrorState = {
  /** Host of the vendor. */
  vendor: string
  /** Id of the organisation, once the vendor has named it. */
  organisation?: string | undefined
  lastSuccessAt?: number | undefined
  lastFailure?: { at: number; message: string } | undefined
  /** Runs since the last success that reached the vendor, but in which an endpoint failed. */
  failedRuns?: number | undefined
  /** The first day of each endpoint that the vendor still had at a time by its clock, if it refuses older ones. */
  keptFrom?: Record<string, { day: Day; foundAt: number }> | undefined
  /** Why endpoints failed in the last run. */
  failures: Record<string, string>
}

/** Lists that a mirror replaces as a whole. */
export type MirroredTable = 'reports' | 'revisions' | 'ci_jobs' | 'seats' | 'user_limits' | 'audit_events'

const STATE = 'mirror'

const readStateOf = async (db: Db): Promise<MirrorState | undefined> => {
  const text = await readSetting(db, STATE)
  return text === undefined ? undefined : (JSON.parse(text) as MirrorState)
}

/**
 * The state of a mirror, its days, and the lease that lets one instance write it.
 *
 * @param analytics Where analytics are read, which may be some seconds behind.
 */
export const createSyncStore = (db: Db, analytics: Db) => {
  return {
    ...createLeaseStore(db),
    /** The days of an endpoint that were requested, in order. */
    readDays: (endpoint: string): Promise<SyncedDay[]> =>
      db.all<SyncedDay>('SELECT * FROM synced_days WHERE endpoint = $1 ORDER BY day', [endpoint]),
    /**
     * The days of a range that a mirror has read completely, with the time of each, and the first day that its vendor
     * keeps if it refuses older ones; undefined if this is no mirror.
     */
    readCopied: async (
      endpoint: string,
      range: Range,
    ): Promise<{ days: ReadonlyMap<Day, number>; keptFrom: Day | undefined } | undefined> => {
      const state = await readStateOf(analytics)
      if (state === undefined) return undefined
      const sql = `SELECT day, fetched_at FROM synced_days
        WHERE endpoint = $1 AND day BETWEEN $2 AND $3 AND is_complete = 1`
      const copied = await analytics.all<SyncedDay>(sql, [endpoint, range.from, range.to])
      const days = new Map(copied.map(({ day, fetched_at }) => [day, fetched_at]))
      return { days, keptFrom: state.keptFrom?.[endpoint]?.day }
    },
    /** Whether something of an endpoint was read completely. True if this is no mirror. */
    hasCopied: async (endpoint: string): Promise<boolean> => {
      const sql = 'SELECT 1 FROM synced_days WHERE endpoint = $1 AND is_complete = 1 LIMIT 1'
      return (
        (await firstRow(analytics, sql, [endpoint])) !== undefined ||
        (await readSetting(analytics, STATE)) === undefined
      )
    },
    /** The endpoints of which something was read. */
    readEndpoints: async (): Promise<string[]> =>
      (await db.all<{ endpoint: string }>('SELECT DISTINCT endpoint FROM synced_days')).map(({ endpoint }) => endpoint),
    readAllDays: (): Promise<SyncedDay[]> => db.all<SyncedDay>('SELECT * FROM synced_days ORDER BY endpoint, day'),
    /** Records that a walk over these days has begun. Days that were complete stay complete. */
    startWalk: async (endpoint: string, days: readonly Day[], at: number): Promise<void> => {
      for (const day of days)
        await db.run(
          `INSERT INTO synced_days (endpoint, day, fetched_at, is_complete, cursor, walk_at) VALUES ($1, $2, $3, 0, NULL, $3)
           ON CONFLICT (endpoint, day) DO UPDATE SET cursor = NULL, walk_at = excluded.walk_at`,
          [endpoint, day, at],
        )
    },
    /** Records the cursor at which the walk over a range resumes; null: at its start. */
    moveCursor: (endpoint: string, from: Day, to: Day, cursor: string | null): Promise<number> =>
      db.run('UPDATE synced_days SET cursor = $1 WHERE endpoint = $2 AND day BETWEEN $3 AND $4', [
        cursor,
        endpoint,
        from,
        to,
      ]),
    /** Records that days were read completely. */
    completeDays: (endpoint: string, days: readonly Day[], fetchedAt: number): Promise<number> =>
      db.upsert(
        'synced_days',
        days.map((day) => ({ endpoint, day, fetched_at: fetchedAt, is_complete: 1, cursor: null, walk_at: null })),
      ),
    /** Deletes the records of all days of an endpoint before one. */
    forgetDaysBefore: (endpoint: string, day: Day): Promise<number> =>
      db.run('DELETE FROM synced_days WHERE endpoint = $1 AND day < $2', [endpoint, day]),
    deleteOthers: (table: MirroredTable, known: ReadonlySet<unknown>, since?: number): Promise<number> =>
      deleteOthers(db, table, { known, since }),
    /** The state of the mirror; undefined if the store is not one. */
    readState: (): Promise<MirrorState | undefined> => readStateOf(db),
    writeState: (state: MirrorState): Promise<number> => writeSetting(db, STATE, JSON.stringify(state)),
    /** The salt for hashes of masked secrets. All instances use the same, so that equal secrets stay equal. */
    readSalt: async (): Promise<Uint8Array> => Buffer.from(await createSaltReader(db)('mirrored secrets'), 'hex'),
  }
}

type Others = { known: ReadonlySet<unknown>; since: number | undefined }

/**
 * Deletes the rows of a list whose keys are not known. Returns their number.
 *
 * @param since Only rows that are newer. @default all rows
 */
const deleteOthers = async (db: Db, table: MirroredTable, { known, since }: Others): Promise<number> => {
  const column = keyOf(table)[0]
  const stored = await (since === undefined
    ? db.all<{ key: string | number }>(`SELECT ${column} AS key FROM ${table}`)
    : db.all<{ key: string | number }>(
        `SELECT ${column} AS key FROM ${table} WHERE ${table === 'revisions' ? 'revision' : 'created_at'} > $1`,
        [since],
      ))
  let deleted = 0
  for (const { key } of stored)
    if (!known.has(key)) deleted += await db.run(`DELETE FROM ${table} WHERE ${column} = $1`, [key])
  return deleted
}
