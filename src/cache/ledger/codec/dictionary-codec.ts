import type { DatabaseSync } from 'node:sqlite'
import type { PersonDaysChunk } from '../../../domain/people/person-days.ts'
import { DamagedError } from '../file/file-fault.ts'
import { change, rowOf, rowsOf } from '../file/prepared.ts'
import { fromStoredText, toStoredText } from './json-codec.ts'

/**
 * Ids of people in the table `person`, in the order of `ids`, from 1 up, and their first e-mails; new people are added. Each id stands
 * there once. An e-mail of undefined does not replace the newest that is known, nor does one of an earlier day. Call it in a
 * transaction to write.
 */
export const numbersOfPeople = (
  database: DatabaseSync,
  partition: number,
  { ids, emails, emailDays }: Pick<PersonDaysChunk, 'ids' | 'emails' | 'emailDays'>,
): { numbers: Uint32Array; firstEmails: (string | undefined)[] } => {
  const firstEmails: (string | undefined)[] = []
  const numbers = Uint32Array.from(ids, (id, at) => {
    const userId = toStoredText(id)
    const given = emails[at]
    const email = given === undefined ? null : toStoredText(given)
    const seenOn = emailDays[at] ?? ''
    const find = 'SELECT id, email, email_day, first_email FROM person WHERE partition = ? AND user_id = ?'
    const found = rowOf(database, ['number', 'text?', 'text', 'text?'], find, partition, userId)
    const first = found?.[3] ?? email
    firstEmails.push(first === null ? undefined : fromStoredText(first))
    if (!found) {
      const sql = 'INSERT INTO person (partition, user_id, email, email_day, first_email) VALUES (?, ?, ?, ?, ?)'
      return change(database, sql, partition, userId, email, seenOn, email)
    }
    const [number, before, emailDay] = found
    const isNewer = before === null || seenOn >= emailDay
    if (email !== null && isNewer && (email !== before || seenOn !== emailDay)) {
      const sql = 'UPDATE person SET email = ?, email_day = ?, first_email = coalesce(first_email, ?) WHERE id = ?'
      change(database, sql, email, seenOn, email, number)
    }
    return number
  })
  return { numbers, firstEmails }
}

/**
 * The e-mail of each row as a number: 0 where it is the first e-mail of the person, 1 where the row has none, else the id of a
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

/** Ids of words in the table `word`, in their order, from 1 up; new ones are added. Call it in a transaction to write. */
export const numbersOfWords = (database: DatabaseSync, partition: number, texts: readonly string[]): Uint32Array =>
  Uint32Array.from(texts, (text) => {
    const stored = toStoredText(text)
    return (
      rowOf(database, ['number'], 'SELECT id FROM word WHERE partition = ? AND text = ?', partition, stored)?.[0] ??
      change(database, 'INSERT INTO word (partition, text) VALUES (?, ?)', partition, stored)
    )
  })

/** People by their ids of the table. */
export const readPeople = (database: DatabaseSync, partition: number) =>
  new Map(
    rowsOf(
      database,
      ['number', 'text', 'text?'],
      'SELECT id, user_id, first_email FROM person WHERE partition = ?',
      partition,
    ).map(([number, id, email]) => [
      number,
      { id: fromStoredText(id), firstEmail: email === null ? undefined : fromStoredText(email) },
    ]),
  )

/** Words by their ids of the table. */
export const readWords = (database: DatabaseSync, partition: number): Map<number, string> =>
  new Map(
    rowsOf(database, ['number', 'text'], 'SELECT id, text FROM word WHERE partition = ?', partition).map(
      ([number, text]) => [number, fromStoredText(text)],
    ),
  )

/**
 * Gives the ids of such a table places from 0 up without gaps, in the order of the calls. `used` grows with them. Once `max` places
 * are given, `placeOf` returns -1 for every other id.
 */
export const createRenumbering = <Name>(names: ReadonlyMap<number, Name>, max = Number.POSITIVE_INFINITY) => {
  let largest = 0
  for (const number of names.keys()) if (number > largest) largest = number
  const places = new Int32Array(largest + 1).fill(-1)
  const used: Name[] = []
  const placeOf = (number: number): number => {
    const known = places[number]
    if (known !== undefined && known >= 0) return known
    const name = names.get(number)
    if (name === undefined) throw new DamagedError('a number leads nowhere')
    if (used.length >= max) return -1
    places[number] = used.length
    return used.push(name) - 1
  }
  return { used, placeOf }
}
