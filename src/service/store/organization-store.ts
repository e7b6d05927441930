import { hash } from 'node:crypto'
import type { AuditEvent, OrganizationUser, UserLimit } from '../../contract/organization.ts'
import { type Db, firstRow, joinedRows, type Page, pageOf } from '../db/db.ts'
import type { TableRows } from '../db/tables.ts'
import { readSetting, writeSetting } from './settings.ts'

/** A user with the JSON text that is stored. */
type StoredUser = { user: Pick<OrganizationUser, 'id' | 'email'>; row: string }

/** Users with a seat, by id. */
const createSeatStore = (db: Db) => ({
  put: (users: readonly StoredUser[]): Promise<number> =>
    db.upsert(
      'seats',
      users.map(({ user: { id, email }, row }) => ({ id, email, row })),
    ),
  /** @param after An id, which need not exist. Empty for the first page. */
  readPage: async (after: string, limit: number): Promise<Page<{ id: string }>> =>
    pageOf(
      await db.all<{ id: string; row: string }>('SELECT id, row FROM seats WHERE id > $1 ORDER BY id LIMIT $2', [
        after,
        limit + 1,
      ]),
      limit,
    ),
  readIds: async (): Promise<string[]> =>
    (await db.all<{ id: string }>('SELECT id FROM seats ORDER BY id')).map(({ id }) => id),
  /** Those of at most 100 e-mail addresses that a user has, in one scan of the table. */
  knownEmails: async (emails: readonly string[]): Promise<ReadonlySet<string>> => {
    const values = emails.map((_, at) => `$${at + 1}`).join(', ')
    const found = await db.all<{ email: string }>(`SELECT email FROM seats WHERE email IN (${values})`, emails)
    return new Set(found.map(({ email }) => email))
  },
  delete: async (id: string): Promise<boolean> => (await db.run('DELETE FROM seats WHERE id = $1', [id])) > 0,
})

/** Limits of credits: the global one, and the own ones of users, by e-mail address. */
const createLimitStore = (db: Db) => ({
  /** Null if there is no limit. */
  readGlobal: async (): Promise<number | null> => {
    const limit = await readSetting(db, 'global_limit')
    return limit === undefined ? null : Number(limit)
  },
  putGlobal: async (limit: number | null): Promise<void> => {
    if (limit === null) await db.run("DELETE FROM facts WHERE name = 'global_limit'")
    else await writeSetting(db, 'global_limit', String(limit))
  },
  putOwn: (limits: readonly { email: string; row: string }[]): Promise<number> => db.upsert('user_limits', limits),
  readOwn: async (email: string): Promise<UserLimit | undefined> => {
    const found = await firstRow<{ row: string }>(db, 'SELECT row FROM user_limits WHERE email = $1', [email])
    return found && (JSON.parse(found.row) as UserLimit)
  },
  deleteOwn: async (email: string): Promise<boolean> =>
    (await db.run('DELETE FROM user_limits WHERE email = $1', [email])) > 0,
  readEmails: async (): Promise<string[]> =>
    (await db.all<{ email: string }>('SELECT email FROM user_limits ORDER BY email')).map(({ email }) => email),
  /** JSON texts of all own limits joined by commas. */
  readAllOwn: (): Promise<string> => joinedRows(db, 'SELECT row FROM user_limits ORDER BY email'),
})

/** Where an event is in the audit log: by time, then by id, both descending. */
export type AuditPlace = Pick<TableRows['audit_events'], 'created_at' | 'id'>

/** Before all events. */
const FIRST_EVENT: AuditPlace = { created_at: Number.MAX_VALUE, id: '' }

/** An event with the JSON text that is stored. */
type StoredEvent = { event: Partial<Pick<AuditEvent, 'createdAt'>>; row: string }

/** Unix ms. An event of another server whose time cannot be read comes last. */
const timeOf = ({ createdAt }: Partial<Pick<AuditEvent, 'createdAt'>>): number => Date.parse(createdAt ?? '') || 0

/** The organisation's audit log, newest first. Events have no id: two with the same text are one event. */
const createAuditEventStore = (db: Db) => {
  const put = (events: readonly StoredEvent[]): Promise<number> =>
    db.upsert(
      'audit_events',
      events.map(({ event, row }) => ({ id: hash('sha256', row), created_at: timeOf(event), row })),
    )
  return {
    put,
    append: (event: AuditEvent): Promise<number> => put([{ event, row: JSON.stringify(event) }]),
    readPage: async (after: AuditPlace = FIRST_EVENT, limit: number): Promise<Page<AuditPlace>> =>
      pageOf(
        await db.all<AuditPlace & { row: string }>(
          `SELECT id, created_at, row FROM audit_events WHERE (created_at, id) < ($1, $2)
           ORDER BY created_at DESC, id DESC LIMIT $3`,
          [after.created_at, after.id, limit + 1],
        ),
        limit,
      ),
  }
}

/** The stores of users with a seat, their limits, and the audit log. */
export const createOrganizationStores = (db: Db) => ({
  seats: createSeatStore(db),
  limits: createLimitStore(db),
  auditEvents: createAuditEventStore(db),
})
