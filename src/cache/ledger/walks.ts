import type { DatabaseSync } from 'node:sqlite'
import { freeNow } from '../../base/free-now.ts'
import { DAY_MS } from '../../base/time.ts'
import { type Day, daysOf, type Range } from '../../domain/calendar/calendar.ts'
import type { PersonDaysToStore } from '../../domain/people/person-days.ts'
import { emailCodes, numbersOfPeople, numbersOfWords } from './codec/dictionary-codec.ts'
import { packRows, packTogether, toNumberedDays } from './codec/person-days-codec.ts'
import { fromStoredText, toStoredText } from './codec/stored-text.ts'
import { DamagedError } from './file/damaged-error.ts'
import { WALK_TABLES } from './file/ledger-schema.ts'
import { change, inOrder, rowOf, rowsOf } from './file/prepared.ts'
import { isSound } from './file/row-sums.ts'
import type { UserWalk } from './ledger.ts'

/** An unfinished walk is forgotten when it began longer ago than this, or when so many have begun since. */
const WALK_KEPT_MS = 7 * DAY_MS
const MOST_UNFINISHED = 20

// One whose earlier pages others have cleared cannot be resumed: nobody would bring these again.
export const unfinishedWalk = (database: DatabaseSync, partition: number, span: Range): UserWalk | undefined => {
  const row = rowOf(
    database,
    ['number', 'time', 'text?', 'number'],
    `SELECT id, started_at, cursor, pages FROM walk
     WHERE partition = ? AND is_complete = 0 AND from_day = ? AND to_day = ?
       AND (SELECT count(*) FROM walk_page WHERE walk = walk.id) = parts
       AND (SELECT count(*) FROM walk_raw WHERE walk = walk.id) = pages
       AND ${isSound.walk}
     ORDER BY id DESC LIMIT 1`,
    partition,
    span.from,
    span.to,
  )
  if (!row) return undefined
  const [id, startedAt, cursor, pages] = row
  return { id, span, startedAt, cursor: cursor === null ? undefined : fromStoredText(cursor), pages }
}

/** Call it in a transaction to write, like all below. */
export const beginWalk = (database: DatabaseSync, partition: number, span: Range, startedAt: number): UserWalk => {
  const unfinished = rowsOf(
    database,
    ['number', 'time'],
    `SELECT id, started_at FROM walk WHERE partition = ? AND is_complete = 0 AND ${isSound.walk} ORDER BY id DESC`,
    partition,
  )
  unfinished.forEach(([id, began], index) => {
    if (index >= MOST_UNFINISHED - 1 || began < startedAt - WALK_KEPT_MS) deleteWalk(database, id)
  })
  return addWalk(database, partition, { span, startedAt, cursor: undefined, pages: 0 })
}

const addWalk = (database: DatabaseSync, partition: number, walk: Omit<UserWalk, 'id'>): UserWalk => {
  const { span, startedAt, cursor, pages } = walk
  const id = change(
    database,
    `INSERT INTO walk (partition, from_day, to_day, started_at, cursor, pages, parts, is_complete) VALUES (?, ?, ?, ?, ?, ?, 0, 0)`,
    partition,
    span.from,
    span.to,
    startedAt,
    cursor === undefined ? null : toStoredText(cursor),
    pages,
  )
  return { ...walk, id }
}

export const deleteWalk = (database: DatabaseSync, id: number): void => {
  for (const table of WALK_TABLES) change(database, `DELETE FROM ${table} WHERE walk = ?`, id)
  change(database, 'DELETE FROM walk WHERE id = ?', id)
}

/** Takes an unfinished walk away; a complete one stays. */
export const dropWalk = (database: DatabaseSync, partition: number, walk: UserWalk): void => {
  const known = knownWalk(database, partition, walk)
  if (known && !known.isComplete) deleteWalk(database, walk.id)
}

export type PageToWrite = {
  chunk: PersonDaysToStore
  /** The page as it came, packed. */
  raw: Uint8Array
  nextCursor: string | undefined
  fetchedAt: number
}

/** Adds a page. When it is the last, and all before it are there, the days of the walk's span are held from now on. */
export const writePage = (database: DatabaseSync, partition: number, walk: UserWalk, page: PageToWrite): UserWalk => {
  const known = knownWalk(database, partition, walk)
  const after = { ...walk, cursor: page.nextCursor, pages: walk.pages + 1 }
  // Another process goes through the same walk and is further along, or at its end: its rows are as good as these. A page
  // of these in the place of one of its, which may end at another person, would lose whoever stands between the two ends.
  if (known && (known.isComplete || known.pages !== walk.pages || known.cursor !== walk.cursor)) return after
  // Without `known` another process has cleared the walk: its earlier pages are lost and it can never be complete, but the rows
  // of this page can be shown.
  const { id } = known ? walk : addWalk(database, partition, walk)
  const { numbers: people, firstEmails } = numbersOfPeople(database, partition, page.chunk)
  const first = Array.from(page.chunk.person, (person) => firstEmails[person])
  const email = emailCodes(database, partition, page.chunk.rowEmails, first)
  const words = numbersOfWords(database, partition, page.chunk.words)
  const days = toNumberedDays(page.chunk, walk.span, { people, words, email })
  const putPart = 'INSERT OR REPLACE INTO walk_page (walk, day, page, rows, columns) VALUES (?, ?, ?, ?, ?)'
  for (const { day, rows } of days) change(database, putPart, id, day, walk.pages, rows.length, packRows(rows))
  change(database, 'INSERT OR REPLACE INTO walk_raw (walk, page, bytes) VALUES (?, ?, ?)', id, walk.pages, page.raw)
  change(
    database,
    'UPDATE walk SET fetched_at = min(coalesce(fetched_at, ?), ?), cursor = ?, pages = ?, parts = parts + ? WHERE id = ?',
    page.fetchedAt,
    page.fetchedAt,
    page.nextCursor === undefined ? null : toStoredText(page.nextCursor),
    after.pages,
    days.length,
    id,
  )
  if (page.nextCursor === undefined) finish(database, partition, { ...after, id })
  return { ...after, id }
}

/** The walk as the file knows it. The number alone could be another's: a file that was begun anew counts from 1. */
const knownWalk = (database: DatabaseSync, partition: number, { id, span, startedAt }: UserWalk) => {
  const row = rowOf(
    database,
    ['number', 'number', 'text?'],
    `SELECT is_complete, pages, cursor FROM walk
     WHERE id = ? AND partition = ? AND from_day = ? AND to_day = ? AND started_at = ? AND ${isSound.walk}`,
    id,
    partition,
    span.from,
    span.to,
    startedAt,
  )
  if (!row) return undefined
  const [isComplete, pages, cursor] = row
  return { isComplete: isComplete === 1, pages, cursor: cursor === null ? undefined : fromStoredText(cursor) }
}

/** The rows of a day, packed, page by page. */
const partsOf = (database: DatabaseSync, id: number, day: Day): Uint8Array[] =>
  inOrder(
    rowsOf(
      database,
      ['number', 'bytes'],
      `SELECT page, columns FROM walk_page WHERE walk = ? AND day = ? AND ${isSound.walk_page} ORDER BY page`,
      id,
      day,
    ),
  ).map(([, columns]) => columns)

const finish = (database: DatabaseSync, partition: number, { id, span, pages }: UserWalk): void => {
  // Of pages in the place of those that others have cleared, the first are not there.
  const [kept] = rowOf(database, ['number'], 'SELECT count(*) FROM walk_raw WHERE walk = ?', id) ?? []
  if (kept !== pages) {
    deleteWalk(database, id)
    return
  }
  const [fetchedAt, parts] =
    rowOf(database, ['time?', 'number'], `SELECT fetched_at, parts FROM walk WHERE id = ? AND ${isSound.walk}`, id) ??
    []
  const [keptParts] = rowOf(database, ['number'], 'SELECT count(*) FROM walk_page WHERE walk = ?', id) ?? []
  if (keptParts !== parts) throw new DamagedError('rows of a walk are missing')
  const newer = new Set(
    rowsOf(
      database,
      ['day'],
      `SELECT day FROM person_day WHERE partition = ? AND day BETWEEN ? AND ? AND fetched_at > ? AND ${isSound.person_day}`,
      partition,
      span.from,
      span.to,
      fetchedAt ?? 0,
    ).map(([day]) => day),
  )
  const put = `INSERT OR REPLACE INTO person_day (partition, day, walk, fetched_at, rows, columns) VALUES (?, ?, ?, ?, ?, ?)`
  // One day at a time: all rows of thousands of people are more than should be in memory.
  for (const day of daysOf(span).filter((each) => !newer.has(each))) {
    const { length, bytes } = packTogether(partsOf(database, id, day))
    change(database, put, partition, day, id, fetchedAt ?? 0, length, length === 0 ? null : bytes)
    freeNow(bytes)
  }
  change(database, 'DELETE FROM walk_page WHERE walk = ?', id)
  change(database, 'UPDATE walk SET is_complete = 1, parts = 0 WHERE id = ?', id)
  const overtaken = rowsOf(
    database,
    ['number'],
    `SELECT id FROM walk WHERE partition = ? AND (
       (is_complete = 0 AND id < ? AND from_day >= ? AND to_day <= ?)
       OR (is_complete = 1 AND id NOT IN (SELECT walk FROM person_day WHERE partition = ?)))`,
    partition,
    id,
    span.from,
    span.to,
    partition,
  )
  for (const [old] of overtaken) deleteWalk(database, old)
}
