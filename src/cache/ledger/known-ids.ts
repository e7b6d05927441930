import type { DatabaseSync } from 'node:sqlite'
import { fromStoredText, toStoredText } from './codec/json-codec.ts'
import { change, rowOf, rowsOf } from './file/prepared.ts'
import { KNOWN_KINDS, type KnownKind } from './known-kinds.ts'

export type { KnownKind } from './known-kinds.ts'

/**
 * How an id came to be known: somebody added it by hand, it stood in an answer, or it was given with data that was imported. One
 * that was added or imported stays so when it is seen as well.
 */
export type KnownSource = 'added' | 'seen' | 'imported'

/** Untrusted text, kept because no list tells it. Nothing else is kept of what it stands for. */
export type KnownId = {
  id: string
  /** The name it had when it was seen last; undefined: none was told. */
  name: string | undefined
  source: KnownSource
  /** When it was added or seen last, Unix ms. */
  at: number
}

/** What the file of an earlier version holds of what people entered. */
export type EnteredRows = {
  ids: (Pick<KnownId, 'id' | 'at'> & { kind: KnownKind; source: Exclude<KnownSource, 'seen'> })[]
  exports: [run: string, exported: LastExport][]
}

/** What a server has beyond the endpoints that all have, and when it was asked, Unix ms by the server's clock. */
export type Offer = { extensions: readonly string[]; askedAt: number }

/** Ids of a kind that are kept: a hostile list may hold millions. */
const MAX_KNOWN = 2_000

const isSource = (text: string): text is KnownSource => ['added', 'seen', 'imported'].includes(text)

/** In the order in which they became known. */
export const readKnownIds = (database: DatabaseSync, partition: number, kind: KnownKind): KnownId[] =>
  rowsOf(
    database,
    ['text', 'text?', 'text', 'time'],
    `SELECT id, name, source, at FROM known_id WHERE partition = ? AND kind = ? ORDER BY rowid`,
    partition,
    kind,
  ).map(([id, name, source, at]) => ({
    id: fromStoredText(id),
    name: name === null ? undefined : fromStoredText(name),
    source: isSource(source) ? source : 'seen',
    at,
  }))

/** Call it in a transaction to write. A name that is not told leaves the one that is kept. */
export const writeKnownIds = (
  database: DatabaseSync,
  partition: number,
  kind: KnownKind,
  ids: readonly Pick<KnownId, 'id' | 'name'>[],
  source: KnownSource,
  at: number,
): void => {
  const sql = `INSERT INTO known_id (partition, kind, id, name, source, at) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET name = coalesce(excluded.name, name), at = excluded.at,
      source = CASE excluded.source WHEN 'seen' THEN source ELSE excluded.source END`
  for (const { id, name } of ids.slice(0, MAX_KNOWN))
    change(database, sql, partition, kind, toStoredText(id), name === undefined ? null : toStoredText(name), source, at)
  // What people gave by hand outlives what was merely seen, and the newest the oldest.
  const surplus = `DELETE FROM known_id WHERE rowid IN (SELECT rowid FROM known_id WHERE partition = ? AND kind = ?
    ORDER BY source = 'seen', at DESC, rowid LIMIT -1 OFFSET ${MAX_KNOWN})`
  change(database, surplus, partition, kind)
}

/** Forgets an id, and what was exported of it. Call it in a transaction to write. */
export const forgetKnownId = (database: DatabaseSync, partition: number, kind: KnownKind, id: string): void => {
  if (kind === 'wikiRuns') {
    forgetLastExport(database, partition, id)
    forgetFailedExport(database, partition, id)
  }
  const sql = 'DELETE FROM known_id WHERE partition = ? AND kind = ? AND id = ?'
  change(database, sql, partition, kind, toStoredText(id))
}

/** What people entered, and paths of exports, that stand in the file. */
export const readEnteredRows = (database: DatabaseSync, partition: number): EnteredRows => ({
  ids: KNOWN_KINDS.flatMap((kind) =>
    readKnownIds(database, partition, kind).flatMap(({ id, source, at }) =>
      source === 'seen' ? [] : [{ kind, id, source, at }],
    ),
  ),
  exports: [...readLastExports(database, partition)],
})

/** Call it in a transaction to write. Ids stay that have a name, which an answer gave. */
export const forgetEnteredRows = (database: DatabaseSync, partition: number): void => {
  change(database, "DELETE FROM known_id WHERE partition = ? AND source <> 'seen' AND name IS NULL", partition)
  change(database, "UPDATE known_id SET source = 'seen' WHERE partition = ? AND source <> 'seen'", partition)
  change(database, 'DELETE FROM last_export WHERE partition = ?', partition)
}

/** Leaves of a kind only the ids that people gave themselves, without the names that they have and what was exported. */
export const purgeKnownIds = (database: DatabaseSync, partition: number, kind: KnownKind): void => {
  const where = 'partition = ? AND kind = ?'
  change(database, `DELETE FROM known_id WHERE ${where} AND source = 'seen'`, partition, kind)
  change(database, `UPDATE known_id SET name = NULL WHERE ${where}`, partition, kind)
  if (kind === 'wikiRuns')
    for (const table of ['last_export', 'failed_export'])
      change(database, `DELETE FROM ${table} WHERE partition = ?`, partition)
}

export const readOffer = (database: DatabaseSync, partition: number): Offer | undefined => {
  const row = rowOf(database, ['time', 'text'], `SELECT asked_at, names FROM offer WHERE partition = ?`, partition)
  return row && { askedAt: row[0], extensions: row[1].split(' ').filter((name) => name !== '') }
}

/** Call it in a transaction to write. Names are those of our own table: words without spaces. */
export const writeOffer = (database: DatabaseSync, partition: number, { extensions, askedAt }: Offer): void => {
  const sql = 'INSERT OR REPLACE INTO offer (partition, asked_at, names) VALUES (?, ?, ?)'
  change(database, sql, partition, askedAt, extensions.join(' '))
}

/** Where the last archive of a wiki run was put, and what it held. Nothing of its content is kept. */
export type LastExport = {
  /** From the root. */
  path: string
  /** When it was there, Unix ms by the server's clock. */
  at: number
  sizeBytes: number
  files: number
}

/** An export that came to nothing, and none of the same run after it. */
export type FailedExport = {
  /** Unix ms by the server's clock. */
  at: number
  /** Untrusted text. */
  why: string
}

/** Runs whose last export is kept. */
const MAX_KEPT = 2_000
/** Runs whose failed export is kept. */
const MAX_FAILED = 200

/** By the id of the run. */
export const readLastExports = (database: DatabaseSync, partition: number): Map<string, LastExport> =>
  new Map(
    rowsOf(
      database,
      ['text', 'text', 'number', 'number', 'number'],
      `SELECT run, path, at, size_bytes, files FROM last_export WHERE partition = ?`,
      partition,
    ).map(([run, path, at, sizeBytes, files]) => [
      fromStoredText(run),
      { path: fromStoredText(path), at, sizeBytes, files },
    ]),
  )

/** Call it in a transaction to write. */
export const writeLastExport = (
  database: DatabaseSync,
  partition: number,
  run: string,
  { path, at, sizeBytes, files }: LastExport,
): void => {
  // What was there before has been replaced, whichever run it was of.
  const replaced = 'DELETE FROM last_export WHERE partition = ? AND path = ?'
  change(database, replaced, partition, toStoredText(path))
  forgetFailedExport(database, partition, run)
  const sql =
    'INSERT OR REPLACE INTO last_export (partition, run, path, at, size_bytes, files) VALUES (?, ?, ?, ?, ?, ?)'
  change(database, sql, partition, toStoredText(run), toStoredText(path), at, sizeBytes, files)
  const surplus = `DELETE FROM last_export WHERE rowid IN (SELECT rowid FROM last_export WHERE partition = ?
    ORDER BY at DESC LIMIT -1 OFFSET ${MAX_KEPT})`
  change(database, surplus, partition)
}

/** Call it in a transaction to write. */
export const forgetLastExport = (database: DatabaseSync, partition: number, run: string): void => {
  change(database, 'DELETE FROM last_export WHERE partition = ? AND run = ?', partition, toStoredText(run))
}

/** By the id of the run. */
export const readFailedExports = (database: DatabaseSync, partition: number): Map<string, FailedExport> =>
  new Map(
    rowsOf(
      database,
      ['text', 'number', 'text'],
      `SELECT run, at, why FROM failed_export WHERE partition = ?`,
      partition,
    ).map(([run, at, why]) => [fromStoredText(run), { at, why: fromStoredText(why) }]),
  )

/** Call it in a transaction to write. */
export const writeFailedExport = (
  database: DatabaseSync,
  partition: number,
  run: string,
  { at, why }: FailedExport,
): void => {
  const sql = 'INSERT OR REPLACE INTO failed_export (partition, run, at, why) VALUES (?, ?, ?, ?)'
  change(database, sql, partition, toStoredText(run), at, toStoredText(why))
  const surplus = `DELETE FROM failed_export WHERE rowid IN (SELECT rowid FROM failed_export WHERE partition = ?
    ORDER BY at DESC LIMIT -1 OFFSET ${MAX_FAILED})`
  change(database, surplus, partition)
}

/** Call it in a transaction to write. */
const forgetFailedExport = (database: DatabaseSync, partition: number, run: string): void => {
  change(database, 'DELETE FROM failed_export WHERE partition = ? AND run = ?', partition, toStoredText(run))
}
