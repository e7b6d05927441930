import { randomBytes } from 'node:crypto'
import type { Day } from '../../contract/primitives.ts'
import type { Range } from '../../domain/calendar/calendar.ts'
import { type Db, firstRow } from '../db/db.ts'
import { keyOf, type TableRows } from '../db/tables.ts'

export type SyncedDay = TableRows['synced_days']

/** The right of one instance to write the mirror, until another one takes it over. */
export type Lease = { holder: string; token: number }

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

const LEASE = 'mirror'
const STATE = 'mirror'
const SALT = 'mirror salt'

/** The database's time, Unix ms: instances with different clocks agree on it. */
const NOW = {
  sqlite: "(unixepoch('subsec') * 1000.0)",
  postgres: 'round(extract(epoch FROM clock_timestamp()) * 1000)::float8',
}

const readFact = async (db: Db, name: string): Promise<string | undefined> =>
  (await firstRow<{ value: string }>(db, 'SELECT value FROM facts WHERE name = $1', [name]))?.value

const readStateOf = async (db: Db): Promise<MirrorState | undefined> => {
  const text = await readFact(db, STATE)
  return text === undefined ? undefined : (JSON.parse(text) as MirrorState)
}

/** Whether a transaction of the holder has locked the lease. Waiting for it would take as long as the transaction. */
const isLocked = async (db: Db): Promise<boolean> => {
  if (db.dialect === 'sqlite') return false
  const sql = 'SELECT 1 FROM leases WHERE name = $1'
  const exists = (await firstRow(db, sql, [LEASE])) !== undefined
  return exists && (await firstRow(db, `${sql} FOR UPDATE SKIP LOCKED`, [LEASE])) === undefined
}

/**
 * The state of a mirror, and the lease that lets one instance write it.
 *
 * @param analytics Where analytics are read, which may be some seconds behind.
 */
export const createSyncStore = (db: Db, analytics: Db) => {
  const now = NOW[db.dialect]
  return {
    /** The database's time, Unix ms. */
    now: async (): Promise<number> => Number((await firstRow<{ ms: number }>(db, `SELECT ${now} AS ms`))?.ms),
    /**
     * Takes the lease if it is free, or if its holder has not renewed it in time.
     *
     * @returns undefined if another instance holds it.
     */
    takeLease: async (holder: string, leaseMs: number): Promise<Lease | undefined> => {
      const sql = `INSERT INTO leases (name, holder, token, ends_at) VALUES ($1, $2, 1, ${now} + $3)
         ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, token = leases.token + 1, ends_at = excluded.ends_at
         WHERE leases.ends_at <= ${now} RETURNING token`
      return db.write(async (transaction) => {
        if (await isLocked(transaction)) return undefined
        const [taken] = await transaction.all<{ token: number }>(sql, [LEASE, holder, leaseMs])
        return taken && { holder, token: Number(taken.token) }
      })
    },
    /**
     * Extends a lease. In a transaction it also locks the lease, so that no other instance takes it before the transaction ends.
     *
     * @returns Whether the instance still holds it.
     */
    renewLease: ({ token }: Lease, leaseMs: number): Promise<boolean> =>
      db.write(async (transaction) => {
        // Ends the transaction of a process that was stopped in it, because others cannot take a locked lease.
        if (db.dialect === 'postgres')
          await transaction.run(`SET LOCAL idle_in_transaction_session_timeout = ${Math.ceil(leaseMs)}`)
        const sql = `UPDATE leases SET ends_at = ${now} + $1 WHERE name = $2 AND token = $3`
        return (await transaction.run(sql, [leaseMs, LEASE, token])) > 0
      }),
    releaseLease: ({ token }: Lease): Promise<number> =>
      db.run('UPDATE leases SET ends_at = 0 WHERE name = $1 AND token = $2', [LEASE, token]),
    /** The holder of the lease; undefined if it is free. */
    readLease: async (): Promise<{ holder: string; endsAt: number } | undefined> => {
      const sql = `SELECT holder, ends_at FROM leases WHERE name = $1 AND ends_at > ${now}`
      const found = await firstRow<{ holder: string; ends_at: number }>(db, sql, [LEASE])
      return found && { holder: found.holder, endsAt: Number(found.ends_at) }
    },
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
        (await firstRow(analytics, sql, [endpoint])) !== undefined || (await readFact(analytics, STATE)) === undefined
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
    /** Records where the walk over a range goes on; null: at its beginning. */
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
    /**
     * Deletes the rows of a list whose keys are not known. Returns their number.
     *
     * @param since Only rows that are newer. @default all rows
     */
    deleteOthers: async (table: MirroredTable, known: ReadonlySet<unknown>, since?: number): Promise<number> => {
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
    },
    /** The state of the mirror; undefined if the store is not one. */
    readState: (): Promise<MirrorState | undefined> => readStateOf(db),
    writeState: (state: MirrorState): Promise<number> =>
      db.upsert('facts', [{ name: STATE, value: JSON.stringify(state) }]),
    /** The salt for hashes of masked secrets. All instances use the same, so that equal secrets stay equal. */
    readSalt: async (): Promise<Uint8Array> => {
      await db.run('INSERT INTO facts (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING', [
        SALT,
        randomBytes(32).toString('hex'),
      ])
      return Buffer.from((await readFact(db, SALT)) ?? '', 'hex')
    },
  }
}
