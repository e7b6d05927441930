import type { DatabaseSync } from 'node:sqlite'
import { rowsOf } from './prepared.ts'

/** Of a ledger file, as `user_version`: one more with every change of {@link TABLES}. */
export const SCHEMA_VERSION = 13

/** Text from outside is written by `toStoredText`. */
const TABLES = `
  -- One for each key and organisation. The one of a key that was shown last has the highest \`shown\`.
  CREATE TABLE partition (
    id INTEGER PRIMARY KEY AUTOINCREMENT, key_hash BLOB NOT NULL, org TEXT NOT NULL, shown INTEGER NOT NULL,
    UNIQUE (key_hash, org)
  );
  -- Days that are held, with or without rows: see day-rows.ts. What is small or read most often stands first.
  CREATE TABLE day (
    partition INTEGER NOT NULL, endpoint TEXT NOT NULL, day TEXT NOT NULL, fetched_at INTEGER NOT NULL,
    count INTEGER NOT NULL, problems INTEGER NOT NULL, rows BLOB NOT NULL, people BLOB, by_user BLOB, raw BLOB,
    PRIMARY KEY (partition, endpoint, day)
  );
  -- Its newest e-mail, and the first one, which the e-mails of days are stored relative to: see dictionary-codec.ts.
  CREATE TABLE person (
    id INTEGER PRIMARY KEY AUTOINCREMENT, partition INTEGER NOT NULL, user_id TEXT NOT NULL, email TEXT,
    email_day TEXT NOT NULL, first_email TEXT, UNIQUE (partition, user_id)
  );
  -- Walks of the per-user rows. \`fetched_at\` is that of the oldest page. A complete one is kept as long as days are its.
  CREATE TABLE walk (
    id INTEGER PRIMARY KEY AUTOINCREMENT, partition INTEGER NOT NULL, from_day TEXT NOT NULL, to_day TEXT NOT NULL,
    started_at INTEGER NOT NULL, fetched_at INTEGER, cursor TEXT, pages INTEGER NOT NULL, is_complete INTEGER NOT NULL
  );
  CREATE INDEX walk_of_partition ON walk (partition, is_complete);
  -- The days of a walk, and how many rows of each have come. Of a complete walk: those that no later walk has replaced.
  CREATE TABLE walk_day (walk INTEGER NOT NULL, day TEXT NOT NULL, rows INTEGER NOT NULL, PRIMARY KEY (walk, day));
  -- Pages of a walk: the numbers of their people with e-mails and words, their rows in columns, and as they came.
  CREATE TABLE walk_page (
    walk INTEGER NOT NULL, page INTEGER NOT NULL, names BLOB NOT NULL, columns BLOB NOT NULL, raw BLOB NOT NULL,
    PRIMARY KEY (walk, page)
  );
  CREATE TABLE report (
    partition INTEGER NOT NULL, id TEXT NOT NULL, created_at REAL, bytes BLOB NOT NULL, PRIMARY KEY (partition, id)
  );
  CREATE TABLE revision (
    partition INTEGER NOT NULL, revision REAL NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY (partition, revision)
  );
  -- When a list that is kept by id was fetched: reports, revisions.
  CREATE TABLE list (
    partition INTEGER NOT NULL, name TEXT NOT NULL, fetched_at INTEGER NOT NULL, PRIMARY KEY (partition, name)
  );
  -- What a server has beyond the endpoints that all have, as names with spaces between them.
  CREATE TABLE offer (partition INTEGER PRIMARY KEY, asked_at INTEGER NOT NULL, names TEXT NOT NULL);
  -- Ids of computers, service accounts and wiki runs, see known-ids.ts.
  CREATE TABLE known_id (
    partition INTEGER NOT NULL, kind TEXT NOT NULL, id TEXT NOT NULL, name TEXT, source TEXT NOT NULL, at INTEGER NOT NULL,
    PRIMARY KEY (partition, kind, id)
  );
  -- Where the archive of a wiki run was put last: see last-exports.ts.
  CREATE TABLE last_export (
    partition INTEGER NOT NULL, run TEXT NOT NULL, path TEXT NOT NULL, at INTEGER NOT NULL, size_bytes INTEGER NOT NULL,
    files INTEGER NOT NULL, PRIMARY KEY (partition, run)
  );
  -- Runs whose last export failed: see last-exports.ts.
  CREATE TABLE failed_export (
    partition INTEGER NOT NULL, run TEXT NOT NULL, at INTEGER NOT NULL, why TEXT NOT NULL, PRIMARY KEY (partition, run)
  );
`

/** Columns of the tables that may hold what people entered: no server can send them again, so they survive an upgrade. */
const ENTERED = {
  partition: 'id, key_hash, org, shown',
  known_id: 'partition, kind, id, name, source, at',
  last_export: 'partition, run, path, at, size_bytes, files',
} as const

/**
 * Makes the tables of a ledger. Of a file of an earlier version only what people entered stays: rows from servers are loaded again.
 * Call it in a transaction to write.
 */
export const createTables = (database: DatabaseSync): void => {
  const names = database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .all()
  for (const { name } of names)
    database.exec(isEnteredTable(name) ? `ALTER TABLE ${name} RENAME TO old_${name}` : `DROP TABLE ${name}`)
  database.exec(TABLES)
  for (const { name } of names) {
    if (!isEnteredTable(name)) continue
    const columns = ENTERED[name]
    database.exec(`INSERT INTO ${name} (${columns}) SELECT ${columns} FROM old_${name}; DROP TABLE old_${name}`)
  }
  database.exec(`PRAGMA user_version = ${SCHEMA_VERSION}`)
}

/** Whether a file has the tables of its version; of an earlier one, those that stay. Throws what SQLite says of columns that it lacks. */
export const hasTablesOf = (database: DatabaseSync, version: number): boolean => {
  const tables = new Map(rowsOf(database, ['text', 'text?'], 'SELECT name, sql FROM sqlite_schema'))
  if (version === 0) return tables.size === 0
  if (version === SCHEMA_VERSION) {
    const own = new Set(tables.values())
    const statements = TABLES.replaceAll(/^ *--.*$/gm, '').split(';')
    return statements.every((sql) => sql.trim() === '' || own.has(sql.trim()))
  }
  if (version > SCHEMA_VERSION) return true
  for (const [name, columns] of Object.entries(ENTERED))
    if (name === 'partition' || tables.has(name)) database.prepare(`SELECT ${columns} FROM ${name}`)
  return true
}

const isEnteredTable = (name: unknown): name is keyof typeof ENTERED =>
  typeof name === 'string' && Object.hasOwn(ENTERED, name)

/** Tables whose rows belong to a partition directly. */
export const PARTITION_TABLES = [
  'day',
  'person',
  'walk',
  'report',
  'revision',
  'list',
  'offer',
  'known_id',
  'last_export',
  'failed_export',
] as const

/** Tables whose rows belong to a walk. */
export const WALK_TABLES = ['walk_day', 'walk_page'] as const
