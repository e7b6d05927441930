import type { DatabaseSync } from 'node:sqlite'
import { change, rowsOf } from './prepared.ts'

/** Version of a ledger file, stored as `user_version`. Increment it with every change of {@link TABLES}. */
export const SCHEMA_VERSION = 16

/** `toStoredText` encodes all untrusted text. */
const TABLES = `
  -- One row for each key and organisation. Of the rows of a key, the one shown last has the highest \`shown\`.
  CREATE TABLE partition (
    id INTEGER PRIMARY KEY AUTOINCREMENT, key_hash BLOB NOT NULL, org TEXT NOT NULL, shown INTEGER NOT NULL,
    UNIQUE (key_hash, org)
  );
  -- Cached days, with or without rows: see day-rows.ts. Columns that are small or often read come first. Rows of credits
  -- have \`people\`; days with very many users only once these have been read.
  CREATE TABLE day (
    partition INTEGER NOT NULL, endpoint TEXT NOT NULL, day TEXT NOT NULL, fetched_at INTEGER NOT NULL,
    count INTEGER NOT NULL, problems INTEGER NOT NULL, lists TEXT, rows BLOB NOT NULL, people BLOB, by_user BLOB,
    raw BLOB, PRIMARY KEY (partition, endpoint, day)
  );
  -- Parts of the long lists of a day: see long-lists.ts. \`id\` is \`lists\` of the day.
  CREATE TABLE list_part (
    partition INTEGER NOT NULL, endpoint TEXT NOT NULL, day TEXT NOT NULL, list INTEGER NOT NULL, place INTEGER NOT NULL,
    id TEXT NOT NULL, items BLOB NOT NULL, raw BLOB, PRIMARY KEY (partition, endpoint, day, list, place)
  );
  -- A user with the newest and the first e-mail. Rows store an e-mail only if it is another: see dictionary-codec.ts.
  CREATE TABLE person (
    id INTEGER PRIMARY KEY AUTOINCREMENT, partition INTEGER NOT NULL, user_id TEXT NOT NULL, email TEXT,
    email_day TEXT NOT NULL, first_email TEXT, UNIQUE (partition, user_id)
  );
  -- Walks of the per-user rows. \`fetched_at\` is that of the oldest page. A complete walk stays while it has days.
  CREATE TABLE walk (
    id INTEGER PRIMARY KEY AUTOINCREMENT, partition INTEGER NOT NULL, from_day TEXT NOT NULL, to_day TEXT NOT NULL,
    started_at INTEGER NOT NULL, fetched_at INTEGER, cursor TEXT, pages INTEGER NOT NULL, is_complete INTEGER NOT NULL
  );
  CREATE INDEX walk_of_partition ON walk (partition, is_complete);
  -- The days of a walk with their numbers of received rows. A complete walk loses the days that a later walk replaces.
  CREATE TABLE walk_day (walk INTEGER NOT NULL, day TEXT NOT NULL, rows INTEGER NOT NULL, PRIMARY KEY (walk, day));
  -- Pages of a walk: the numbers of its people with e-mails and words, its rows in columns, and its rows as received.
  CREATE TABLE walk_page (
    walk INTEGER NOT NULL, page INTEGER NOT NULL, names BLOB NOT NULL, columns BLOB NOT NULL, raw BLOB NOT NULL,
    PRIMARY KEY (walk, page)
  );
  -- Items of lists, each as JSON: see lists.ts.
  CREATE TABLE item (
    partition INTEGER NOT NULL, list TEXT NOT NULL, key TEXT NOT NULL, rank REAL NOT NULL, bytes BLOB NOT NULL,
    PRIMARY KEY (partition, list, key)
  );
  CREATE INDEX item_by_rank ON item (partition, list, rank DESC);
  -- Rows that users entered, as JSON, from a file of an earlier version. They are moved out when their key is used.
  CREATE TABLE old_entered (key_hash BLOB NOT NULL, org TEXT NOT NULL, entry TEXT NOT NULL);
`

/**
 * Reads what users entered from the tables of earlier versions, because no server can send it again. Organisations are
 * in the order in which they were last shown.
 */
const ENTERED: Record<string, string> = {
  known_id: `SELECT key_hash, org, json_object('kind', kind, 'id', known_id.id, 'source', source, 'at', at) AS entry
    FROM known_id JOIN partition ON partition.id = known_id.partition WHERE source <> 'seen' ORDER BY shown, known_id.rowid`,
  last_export: `SELECT key_hash, org, json_object('run', run, 'path', path, 'at', at, 'sizeBytes', size_bytes, 'files', files) AS entry
    FROM last_export JOIN partition ON partition.id = last_export.partition ORDER BY shown`,
  old_entered: 'SELECT key_hash, org, entry FROM old_entered',
}

/**
 * Creates the tables of a ledger. From a file of an earlier version it keeps only what users entered; rows from servers
 * are loaded again. Must run in a write transaction.
 */
export const createTables = (database: DatabaseSync): void => {
  const names = rowsOf(
    database,
    ['text'],
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
  ).map(([name]) => name)
  const entered = names.flatMap((name) => {
    const sql = ENTERED[name]
    return sql === undefined ? [] : rowsOf(database, ['bytes', 'text', 'text'], sql)
  })
  for (const name of names) database.exec(`DROP TABLE ${name}`)
  database.exec(TABLES)
  for (const row of entered) change(database, 'INSERT INTO old_entered (key_hash, org, entry) VALUES (?, ?, ?)', ...row)
  database.exec(`PRAGMA user_version = ${SCHEMA_VERSION}`)
}

/**
 * Whether a file has the tables of its version; for an earlier version, whether it has the tables to migrate. Throws
 * SQLite's error if a column is missing.
 */
export const hasTablesOf = (database: DatabaseSync, version: number): boolean => {
  const tables = new Map(rowsOf(database, ['text', 'text?'], 'SELECT name, sql FROM sqlite_schema'))
  if (version === 0) return tables.size === 0
  if (version === SCHEMA_VERSION) {
    const own = new Set(tables.values())
    const statements = TABLES.replaceAll(/^ *--.*$/gm, '').split(';')
    return statements.every((sql) => sql.trim() === '' || own.has(sql.trim()))
  }
  if (version < SCHEMA_VERSION) {
    if (!tables.has('partition')) return false
    for (const [name, sql] of Object.entries(ENTERED)) if (tables.has(name)) database.prepare(sql)
  }
  return true
}

/** Tables whose rows belong directly to a partition. */
export const PARTITION_TABLES = ['day', 'list_part', 'person', 'walk', 'item'] as const

/** Tables whose rows belong to a walk. */
export const WALK_TABLES = ['walk_day', 'walk_page'] as const
