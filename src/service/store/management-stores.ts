import { hash, timingSafeEqual } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { Computer } from '../../contract/computers.ts'
import type { RowOf } from '../../contract/endpoints.ts'
import type { ReadinessReport } from '../../contract/readiness.ts'
import type { Role } from '../../contract/roles.ts'
import type { ServiceAccountKey } from '../../contract/service-accounts.ts'
import { type Plan, type Provisioned, provisionedAt } from './provisioning.ts'
import { joinedRows, type ListName, listNames, listOf, preparePut, rowOf, rowsOf, type TableRows } from './tables.ts'

type Stored = TableRows['computers']

const provisioned = ({ row, plan, failures_left }: Stored, nowMs: number): Provisioned & { failuresLeft: number } => {
  const stored = { computer: JSON.parse(row) as Computer, plan: JSON.parse(plan) as Plan }
  return { ...provisionedAt(stored, nowMs), failuresLeft: failures_left }
}

/** Computers with their provisioning plans. */
const createComputerStore = (database: DatabaseSync) => {
  const put = preparePut(database, 'computers')
  const select = database.prepare('SELECT * FROM computers WHERE id = ?')
  const selectAll = database.prepare('SELECT * FROM computers ORDER BY id')
  const remove = database.prepare('DELETE FROM computers WHERE id = ?')
  return {
    /** @param failuresLeft How many more installations of dependencies will fail before one succeeds. */
    put: ({ computer, plan }: Provisioned, failuresLeft: number): void =>
      put({
        id: computer.id,
        row: JSON.stringify(computer),
        plan: JSON.stringify(plan),
        failures_left: failuresLeft,
      }),
    /** The state of a computer at a time; undefined if it does not exist. */
    read: (id: string, nowMs: number): (Provisioned & { failuresLeft: number }) | undefined => {
      const found = rowOf<Stored>(select.get(id))
      return found && provisioned(found, nowMs)
    },
    /** The state of all computers at a time, newest first. */
    readAll: (nowMs: number): Computer[] =>
      rowsOf<Stored>(selectAll.all())
        .map((found) => provisioned(found, nowMs).computer)
        .sort((a, b) => b.createdAt - a.createdAt),
    /** Returns whether the computer existed. */
    delete: (id: string): boolean => remove.run(id).changes > 0,
  }
}

/** Service accounts and their keys, newest key first. */
const createServiceAccountStore = (database: DatabaseSync) => {
  const putAccount = preparePut(database, 'service_accounts')
  const putKey = preparePut(database, 'service_account_keys')
  const selectAccount = database.prepare('SELECT 1 FROM service_accounts WHERE id = ?')
  const selectKeys = database.prepare(
    'SELECT row FROM service_account_keys WHERE account_id = ? ORDER BY created_at DESC, key_id',
  )
  const selectKey = database.prepare('SELECT row FROM service_account_keys WHERE account_id = ? AND key_id = ?')
  const selectAccounts = database.prepare('SELECT id FROM service_accounts ORDER BY id')
  return {
    /** Creates an account, so that an account without keys differs from one that does not exist. */
    putAccount: (accountId: string): void => putAccount({ id: accountId }),
    hasAccount: (accountId: string): boolean => selectAccount.get(accountId) !== undefined,
    readIds: (): string[] => rowsOf<{ id: string }>(selectAccounts.all()).map(({ id }) => id),
    putKey: (accountId: string, { id, createdAt }: ServiceAccountKey, row: string): void =>
      putKey({ account_id: accountId, key_id: id, created_at: createdAt, row }),
    readKey: (accountId: string, keyId: string): ServiceAccountKey | undefined => {
      const found = rowOf<{ row: string }>(selectKey.get(accountId, keyId))
      return found && (JSON.parse(found.row) as ServiceAccountKey)
    },
    /** JSON texts of an account's keys joined by commas; undefined if the account does not exist. */
    readKeys: (accountId: string): string | undefined => {
      if (selectAccount.get(accountId) === undefined) return undefined
      return joinedRows(selectKeys.all(accountId))
    },
  }
}

const createListStore = <N extends ListName>(database: DatabaseSync, name: N) => {
  const { table, rankColumn, idOf, rankOf } = listOf(name)
  const put = database.prepare(`INSERT OR REPLACE INTO ${table} (id, ${rankColumn}, row) VALUES (?, ?, ?)`)
  const select = database.prepare(`SELECT row FROM ${table} ORDER BY ${rankColumn} DESC, id`)
  return {
    put: (row: RowOf<N>, text = JSON.stringify(row)): void => void put.run(idOf(row) ?? text, rankOf(row), text),
    /** JSON texts of all rows joined by commas. */
    read: (): string => joinedRows(select.all()),
  }
}
type ListStores = { [N in ListName]: ReturnType<typeof createListStore<N>> }

/** Revisions of the enterprise controls, highest first. */
const createRevisionStore = (database: DatabaseSync) => {
  const put = preparePut(database, 'revisions')
  const select = database.prepare(
    'SELECT revision, row FROM revisions WHERE revision < ? ORDER BY revision DESC LIMIT ?',
  )
  return {
    put: (revision: number, row: string): void => put({ revision, row }),
    /**
     * The next `limit` revisions below a revision.
     *
     * @param below Undefined to start at the newest.
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

/** `owner/name` in lower case from any usual repository address; otherwise the address itself. */
const repoName = (repoUrl: string): string => {
  const path = repoUrl.replace(/(?<!\/)\/+$/, '').replace(/\.git$/, '')
  const match = /((?<![^/:])[^/:]+\/[^/:]+)$/.exec(path)
  return (match?.[1] ?? path).toLowerCase()
}

type ReportsQuery = { repoId?: string | undefined; limit: number; startAfter?: string | undefined }

type Place = { created_at: number; report_id: string }

/** Before all reports. */
const FIRST_PLACE: Place = { created_at: Number.MAX_VALUE, report_id: '' }

/** Readiness reports, newest first by time, then by id in descending order. */
const createReportStore = (database: DatabaseSync) => {
  const put = preparePut(database, 'reports')
  const selectPlace = database.prepare('SELECT created_at, report_id FROM reports WHERE report_id = ?')
  const select = database.prepare(
    `SELECT row FROM reports
     WHERE (:all OR repo_url = :repo OR repo_id = :repo OR repo_name = :name)
       AND (created_at, report_id) < (:at, :id)
     ORDER BY created_at DESC, report_id DESC LIMIT :limit`,
  )
  return {
    put: ({ reportId, createdAt, repoUrl, repoId }: ReadinessReport, row: string): void =>
      put({
        report_id: reportId,
        created_at: createdAt,
        repo_url: repoUrl,
        repo_name: repoName(repoUrl),
        repo_id: typeof repoId === 'string' ? repoId : null,
        row,
      }),
    /**
     * JSON texts of reports joined by commas. `repoId` matches a report's own `repoId` (if it has one), its `repoUrl`,
     * or the `owner/name` at the end of its `repoUrl`.
     *
     * @returns undefined if the report `startAfter` does not exist.
     */
    read: ({ repoId, limit, startAfter }: ReportsQuery): string | undefined => {
      const place = startAfter === undefined ? FIRST_PLACE : rowOf<Place>(selectPlace.get(startAfter))
      if (place === undefined) return undefined
      return joinedRows(
        select.all({
          all: repoId === undefined ? 1 : 0,
          repo: repoId ?? '',
          name: repoName(repoId ?? ''),
          at: place.created_at,
          id: place.report_id,
          limit: Math.min(limit, 1_000_000),
        }),
      )
    },
  }
}

const hashOf = (key: string): Buffer => hash('sha256', key, 'buffer')

/** One key per role. Only its SHA-256 is stored. */
const createKeyStore = (database: DatabaseSync) => {
  const put = preparePut(database, 'access_keys')
  const select = database.prepare('SELECT role, hash FROM access_keys ORDER BY role')
  const read = () => rowsOf<TableRows['access_keys']>(select.all())
  return {
    /** Sets the key of a role and replaces its previous key. */
    put: (role: Role, key: string): void => put({ role, hash: hashOf(key) }),
    /** The roles with a key. */
    readRoles: (): Role[] => read().map(({ role }) => role),
    /** The role of a key. Takes the same time for every key, known or unknown. */
    findRole: (key: string): Role | undefined => {
      const own = hashOf(key)
      let found: Role | undefined
      for (const row of read()) if (timingSafeEqual(own, row.hash)) found = row.role
      return found
    },
  }
}

/** The stores of everything except analytics and wikis. */
export const createManagementStores = (database: DatabaseSync) => ({
  reports: createReportStore(database),
  computers: createComputerStore(database),
  revisions: createRevisionStore(database),
  serviceAccounts: createServiceAccountStore(database),
  lists: Object.fromEntries(listNames.map((name) => [name, createListStore(database, name)])) as ListStores,
  keys: createKeyStore(database),
})
