import type { Computer } from '../../contract/computers.ts'
import type { RowOf } from '../../contract/endpoints.ts'
import type { ReadinessReport } from '../../contract/readiness.ts'
import type { ServiceAccount, ServiceAccountKey } from '../../contract/service-accounts.ts'
import { type Db, firstRow, joinedRows, type Page, pageOf } from '../db/db.ts'
import { type ListName, listNames, listOf } from '../db/lists.ts'
import type { TableRows } from '../db/tables.ts'
import { createAuditLog } from './audit-log.ts'
import { createKeyStore } from './key-store.ts'
import { type Plan, type Provisioned, provisionedAt } from './provisioning.ts'
import { readSetting, writeSetting } from './settings.ts'

type Stored = TableRows['computers']

const provisioned = ({ row, plan, failures_left }: Stored, nowMs: number): Provisioned & { failuresLeft: number } => {
  const stored = { computer: JSON.parse(row) as Computer, plan: JSON.parse(plan) as Plan }
  return { ...provisionedAt(stored, nowMs), failuresLeft: failures_left }
}

/** Computers with their provisioning plans. */
const createComputerStore = (db: Db) => ({
  /** @param failuresLeft How many more installations of dependencies will fail before one succeeds. */
  put: ({ computer, plan }: Provisioned, failuresLeft: number): Promise<number> =>
    db.upsert('computers', [
      {
        id: computer.id,
        row: JSON.stringify(computer),
        plan: JSON.stringify(plan),
        failures_left: failuresLeft,
      },
    ]),
  /** The state of a computer at a time; undefined if it does not exist. */
  read: async (id: string, nowMs: number): Promise<(Provisioned & { failuresLeft: number }) | undefined> => {
    const found = await firstRow<Stored>(db, 'SELECT * FROM computers WHERE id = $1', [id])
    return found && provisioned(found, nowMs)
  },
  /** The state of all computers at a time, newest first. */
  readAll: async (nowMs: number): Promise<Computer[]> =>
    (await db.all<Stored>('SELECT * FROM computers ORDER BY id'))
      .map((found) => provisioned(found, nowMs).computer)
      .sort((a, b) => b.createdAt - a.createdAt),
  /** Returns whether the computer existed. */
  delete: async (id: string): Promise<boolean> => (await db.run('DELETE FROM computers WHERE id = $1', [id])) > 0,
  /** Marks the computers as those of the demo, whose use is simulated. */
  simulateUse: (): Promise<number> => writeSetting(db, 'simulated_use', 'yes'),
  isUseSimulated: async (): Promise<boolean> => (await readSetting(db, 'simulated_use')) !== undefined,
})

/** Service accounts and their keys, newest key first. */
const createServiceAccountStore = (db: Db) => {
  const hasAccount = async (accountId: string): Promise<boolean> =>
    (await firstRow(db, 'SELECT 1 FROM service_accounts WHERE id = $1', [accountId])) !== undefined
  return {
    /** Creates an account, so that an account without keys differs from one that does not exist. */
    putAccount: (accountId: string): Promise<number> => db.upsert('service_accounts', [{ id: accountId }]),
    hasAccount,
    readIds: async (): Promise<string[]> =>
      (await db.all<{ id: string }>('SELECT id FROM service_accounts ORDER BY id')).map(({ id }) => id),
    /** Creates or replaces an account together with its other members. */
    putDetails: async ({ id }: ServiceAccount, row: string): Promise<number> => {
      await db.upsert('service_accounts', [{ id }])
      return db.upsert('service_account_rows', [{ id, row }])
    },
    /** JSON texts of all accounts joined by commas. An account without other members has its id as its name. */
    readAll: async (): Promise<string> => {
      const found = await db.all<{ id: string; row: string | null }>(
        `SELECT accounts.id, details.row FROM service_accounts AS accounts
         LEFT JOIN service_account_rows AS details ON details.id = accounts.id ORDER BY accounts.id`,
      )
      return found.map(({ id, row }) => row ?? JSON.stringify({ id, name: id })).join(',')
    },
    putKey: (accountId: string, { id, createdAt }: ServiceAccountKey, row: string): Promise<number> =>
      db.upsert('service_account_keys', [{ account_id: accountId, key_id: id, created_at: createdAt, row }]),
    readKey: async (accountId: string, keyId: string): Promise<ServiceAccountKey | undefined> => {
      const sql = 'SELECT row FROM service_account_keys WHERE account_id = $1 AND key_id = $2'
      const found = await firstRow<{ row: string }>(db, sql, [accountId, keyId])
      return found && (JSON.parse(found.row) as ServiceAccountKey)
    },
    /** JSON texts of an account's keys joined by commas; undefined if the account does not exist. */
    readKeys: async (accountId: string): Promise<string | undefined> => {
      if (!(await hasAccount(accountId))) return undefined
      const sql = 'SELECT row FROM service_account_keys WHERE account_id = $1 ORDER BY created_at DESC, key_id'
      return joinedRows(db, sql, [accountId])
    },
  }
}

const createListStore = <N extends ListName>(db: Db, name: N) => {
  const { table, rankColumn, idOf, rankOf } = listOf(name)
  return {
    put: (row: RowOf<N>, text = JSON.stringify(row)): Promise<number> =>
      db.upsert(table, [{ id: idOf(row) ?? text, [rankColumn]: rankOf(row), row: text } as TableRows[typeof table]]),
    /** JSON texts of all rows joined by commas. */
    read: (): Promise<string> => joinedRows(db, `SELECT row FROM ${table} ORDER BY ${rankColumn} DESC, id`),
  }
}
type ListStores = { [N in ListName]: ReturnType<typeof createListStore<N>> }

/** Revisions of the enterprise controls, highest first. */
const createRevisionStore = (db: Db) => ({
  put: (revision: number, row: string): Promise<number> => db.upsert('revisions', [{ revision, row }]),
  /**
   * The next `limit` revisions below a revision.
   *
   * @param below Undefined to start at the newest.
   */
  readPage: async (below: number | undefined, limit: number): Promise<Page<{ revision: number }>> =>
    pageOf(
      await db.all<{ revision: number; row: string }>(
        'SELECT revision, row FROM revisions WHERE revision < $1 ORDER BY revision DESC LIMIT $2',
        [below ?? Number.MAX_VALUE, limit + 1],
      ),
      limit,
    ),
})

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
const createReportStore = (db: Db) => ({
  put: ({ reportId, createdAt, repoUrl, repoId }: ReadinessReport, row: string): Promise<number> =>
    db.upsert('reports', [
      {
        report_id: reportId,
        created_at: createdAt,
        repo_url: repoUrl,
        repo_name: repoName(repoUrl),
        repo_id: typeof repoId === 'string' ? repoId : null,
        row,
      },
    ]),
  /**
   * JSON texts of reports joined by commas. `repoId` matches a report's own `repoId` (if it has one), its `repoUrl`,
   * or the `owner/name` at the end of its `repoUrl`.
   *
   * @returns undefined if the report `startAfter` does not exist.
   */
  read: async ({ repoId, limit, startAfter }: ReportsQuery): Promise<string | undefined> => {
    const selectPlace = 'SELECT created_at, report_id FROM reports WHERE report_id = $1'
    const place = startAfter === undefined ? FIRST_PLACE : await firstRow<Place>(db, selectPlace, [startAfter])
    if (place === undefined) return undefined
    return joinedRows(
      db,
      `SELECT row FROM reports
       WHERE ($1 = 1 OR repo_url = $2 OR repo_id = $2 OR repo_name = $3) AND (created_at, report_id) < ($4, $5)
       ORDER BY created_at DESC, report_id DESC LIMIT $6`,
      [
        repoId === undefined ? 1 : 0,
        repoId ?? '',
        repoName(repoId ?? ''),
        place.created_at,
        place.report_id,
        Math.min(limit, 1_000_000),
      ],
    )
  },
})

/** The stores of everything except analytics and wikis. */
export const createManagementStores = (db: Db) => ({
  reports: createReportStore(db),
  computers: createComputerStore(db),
  revisions: createRevisionStore(db),
  serviceAccounts: createServiceAccountStore(db),
  lists: Object.fromEntries(listNames.map((name) => [name, createListStore(db, name)])) as ListStores,
  keys: createKeyStore(db),
  auditLog: createAuditLog(db),
})
