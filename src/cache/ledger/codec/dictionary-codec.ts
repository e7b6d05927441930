import type { DatabaseSync } from 'node:sqlite'
import type { PersonDaysChunk } from '../../../domain/people/person-days.ts'
import { DamagedError } from '../file/damaged-error.ts'
import { change, rowOf, rowsOf } from '../file/prepared.ts'
import { checkRow, isSound } from '../file/row-sums.ts'
import { fromStoredText, toStoredText } from './stored-text.ts'

/** `email` is the newest; `firstEmail`, which days are stored relative to, never changes. As they are stored. */
type KnownPerson = { id: number; email: string | undefined; emailDay: string; firstEmail: string | undefined }
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
      ['number', 'text?', 'text', 'text?'],
      `SELECT id, email, email_day, first_email FROM person WHERE partition = ? AND user_id = ? AND ${isSound.person}`,
      partition,
      userId,
    )
    return row && { id: row[0], email: row[1] ?? undefined, emailDay: row[2], firstEmail: row[3] ?? undefined }
  }

const allPeople = (database: DatabaseSync, partition: number): FindPerson => {
  const rows = personRows(database, partition)
  const people = new Map(
    rows.map(([id, userId, email, emailDay, firstEmail]) => [
      userId,
      { id, email: email ?? undefined, emailDay, firstEmail: firstEmail ?? undefined },
    ]),
  )
  return (userId) => people.get(userId)
}

/**
 * Numbers of people, in the order of `ids`, from 1 up, and their first e-mails; new people are added. Each id stands there once. An
 * e-mail of undefined does not replace the newest that is known, nor does one of an earlier day. Call it in a transaction to write.
 */
export const numbersOfPeople = (
  database: DatabaseSync,
  partition: number,
  { ids, emails, emailDays }: Pick<PersonDaysChunk, 'ids' | 'emails' | 'emailDays'>,
): { numbers: Uint32Array; firstEmails: (string | undefined)[] } => {
  const knownPerson = ids.length > FEW ? allPeople(database, partition) : onePerson(database, partition)
  const firstEmails: (string | undefined)[] = []
  const numbers = Uint32Array.from(ids, (id, at) => {
    const userId = toStoredText(id)
    const given = emails[at]
    const email = given === undefined ? undefined : toStoredText(given)
    const seenOn = emailDays[at] ?? ''
    const found = knownPerson(userId)
    const first = found?.firstEmail ?? email
    firstEmails.push(first === undefined ? undefined : fromStoredText(first))
    if (!found) {
      const sql = 'INSERT INTO person (partition, user_id, email, email_day, first_email) VALUES (?, ?, ?, ?, ?)'
      return change(database, sql, partition, userId, email ?? null, seenOn, email ?? null)
    }
    const { id: number, email: before, emailDay } = found
    const isNewer = before === undefined || seenOn >= emailDay
    if (email !== undefined && isNewer && (email !== before || seenOn !== emailDay)) {
      const sql = 'UPDATE person SET email = ?, email_day = ?, first_email = coalesce(first_email, ?) WHERE id = ?'
      change(database, sql, email, seenOn, email, number)
    }
    return number
  })
  return { numbers, firstEmails }
}

/**
 * The e-mail of each row as a number: 0 where it is the first e-mail of the person, 1 where the row has none, else the number of a
 * word + 1. Empty where all are 0. Call it in a transaction to write.
 */
export const emailCodes = (
  database: DatabaseSync,
  partition: number,
  emails: readonly (string | undefined)[],
  firstEmails: readonly (string | undefined)[],
): Uint32Array => {
  const codes = Uint32Array.from(emails, (email, at) => {
    if (email === undefined) return 1
    return email === firstEmails[at] ? 0 : (numbersOfWords(database, partition, [email])[0] as number) + 1
  })
  return codes.some((code) => code > 0) ? codes : new Uint32Array(0)
}

/** The e-mail that {@link emailCodes} made a number of. Throws DamagedError. */
export const emailOfCode = (
  code: number,
  firstEmail: string | undefined,
  words: ReadonlyMap<number, string>,
): string | undefined => {
  if (code <= 1) return code === 0 ? firstEmail : undefined
  const email = words.get(code - 1)
  if (email === undefined) throw new DamagedError('an e-mail is missing')
  return email
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

/** Number, id, newest e-mail, its day and first e-mail of each person. */
const personRows = (database: DatabaseSync, partition: number) =>
  rowsOf(
    database,
    ['number', 'text', 'text?', 'text', 'text?', 'number'],
    'SELECT id, user_id, email, email_day, first_email, sum FROM person WHERE partition = ?',
    partition,
  ).map(([id, userId, email, emailDay, firstEmail, sum]) => {
    checkRow(sum, [id, partition, userId, email, emailDay, firstEmail])
    return [id, userId, email, emailDay, firstEmail] as const
  })

const wordRows = (database: DatabaseSync, partition: number) =>
  rowsOf(database, ['number', 'text', 'number'], 'SELECT id, text, sum FROM word WHERE partition = ?', partition).map(
    ([id, text, sum]) => {
      checkRow(sum, [id, partition, text])
      return [id, text] as const
    },
  )

/** People by their numbers, for reading; `firstEmail` is what days are stored relative to: see {@link emailCodes}. */
export const readPeople = (database: DatabaseSync, partition: number) =>
  new Map(
    personRows(database, partition).map(([number, id, _email, _day, firstEmail]) => [
      number,
      { id: fromStoredText(id), firstEmail: firstEmail === null ? undefined : fromStoredText(firstEmail) },
    ]),
  )

/** Words by their numbers, for reading. */
export const readWords = (database: DatabaseSync, partition: number): Map<number, string> =>
  new Map(wordRows(database, partition).map(([number, text]) => [number, fromStoredText(text)]))
