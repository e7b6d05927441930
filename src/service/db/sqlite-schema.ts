import type { DatabaseSync } from 'node:sqlite'
import {
  type ColumnKind,
  columnsOf,
  indexes2,
  indexes4,
  indexes5,
  keyOf,
  kindOf,
  type TableName,
  type version1,
  version2,
  version3,
  version4,
  version5,
} from './tables.ts'

/** SQL that creates the tables of version 1. */
const created1: Record<keyof typeof version1, string> = {
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

const types: Record<ColumnKind, string> = {
  text: 'TEXT',
  day: 'TEXT',
  number: 'REAL',
  integer: 'INTEGER',
  bytes: 'BLOB',
}

const createTable = (table: TableName): string => {
  const columns = columnsOf(table).map((column) => {
    const { kind, isNullable } = kindOf(table, column)
    return `${column} ${types[kind]}${isNullable ? '' : ' NOT NULL'}`
  })
  const sql = `CREATE TABLE ${table} (${[...columns, `PRIMARY KEY (${keyOf(table).join(', ')})`].join(', ')}) STRICT`
  // Without a rowid, comparing a key reads the whole row.
  return table === 'day_pieces' ? sql : `${sql}, WITHOUT ROWID`
}

/** The SQL of each version of the database. Append a version for new tables. */
const versions: readonly (readonly string[])[] = [
  Object.values(created1),
  [...(Object.keys(version2) as TableName[]).map(createTable), ...indexes2],
  (Object.keys(version3) as TableName[]).map(createTable),
  [...(Object.keys(version4) as TableName[]).map(createTable), ...indexes4],
  [...(Object.keys(version5) as TableName[]).map(createTable), ...indexes5],
]

/** The current version of the database. */
export const NEWEST_VERSION = versions.length

/** Migrates a database from one version to another. Does not start a transaction. */
export const migrate = (database: DatabaseSync, from: number, to = NEWEST_VERSION): void => {
  for (const sql of versions.slice(from, to).flat()) database.exec(sql)
}
