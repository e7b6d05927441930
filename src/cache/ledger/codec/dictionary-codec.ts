import { createLimitedDictionary } from '../../../base/dictionary.ts'
import type { PersonDaysChunk } from '../../../domain/people/person-days.ts'
import { DamagedError } from '../file/file-fault.ts'
import { change, type Part, rowOf, rowsOf } from '../file/prepared.ts'
import { fromStoredText, toStoredText, unpackJson } from './json-codec.ts'

/**
 * People are numbers in the rows: 6,000 people on 300 days would repeat their ids two million times. Other texts stand with the rows.
 *
 * @returns Ids of people in the table `person`, in the order of `ids`, from 1 up, and their first e-mails; new people are added. Each id stands
 * there once. An e-mail of undefined does not replace the newest that is known, nor does one of an earlier day. Call it in a
 * transaction to write.
 */
export const numbersOfPeople = (
  { database, partition }: Part,
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

/** People by their ids of the table. */
export const readPeople = ({ database, partition }: Part): Map<number, Person> => {
  const sql = 'SELECT id, user_id, first_email FROM person WHERE partition = ?'
  const rows = rowsOf(database, ['number', 'text', 'text?'], sql, partition)
  return new Map(
    rows.map(([number, id, email]) => [
      number,
      { id: fromStoredText(id), firstEmail: email === null ? undefined : fromStoredText(email) },
    ]),
  )
}

type Person = { id: string; firstEmail: string | undefined }

/** The person of a number. Throws DamagedError. */
export const personOf = (people: ReadonlyMap<number, Person>, number: number): Person => {
  const person = people.get(number)
  if (!person) throw new DamagedError('a number leads to nobody')
  return person
}

/**
 * The e-mail of each row as a number: 0 where it is the first e-mail of the person, 1 where the row has none, else its place in
 * `texts` + 2. Empty where all are 0.
 *
 * @param texts - Texts that are stored with the rows; grows with the e-mails.
 */
export const emailCodes = (
  emails: readonly (string | undefined)[],
  firstEmails: readonly (string | undefined)[],
  texts: string[],
): Uint32Array => {
  const places = new Map<string, number>()
  const codes = Uint32Array.from(emails, (email, at) => {
    if (email === undefined) return 1
    if (email === firstEmails[at]) return 0
    const place = places.get(email) ?? texts.push(email) - 1
    places.set(email, place)
    return place + 2
  })
  return codes.some((code) => code > 0) ? codes : new Uint32Array(0)
}

/** The e-mail that {@link emailCodes} made a number of. Throws DamagedError. */
export const emailOfCode = (
  code: number,
  firstEmail: string | undefined,
  texts: readonly string[],
): string | undefined => {
  if (code <= 1) return code === 0 ? firstEmail : undefined
  const email = texts[code - 2]
  if (email === undefined) throw new DamagedError('an e-mail is missing')
  return email
}

/** Texts of a column that `packJson` made. Throws DamagedError. */
export const textsIn = (column: unknown): string[] => {
  const texts = column instanceof Uint8Array ? unpackJson(column) : undefined
  if (!Array.isArray(texts) || !texts.every((text) => typeof text === 'string'))
    throw new DamagedError('texts are missing')
  return texts
}

/**
 * Gives keys places from 0 up without gaps, in the order of the calls. `used` grows with them. Once `max` places are given, `placeOf`
 * returns -1 for every other key.
 */
export const createPlaces = <Key>(max = Number.POSITIVE_INFINITY) => {
  const { values: used, add } = createLimitedDictionary<Key>(max)
  const placeOf = (key: Key | undefined): number => {
    if (key === undefined) throw new DamagedError('a number leads nowhere')
    return add(key) ?? -1
  }
  /** Places of the keys of a list by their indexes: each key is looked up once, and only where a row has it. */
  const placesIn = (keys: ArrayLike<Key>) => {
    const known: number[] = []
    return (index: number): number => {
      const place = known[index] ?? placeOf(keys[index])
      known[index] = place
      return place
    }
  }
  return { used, placeOf, placesIn }
}
