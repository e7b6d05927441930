import type { DatabaseSync } from 'node:sqlite'
import { daysOf, type Range } from '../../domain/calendar/calendar.ts'
import type { PersonDaysToStore } from '../../domain/people/person-days.ts'
import { packColumns } from './codec/columns-codec.ts'
import { emailCodes, numbersOfPeople } from './codec/dictionary-codec.ts'
import { fromStoredText, packJson, toStoredText } from './codec/json-codec.ts'
import { change, type Part, rowOf, rowsOf } from './file/prepared.ts'
import type { UserWalk } from './ledger.ts'

/** Maximum number of unfinished walks. Older ones are deleted. */
const MAX_UNFINISHED = 20

/** The newest unfinished walk of exactly this range. It can be resumed. */
export const unfinishedWalk = ({ database, partition }: Part, span: Range): UserWalk | undefined => {
  const sql = `SELECT id, started_at, cursor, pages FROM walk
    WHERE partition = ? AND is_complete = 0 AND from_day = ? AND to_day = ? ORDER BY id DESC LIMIT 1`
  const row = rowOf(database, ['number', 'time', 'text?', 'number'], sql, partition, span.from, span.to)
  if (!row) return undefined
  const [id, startedAt, cursor, pages] = row
  return { id, span, startedAt, cursor: cursor === null ? undefined : fromStoredText(cursor), pages }
}

/** Must run in a write transaction. So must all functions below. */
export const beginWalk = ({ database, partition }: Part, span: Range, startedAt: number): UserWalk => {
  const old = `SELECT id FROM walk WHERE partition = ? AND is_complete = 0 ORDER BY id DESC LIMIT -1 OFFSET ${MAX_UNFINISHED - 1}`
  for (const [id] of rowsOf(database, ['number'], old, partition)) deleteWalk(database, id)
  const sql = 'INSERT INTO walk (partition, from_day, to_day, started_at, pages, is_complete) VALUES (?, ?, ?, ?, 0, 0)'
  const id = change(database, sql, partition, span.from, span.to, startedAt)
  for (const day of daysOf(span)) change(database, 'INSERT INTO walk_day (walk, day, rows) VALUES (?, ?, 0)', id, day)
  return { id, span, startedAt, cursor: undefined, pages: 0 }
}

/** Deletes a walk. Its pages stay until `deleteOrphans` deletes them. */
export const deleteWalk = (database: DatabaseSync, id: number): void => {
  change(database, 'DELETE FROM walk_day WHERE walk = ?', id)
  change(database, 'DELETE FROM walk WHERE id = ?', id)
}

/** Deletes an unfinished walk. A complete walk stays. */
export const dropWalk = ({ database, partition }: Part, walk: UserWalk): void => {
  const known = findStoredWalk({ database, partition }, walk)
  if (known && !known.isComplete) deleteWalk(database, walk.id)
}

export type PageToWrite = {
  chunk: PersonDaysToStore
  /** Its rows in columns, and as received. */
  columns: Uint8Array
  raw: Uint8Array
  nextCursor: string | undefined
  fetchedAt: number
}

/**
 * Adds a page. The last page completes the walk: its days are then cached. Does nothing if another process has deleted
 * the walk, because a walk without its earlier pages can never be complete.
 */
export const writePage = (part: Part, walk: UserWalk, page: PageToWrite): UserWalk => {
  const { database } = part
  const { chunk, columns, raw, nextCursor, fetchedAt } = page
  const known = findStoredWalk(part, walk)
  const after = { ...walk, cursor: nextCursor, pages: walk.pages + 1 }
  // Another process may have advanced the same walk, or completed it. Its rows are equivalent. Its pages may end at
  // different people, so replacing one of them would lose the people between the two ends.
  if (!known || known.isComplete || known.pages !== walk.pages || known.cursor !== walk.cursor) return after
  const { id } = walk
  const { numbers, firstEmails } = numbersOfPeople(part, chunk)
  const emailsOfRows = Array.from(chunk.person, (person) => firstEmails[person])
  const texts = [...chunk.words]
  const emails = emailCodes(chunk.rowEmails, emailsOfRows, texts)
  const names = packColumns([numbers, emails, packJson(texts)])
  const insert = 'INSERT OR REPLACE INTO walk_page (walk, page, names, columns, raw) VALUES (?, ?, ?, ?, ?)'
  change(database, insert, id, walk.pages, names, columns, raw)
  const counts = new Uint32Array(chunk.days.length)
  for (const day of chunk.day) counts[day] = (counts[day] ?? 0) + 1
  chunk.days.forEach((day, at) => {
    change(database, 'UPDATE walk_day SET rows = rows + ? WHERE walk = ? AND day = ?', counts[at] ?? 0, id, day)
  })
  const update = 'UPDATE walk SET fetched_at = min(coalesce(fetched_at, ?1), ?1), cursor = ?2, pages = ?3 WHERE id = ?4'
  change(database, update, fetchedAt, nextCursor === undefined ? null : toStoredText(nextCursor), after.pages, id)
  if (nextCursor === undefined) finish(part, after)
  return after
}

/** The stored walk. The id alone is not enough: a deleted and recreated file counts from 1 again. */
const findStoredWalk = ({ database, partition }: Part, { id, span, startedAt }: UserWalk) => {
  const sql = `SELECT is_complete, pages, cursor FROM walk
    WHERE id = ? AND partition = ? AND from_day = ? AND to_day = ? AND started_at = ?`
  const row = rowOf(database, ['number', 'number', 'text?'], sql, id, partition, span.from, span.to, startedAt)
  if (!row) return undefined
  const [isComplete, pages, cursor] = row
  return { isComplete: isComplete === 1, pages, cursor: cursor === null ? undefined : fromStoredText(cursor) }
}

/** Completes a walk. It takes over its days, except days that another walk has fetched since. */
const finish = ({ database, partition }: Part, { id, span }: UserWalk): void => {
  const complete = 'SELECT id FROM walk WHERE partition = ?1 AND is_complete = 1'
  const newer = `${complete} AND fetched_at > (SELECT fetched_at FROM walk WHERE id = ?2)`
  const daysOfWalks = (walks: string) => `SELECT day FROM walk_day WHERE walk IN (${walks})`
  change(database, `DELETE FROM walk_day WHERE walk = ?2 AND day IN (${daysOfWalks(newer)})`, partition, id)
  change(database, `DELETE FROM walk_day WHERE walk IN (${complete}) AND day IN (${daysOfWalks('?2')})`, partition, id)
  change(database, 'UPDATE walk SET is_complete = 1 WHERE id = ?', id)
  const overtaken = `SELECT id FROM walk WHERE partition = ? AND (
    (is_complete = 0 AND id < ? AND from_day >= ? AND to_day <= ?)
    OR (is_complete = 1 AND id NOT IN (SELECT walk FROM walk_day)))`
  for (const [old] of rowsOf(database, ['number'], overtaken, partition, id, span.from, span.to))
    deleteWalk(database, old)
}
