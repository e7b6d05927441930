import { randomUUID } from 'node:crypto'
import { type Db, databaseNow } from '../db/db.ts'
import type { TableRows } from '../db/tables.ts'

/** One change of the data: who made it with which key, what it was, and when. `id` is the request's id. */
export type AuditRow = TableRows['audit_log']

/** Every change that came through the API, and every administrative command. */
export const createAuditLog = (db: Db) => ({
  /** Adds a row. Call it in the transaction of the change. */
  add: async (row: Omit<AuditRow, 'at'>): Promise<number> =>
    db.upsert('audit_log', [{ ...row, at: await databaseNow(db) }]),
  /** The newest rows, newest first. */
  readNewest: (limit: number): Promise<AuditRow[]> =>
    db.all<AuditRow>('SELECT * FROM audit_log ORDER BY at DESC, id DESC LIMIT $1', [limit]),
})

/**
 * Adds an audit row for an administrative command. Call it in the transaction of its change. The row
 * names no key, because the command line needs none.
 *
 * @param action The command, such as `serve keys add`.
 * @param target The changed object. Must not name a user of the organisation.
 */
export const recordCommand = (
  { auditLog }: { auditLog: ReturnType<typeof createAuditLog> },
  action: string,
  target?: string,
): Promise<number> =>
  auditLog.add({ id: randomUUID(), key_name: 'command line', role: 'admin', action, target: target ?? null })
