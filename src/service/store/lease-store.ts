import { type Db, firstRow } from '../db/db.ts'

/** The right of one instance to write the mirror, until another one takes it over. */
export type Lease = { holder: string; token: number }

const LEASE = 'mirror'

/** The database's time, Unix ms: instances with different clocks agree on it. */
const NOW = {
  sqlite: "(unixepoch('subsec') * 1000.0)",
  postgres: 'round(extract(epoch FROM clock_timestamp()) * 1000)::float8',
}

/** Whether a transaction of the holder has locked the lease. Waiting for it would take as long as the transaction. */
const isLocked = async (db: Db): Promise<boolean> => {
  if (db.dialect === 'sqlite') return false
  const sql = 'SELECT 1 FROM leases WHERE name = $1'
  const exists = (await firstRow(db, sql, [LEASE])) !== undefined
  return exists && (await firstRow(db, `${sql} FOR UPDATE SKIP LOCKED`, [LEASE])) === undefined
}

/** The lease that lets one instance write the mirror. */
export const createLeaseStore = (db: Db) => {
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
  }
}
