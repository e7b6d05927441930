import type { DatabaseSync } from 'node:sqlite'
import { fromStoredText, toStoredText } from './codec/json-codec.ts'
import { change, rowsOf } from './file/prepared.ts'

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
const MOST_KEPT = 2_000
/** Runs whose failed export is kept. */
const MOST_FAILED = 200

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
    ORDER BY at DESC LIMIT -1 OFFSET ${MOST_KEPT})`
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
    ORDER BY at DESC LIMIT -1 OFFSET ${MOST_FAILED})`
  change(database, surplus, partition)
}

/** Call it in a transaction to write. */
export const forgetFailedExport = (database: DatabaseSync, partition: number, run: string): void => {
  change(database, 'DELETE FROM failed_export WHERE partition = ? AND run = ?', partition, toStoredText(run))
}
