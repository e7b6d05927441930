import type { DatabaseSync } from 'node:sqlite'
import type { ListEndpointName, RowOf } from '../../contract/endpoints.ts'
import type { Role } from '../../contract/roles.ts'

/**
 * The columns of the tables of version 1, which is released: new tables belong to a new version. `row` is the JSON text in its final form, so that unknown members survive. Values for
 * searching or sorting have separate columns.
 */
type Version1 = {
  facts: { name: string; value: string }
  access_keys: { role: Role; hash: Uint8Array }
  analytics_days: { endpoint: string; day: string; grouped: string; row: string }
  person_days: { day: string; user_id: string; row: string }
  reports: {
    report_id: string
    created_at: number
    repo_url: string
    repo_name: string
    repo_id: string | null
    row: string
  }
  computers: { id: string; row: string; plan: string; failures_left: number }
  revisions: { revision: number; row: string }
  service_accounts: { id: string }
  service_account_keys: { account_id: string; key_id: string; created_at: number; row: string }
  wiki_runs: { id: string; created_at: number; row: string }
  wiki_pages: { run_id: string; place: number; path: string; markdown: string }
  ci_jobs: { id: string; updated_at: number; row: string }
}
export type TableRows = Version1
export type TableName = keyof TableRows

/** The primary key and the other columns of each table. */
const tableColumns: { [Name in TableName]: { key: readonly Column<Name>[]; rest: readonly Column<Name>[] } } = {
  facts: { key: ['name'], rest: ['value'] },
  access_keys: { key: ['role'], rest: ['hash'] },
  analytics_days: { key: ['endpoint', 'day'], rest: ['grouped', 'row'] },
  person_days: { key: ['day', 'user_id'], rest: ['row'] },
  reports: { key: ['report_id'], rest: ['created_at', 'repo_url', 'repo_name', 'repo_id', 'row'] },
  computers: { key: ['id'], rest: ['row', 'plan', 'failures_left'] },
  revisions: { key: ['revision'], rest: ['row'] },
  service_accounts: { key: ['id'], rest: [] },
  service_account_keys: { key: ['account_id', 'key_id'], rest: ['created_at', 'row'] },
  wiki_runs: { key: ['id'], rest: ['created_at', 'row'] },
  wiki_pages: { key: ['run_id', 'place'], rest: ['path', 'markdown'] },
  ci_jobs: { key: ['id'], rest: ['updated_at', 'row'] },
}
type Column<Name extends TableName> = keyof TableRows[Name] & string

/** Names of the columns of a table's primary key. */
export const keyOf = (table: TableName): readonly string[] => tableColumns[table].key

/** Names of all columns of a table, the key first. */
export const columnsOf = <Name extends TableName>(table: Name): Column<Name>[] => [
  ...tableColumns[table].key,
  ...tableColumns[table].rest,
]

/** SQL that creates the tables of version 1. */
const version1: Record<keyof Version1, string> = {
  facts: 'CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID',
  access_keys: 'CREATE TABLE access_keys (role TEXT PRIMARY KEY, hash BLOB NOT NULL) STRICT, WITHOUT ROWID',
  analytics_days: `CREATE TABLE analytics_days (
    endpoint TEXT NOT NULL,
    day TEXT NOT NULL,
    grouped TEXT NOT NULL,
    row TEXT NOT NULL,
    PRIMARY KEY (endpoint, day)
  ) STRICT`,
  person_days: `CREATE TABLE person_days (
    day TEXT NOT NULL,
    user_id TEXT NOT NULL,
    row TEXT NOT NULL,
    PRIMARY KEY (day, user_id)
  ) STRICT, WITHOUT ROWID`,
  reports: `CREATE TABLE reports (
    report_id TEXT PRIMARY KEY,
    created_at REAL NOT NULL,
    repo_url TEXT NOT NULL,
    repo_name TEXT NOT NULL,
    repo_id TEXT,
    row TEXT NOT NULL
  ) STRICT;
  CREATE INDEX reports_newest ON reports (created_at DESC, report_id DESC)`,
  computers:
    'CREATE TABLE computers (id TEXT PRIMARY KEY, row TEXT NOT NULL, plan TEXT NOT NULL, failures_left INTEGER NOT NULL) STRICT',
  revisions: 'CREATE TABLE revisions (revision REAL PRIMARY KEY, row TEXT NOT NULL) STRICT, WITHOUT ROWID',
  service_accounts: 'CREATE TABLE service_accounts (id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID',
  service_account_keys: `CREATE TABLE service_account_keys (
    account_id TEXT NOT NULL REFERENCES service_accounts (id) ON DELETE CASCADE,
    key_id TEXT NOT NULL,
    created_at REAL NOT NULL,
    row TEXT NOT NULL,
    PRIMARY KEY (account_id, key_id)
  ) STRICT`,
  wiki_runs: 'CREATE TABLE wiki_runs (id TEXT PRIMARY KEY, created_at REAL NOT NULL, row TEXT NOT NULL) STRICT',
  wiki_pages: `CREATE TABLE wiki_pages (
    run_id TEXT NOT NULL REFERENCES wiki_runs (id) ON DELETE CASCADE,
    place INTEGER NOT NULL,
    path TEXT NOT NULL,
    markdown TEXT NOT NULL,
    PRIMARY KEY (run_id, place)
  ) STRICT`,
  ci_jobs: 'CREATE TABLE ci_jobs (id TEXT PRIMARY KEY, updated_at REAL NOT NULL, row TEXT NOT NULL) STRICT',
}

/** SQL by table name, for each version of the database. Append a version for new tables. */
const versions: readonly Readonly<Record<string, string>>[] = [version1]

/** The current version of the database. */
export const NEWEST_VERSION = versions.length

/** Tables of settings, which are not data of the organisation. */
const settings: readonly string[] = ['facts', 'access_keys'] satisfies TableName[]

export const dataTables = versions.flatMap(Object.keys).filter((name) => !settings.includes(name))

/** Migrates a database from one version to another. Does not start a transaction. */
export const migrate = (database: DatabaseSync, from: number, to = NEWEST_VERSION): void => {
  for (const sql of versions.slice(from, to).flatMap(Object.values)) database.exec(sql)
}

/** Storage of a list that is the whole response of an endpoint. */
type List<Row> = {
  table: TableName
  /** Name of the rows in the report of an import. */
  noun: string
  /** A row without an id is identified by its text. */
  idOf: (row: Row) => string | undefined
  /** The column that orders the rows, highest first. The others are `id` and `row`. */
  rankColumn: string
  rankOf: (row: Row) => number
}

/** Each list has a store and can be imported. */
const lists = {
  ciJobs: {
    table: 'ci_jobs',
    noun: 'CI jobs',
    idOf: ({ id }) => id,
    rankColumn: 'updated_at',
    rankOf: ({ updatedAt, createdAt }) => updatedAt ?? createdAt ?? 0,
  },
} satisfies { [N in ListEndpointName]?: List<RowOf<N>> }

export type ListName = keyof typeof lists
export const listNames = Object.keys(lists) as ListName[]
export const listOf = <N extends ListName>(name: N): List<RowOf<N>> => lists[name]
