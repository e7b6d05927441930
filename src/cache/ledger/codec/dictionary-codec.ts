import type { DatabaseSync } from 'node:sqlite'
import type { PersonDaysChunk } from '../../../domain/people/person-days.ts'
import { change, rowOf, rowsOf } from '../file/prepared.ts'
import { checkRow, isSound } from '../file/row-sums.ts'
import { fromStoredText, toStoredText } from './stored-text.ts'

type KnownPerson = { id: number; email: string | undefined; emailDay: string }
type Known = { partition: number; version: number; words: Map<string, number> }

const kept = new WeakMap<DatabaseSync, Known>()

/** Forgets what is known of a database, after a transaction that did not happen. */
export const forgetDictionary = (database: DatabaseSync): void => {
  kept.delete(database)
}

// Read again when another process has written since: it may have cleared the dictionary.
const knownOf = (database: DatabaseSync, partition: number): Known => {
  const version = rowOf(database, ['number'], 'PRAGMA data_version')?.[0] ?? 0
  const known = kept.get(database)
  if (known && known.partition === partition && known.version === version) return known
  const words = new Map(wordRows(database, partition).map(([id, text]) => [text, id]))
  const loaded: Known = { partition, version, words }
  kept.set(database, loaded)
  return loaded
}

/** So many people are looked up one by one: those of a page are few of tens of thousands, who need not be in memory. */
const FEW = 1_000

type FindPerson = (userId: string) => KnownPerson | undefined

const onePerson =
  (database: DatabaseSync, partition: number): FindPerson =>
  (userId) => {
    const row = rowOf(
      database,
      ['number', 'text?', 'text'],
      `SELECT id, email, email_day FROM person WHERE partition = ? AND user_id = ? AND ${isSound.person}`,
      partition,
      userId,
    )
    return row && { id: row[0], email: row[1] ?? undefined, emailDay: row[2] }
  }

const allPeople = (database: DatabaseSync, partition: number): FindPerson => {
  const rows = personRows(database, partition)
  const people = new Map(
    rows.map(([id, userId, email, emailDay]) => [userId, { id, email: email ?? undefined, emailDay }]),
  )
  return (userId) => people.get(userId)
}

/**
 * Numbers of people, in the order of `ids`, from 1 up; new ones are added. Each id stands there once. An e-mail of undefined leaves
 * the one that is known, and so does one of an earlier day than that. Call it in a transaction to write.
 */
export const numbersOfPeople = (
  database: DatabaseSync,
  partition: number,
  { ids, emails, emailDays }: Pick<PersonDaysChunk, 'ids' | 'emails' | 'emailDays'>,
): Uint32Array => {
  const knownPerson = ids.length > FEW ? allPeople(database, partition) : onePerson(database, partition)
  return Uint32Array.from(ids, (id, at) => {
    const userId = toStoredText(id)
    const given = emails[at]
    const email = given === undefined ? undefined : toStoredText(given)
    const seenOn = emailDays[at] ?? ''
    const found = knownPerson(userId)
    if (!found) {
      const sql = 'INSERT INTO person (partition, user_id, email, email_day) VALUES (?, ?, ?, ?)'
      return change(database, sql, partition, userId, email ?? null, seenOn)
    }
    const { id: number, email: before, emailDay } = found
    const isNewer = before === undefined || seenOn >= emailDay
    if (email !== undefined && isNewer && (email !== before || seenOn !== emailDay))
      change(database, 'UPDATE person SET email = ?, email_day = ? WHERE id = ?', email, seenOn, number)
    return number
  })
}

/** Numbers of words, in their order, from 1 up; new ones are added. Call it in a transaction to write. */
export const numbersOfWords = (database: DatabaseSync, partition: number, texts: readonly string[]): Uint32Array => {
  const { words } = knownOf(database, partition)
  return Uint32Array.from(texts, (text) => {
    const stored = toStoredText(text)
    const found = words.get(stored)
    if (found !== undefined) return found
    const number = change(database, 'INSERT INTO word (partition, text) VALUES (?, ?)', partition, stored)
    words.set(stored, number)
    return number
  })
}

/** Number, id, e-mail and day of it of each person. */
const personRows = (database: DatabaseSync, partition: number) =>
  rowsOf(
    database,
    ['number', 'text', 'text?', 'text', 'number'],
    'SELECT id, user_id, email, email_day, sum FROM person WHERE partition = ?',
    partition,
  ).map(([id, userId, email, emailDay, sum]) => {
    checkRow(sum, [id, partition, userId, email, emailDay])
    return [id, userId, email, emailDay] as const
  })

const wordRows = (database: DatabaseSync, partition: number) =>
  rowsOf(database, ['number', 'text', 'number'], 'SELECT id, text, sum FROM word WHERE partition = ?', partition).map(
    ([id, text, sum]) => {
      checkRow(sum, [id, partition, text])
      return [id, text] as const
    },
  )

/** People by their numbers, for reading. */
export const readPeople = (database: DatabaseSync, partition: number) =>
  new Map(
    personRows(database, partition).map(([number, id, email, emailDay]) => [
      number,
      { id: fromStoredText(id), email: email === null ? undefined : fromStoredText(email), emailDay },
    ]),
  )

/** Words by their numbers, for reading. */
export const readWords = (database: DatabaseSync, partition: number): Map<number, string> =>
  new Map(wordRows(database, partition).map(([number, text]) => [number, fromStoredText(text)]))
