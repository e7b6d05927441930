import type { DatabaseSync } from 'node:sqlite'
import type { Computer } from '../../contract/computers.ts'
import type { ServiceAccountKey } from '../../contract/service-accounts.ts'
import { type Plan, type Provisioned, provisionedAt } from './provisioning.ts'
import { joinedRows, rowOf, rowsOf } from './rows-of.ts'

type Stored = { row: string; plan: string; failures_left: number }

const provisioned = ({ row, plan, failures_left }: Stored, nowMs: number): Provisioned & { failuresLeft: number } => {
  const stored = { computer: JSON.parse(row) as Computer, plan: JSON.parse(plan) as Plan }
  return { ...provisionedAt(stored, nowMs), failuresLeft: failures_left }
}

/** Computers, each with what is still to happen to it. */
export const createComputerStore = (database: DatabaseSync) => {
  const put = database.prepare(
    `INSERT INTO computers (id, row, plan, failures_left) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET row = excluded.row, plan = excluded.plan, failures_left = excluded.failures_left`,
  )
  const select = database.prepare('SELECT row, plan, failures_left FROM computers WHERE id = ?')
  const selectAll = database.prepare('SELECT row, plan, failures_left FROM computers ORDER BY id')
  const remove = database.prepare('DELETE FROM computers WHERE id = ?')
  return {
    /** @param failuresLeft How many more installations of dependencies will fail before one ends well. */
    put: ({ computer, plan }: Provisioned, failuresLeft: number): void => {
      put.run(computer.id, JSON.stringify(computer), JSON.stringify(plan), failuresLeft)
    },
    /** The computer as it stands at a moment; undefined when there is none. */
    read: (id: string, nowMs: number): (Provisioned & { failuresLeft: number }) | undefined => {
      const found = rowOf<Stored>(select.get(id))
      return found && provisioned(found, nowMs)
    },
    /** All of them as they stand at a moment, newest first. */
    readAll: (nowMs: number): Computer[] =>
      rowsOf<Stored>(selectAll.all())
        .map((found) => provisioned(found, nowMs).computer)
        .sort((a, b) => b.createdAt - a.createdAt),
    /** Says whether there was one. */
    delete: (id: string): boolean => remove.run(id).changes > 0,
  }
}

/** Service accounts and their keys, newest key first. */
export const createServiceAccountStore = (database: DatabaseSync) => {
  const putAccount = database.prepare('INSERT INTO service_accounts (id) VALUES (?) ON CONFLICT DO NOTHING')
  const putKey = database.prepare(
    `INSERT INTO service_account_keys (account_id, key_id, created_at, row) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET created_at = excluded.created_at, row = excluded.row`,
  )
  const selectAccount = database.prepare('SELECT 1 FROM service_accounts WHERE id = ?')
  const selectKeys = database.prepare(
    'SELECT row FROM service_account_keys WHERE account_id = ? ORDER BY created_at DESC, key_id',
  )
  const selectKey = database.prepare('SELECT row FROM service_account_keys WHERE account_id = ? AND key_id = ?')
  const selectAccounts = database.prepare('SELECT id FROM service_accounts ORDER BY id')
  return {
    /** Makes an account known, so that one without keys is not the same as one that does not exist. */
    putAccount: (accountId: string): void => {
      putAccount.run(accountId)
    },
    hasAccount: (accountId: string): boolean => selectAccount.get(accountId) !== undefined,
    readIds: (): string[] => rowsOf<{ id: string }>(selectAccounts.all()).map(({ id }) => id),
    putKey: (accountId: string, key: ServiceAccountKey, row: string): void => {
      putKey.run(accountId, key.id, key.createdAt, row)
    },
    readKey: (accountId: string, keyId: string): ServiceAccountKey | undefined => {
      const found = rowOf<{ row: string }>(selectKey.get(accountId, keyId))
      return found && (JSON.parse(found.row) as ServiceAccountKey)
    },
    /** JSON texts of an account's keys joined by commas; undefined when there is no such account. */
    readKeys: (accountId: string): string | undefined => {
      if (selectAccount.get(accountId) === undefined) return undefined
      return joinedRows(selectKeys.all(accountId))
    },
  }
}

/** CI jobs, last changed first. */
export const createCiJobStore = (database: DatabaseSync) => {
  const put = database.prepare(
    'INSERT INTO ci_jobs (id, updated_at, row) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET updated_at = excluded.updated_at, row = excluded.row',
  )
  const select = database.prepare('SELECT row FROM ci_jobs ORDER BY updated_at DESC, id')
  return {
    /** @param updatedAtMs 0 when it is not known: such jobs come last. */
    put: (id: string, updatedAtMs: number, row: string): void => {
      put.run(id, updatedAtMs, row)
    },
    /** JSON texts of all jobs joined by commas. */
    read: (): string => joinedRows(select.all()),
  }
}

/** Revisions of the enterprise controls, highest first. */
export const createRevisionStore = (database: DatabaseSync) => {
  const put = database.prepare(
    'INSERT INTO revisions (revision, row) VALUES (?, ?) ON CONFLICT DO UPDATE SET row = excluded.row',
  )
  const select = database.prepare(
    'SELECT revision, row FROM revisions WHERE revision < ? ORDER BY revision DESC LIMIT ?',
  )
  return {
    put: (revision: number, row: string): void => {
      put.run(revision, row)
    },
    /**
     * The next `limit` revisions below another.
     *
     * @param below Undefined: from the newest on.
     */
    readPage: (
      below: number | undefined,
      limit: number,
    ): { rows: string; last: number | undefined; hasMore: boolean } => {
      const found = rowsOf<{ revision: number; row: string }>(select.all(below ?? Number.MAX_VALUE, limit + 1))
      const page = found.slice(0, limit)
      return {
        rows: page.map(({ row }) => row).join(','),
        last: page.at(-1)?.revision,
        hasMore: found.length > limit,
      }
    },
  }
}
