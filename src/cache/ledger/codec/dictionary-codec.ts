import { createLimitedDictionary } from '../../../base/dictionary.ts'
import type { PersonDaysChunk } from '../../../domain/people/person-days.ts'
import { CorruptError } from '../file/file-fault.ts'
import { change, type Part, rowOf, rowsOf } from '../file/prepared.ts'
import { fromStoredText, toStoredText, unpackJson } from './json-codec.ts'

/**
 * Stores people as numbers in the rows: 6,000 people on 300 days would repeat their ids two million times. Other texts
 * are stored with the rows. Adds new people, so call it in a write transaction. Updates a person's newest e-mail unless
 * the given one is undefined or from an earlier day.
 *
 * @param ids - Each id occurs once.
 * @returns For each of `ids`, its id in the table `person`, from 1 up, and its first e-mail.
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

/** People by their ids in the table `person`. */
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

/** The person with a number. Throws CorruptError. */
export const personOf = (people: ReadonlyMap<number, Person>, number: number): Person => {
  const person = people.get(number)
  if (!person) throw new CorruptError('a user index is out of range')
  return person
}

/**
 * Encodes the e-mail of each row as a number: 0 for the person's first e-mail, 1 for none, else its index in `texts` +
 * 2. Returns an empty array if all codes are 0.
 *
 * @param texts - Texts that are stored with the rows. E-mails are appended to it.
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

/** Decodes a number of {@link emailCodes}. Throws CorruptError. */
export const emailOfCode = (
  code: number,
  firstEmail: string | undefined,
  texts: readonly string[],
): string | undefined => {
  if (code <= 1) return code === 0 ? firstEmail : undefined
  const email = texts[code - 2]
  if (email === undefined) throw new CorruptError('an e-mail is missing')
  return email
}

/** Unpacks a column of texts made by `packJson`. Throws CorruptError. */
export const textsIn = (column: unknown): string[] => {
  const texts = column instanceof Uint8Array ? unpackJson(column) : undefined
  if (!Array.isArray(texts) || !texts.every((text) => typeof text === 'string'))
    throw new CorruptError('texts are missing')
  return texts
}

/**
 * Assigns keys consecutive places from 0 in the order of the calls. `used` lists the keys by place. Once `max` places
 * are assigned, `placeOf` returns -1 for every new key.
 */
export const createIndexer = <Key>(max = Number.POSITIVE_INFINITY) => {
  const { values: used, add } = createLimitedDictionary<Key>(max)
  const placeOf = (key: Key | undefined): number => {
    if (key === undefined) throw new CorruptError('an index is out of range')
    return add(key) ?? -1
  }
  /** Returns a function from an index in `keys` to the key's place. Looks each key up once, when first used. */
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
