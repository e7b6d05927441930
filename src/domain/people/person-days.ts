import { createDictionary, createLimitedDictionary, type Dictionary } from '../../base/dictionary.ts'
import { recordOf } from '../../base/json.ts'
import type { NumberValues } from '../../base/number-column.ts'
import { lastOfPairs } from '../../base/seen-pairs.ts'
import { codesOf, floatsOf, upTo } from '../../base/typed-arrays.ts'
import type { Day, Range } from '../calendar/calendar.ts'
import {
  fields,
  MEASURE_FIELDS,
  PERSON_MEASURES,
  PERSON_WORDS,
  type PersonMeasure,
  type PersonMember,
  type PersonWord,
} from './field-table.ts'

/** Marks a missing or invalid field in a column of words. */
export const NO_WORD = 0xffff

/**
 * Rows of the users endpoint in columns with their own dictionaries: a loaded page, or a part of the cache. Contains only
 * data, so it can be sent between processes. At most one row per user and day.
 */
export type PersonDaysChunk = {
  /** Number of rows. */
  length: number
  /**
   * The days whose pages aren't all loaded yet; undefined if they are. The chunk has all rows of its users on these days.
   */
  walked?: Range
  /** User ids. Untrusted text. */
  ids: readonly string[]
  /** The most recent e-mail of each of `ids`; undefined if there is none. Untrusted text. */
  emails: readonly (string | undefined)[]
  /** The day of each of `emails`. */
  emailDays: readonly (Day | undefined)[]
  days: readonly Day[]
  /** Models, tiers, delegation levels and languages. Untrusted text. At most 65,535. */
  words: readonly string[]
  /** Index in `ids`, by row. */
  person: Uint32Array
  /** Index in `days`, by row. */
  day: Uint16Array
  /** NaN for a missing or invalid number. */
  measures: Readonly<Record<PersonMeasure, NumberValues>>
  /** Indexes in `words`, or {@link NO_WORD}. */
  codes: Readonly<Record<PersonWord, Uint16Array>>
  /** Start of a row's languages in `language`, by row, with one more element for the end. */
  languageStart: Uint32Array
  /** Indexes in `words`. */
  language: Uint16Array
}

/** A row of the users endpoint before validation: any field may be missing or invalid. */
export type PersonDayMembers = { readonly [Member in PersonMember]?: unknown }

export type PersonDaysToStore = PersonDaysChunk & {
  /** The e-mail of each row. */
  rowEmails: readonly (string | undefined)[]
}

/** Result of {@link toPersonDaysChunk}. */
export type ReadPersonDays = PersonDaysToStore & {
  /** Number of rows without a day, which are left out. */
  dropped: number
}

/** The id of rows without a user. They are added up to one row per day. */
export const NO_USER = ''

/** Keeps only the last row of each user and day. All rows without a user or a day are kept. */
export const lastPersonDays = <Row>(rows: readonly Row[]): Row[] =>
  lastOfPairs(rows, (row) => {
    const { user_id: id, date } = (row ?? {}) as PersonDayMembers
    return typeof id === 'string' && typeof date === 'string' ? [id, date] : undefined
  })

/**
 * Converts rows of the users endpoint to columns. For duplicates of a user and day the last row counts. Rows without a
 * `user_id` are added up as {@link NO_USER}; rows without a `date` are left out and counted. Words and days beyond the
 * limit of a column are treated as missing.
 */
export const toPersonDaysChunk = (rows: readonly PersonDayMembers[]): ReadPersonDays => {
  const [ids, days, words] = [createDictionary(), createLimitedDictionary(MAX_DAYS), createLimitedDictionary(NO_WORD)]
  const lastRows = new Map<number, PersonDayMembers>()
  /** The last e-mail of each user and day. */
  const lastEmails = new Map<number, string>()
  let dropped = 0
  for (const row of rows) {
    const day = typeof row.date === 'string' ? days.add(row.date) : undefined
    if (day === undefined) {
      dropped++
      continue
    }
    const hasUser = typeof row.user_id === 'string'
    const person = ids.add(typeof row.user_id === 'string' ? row.user_id : NO_USER)
    const key = person * MAX_DAYS + day
    if (hasUser && typeof row.user_email === 'string' && row.user_email) lastEmails.set(key, row.user_email)
    const before = hasUser ? undefined : lastRows.get(key)
    lastRows.set(key, before ? addedRows(before, row) : row)
  }
  const emails = new Array<string | undefined>(ids.values.length).fill(undefined)
  const emailDays = new Array<Day | undefined>(ids.values.length).fill(undefined)
  const rowEmails: (string | undefined)[] = []
  const chunk = emptyChunk(lastRows.size, ids.values, days.values, words.values)
  const language: number[] = []
  // By word, the last row that contains it, so that a row lists each language once, in its original order.
  const lastWith: number[] = []
  let at = 0
  for (const [key, row] of lastRows) {
    const person = Math.floor(key / MAX_DAYS)
    const date = row.date as Day
    const email = lastEmails.get(key)
    rowEmails.push(email)
    if (email !== undefined && date >= (emailDays[person] ?? '')) {
      emails[person] = email
      emailDays[person] = date
    }
    chunk.person[at] = person
    chunk.day[at] = key % MAX_DAYS
    for (const measure of PERSON_MEASURES) chunk.measures[measure][at] = numberOf(row[measure])
    for (const word of PERSON_WORDS) chunk.codes[word][at] = wordOf(words, row[word])
    for (const name of Array.isArray(row.languages) ? row.languages : []) {
      const word = wordOf(words, name)
      if (word === NO_WORD || lastWith[word] === at) continue
      lastWith[word] = at
      language.push(word)
    }
    chunk.languageStart[++at] = language.length
  }
  return { ...chunk, emails, emailDays, language: Uint16Array.from(language), rowEmails, dropped }
}

const MAX_DAYS = 0x10000

/** Adds two rows of one day. A ratio is weighted in the same way as over several days. */
const addedRows = (first: PersonDayMembers, second: PersonDayMembers): PersonDayMembers => {
  const sums: Partial<Record<PersonMeasure, number>> = {}
  for (const field of MEASURE_FIELDS.map((name) => fields[name])) {
    const [one, other] = [numberOf(first[field.member]), numberOf(second[field.member])]
    const weights = field.figure === 'ratio' ? [first, second].map((row) => numberOf(row[field.weight])) : [1, 1]
    const [weight = 0, otherWeight = 0] = weights
    const total = field.figure === 'ratio' ? weight + otherWeight : 1
    const sum = (one * weight + other * otherWeight) / total
    sums[field.member] = Number.isNaN(sum) ? (Number.isNaN(one) ? other : one) : sum
  }
  const languages = [first, second].flatMap((row) => (Array.isArray(row.languages) ? row.languages : []))
  return { ...first, ...second, ...sums, languages }
}

const numberOf = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : Number.NaN)

const wordOf = (words: Dictionary<number | undefined>, word: unknown): number =>
  (typeof word === 'string' ? words.add(word) : undefined) ?? NO_WORD

const emptyChunk = (
  length: number,
  ids: readonly string[],
  days: readonly Day[],
  words: readonly string[],
): Omit<PersonDaysChunk, 'emails' | 'emailDays'> => ({
  length,
  ids,
  days,
  words,
  person: new Uint32Array(length),
  day: new Uint16Array(length),
  measures: recordOf(PERSON_MEASURES, () => new Float64Array(length)),
  codes: recordOf(PERSON_WORDS, () => new Uint16Array(length)),
  languageStart: new Uint32Array(length + 1),
  language: new Uint16Array(0),
})

/**
 * Splits rows into chunks of at most `maxRows` rows. The rows of a user stay together and in order, unless they are more
 * than `maxRows`. Each chunk has only its own users, and numbers in the smallest type.
 *
 * @param maxRows - At least 1.
 */
export function* slicesOf(chunk: PersonDaysChunk, maxRows: number): Generator<PersonDaysChunk, void> {
  const rows = rowsByPerson(chunk)
  const personAt = (at: number) => chunk.person[rows[at] ?? 0]
  for (let at = 0; at < rows.length; ) {
    let end = Math.min(rows.length, at + maxRows)
    while (end < rows.length && end > at && personAt(end) === personAt(end - 1)) end -= 1
    if (end === at) end = at + maxRows
    yield sliceOf(chunk, rows.subarray(at, end))
    at = end
  }
}

const rowsByPerson = ({ length, person }: PersonDaysChunk): Uint32Array =>
  upTo(length).sort((a, b) => (person[a] ?? 0) - (person[b] ?? 0) || a - b)

const sliceOf = (chunk: PersonDaysChunk, rows: Uint32Array): PersonDaysChunk => {
  const { languageStart, language } = chunk
  const [persons, starts, languages]: [number[], number[], number[]] = [[], [0], []]
  const person = rows.map((row) => {
    const personIndex = chunk.person[row] ?? 0
    return (persons.at(-1) === personIndex ? persons.length : persons.push(personIndex)) - 1
  })
  for (const row of rows) {
    for (let at = languageStart[row] ?? 0; at < (languageStart[row + 1] ?? 0); at++) languages.push(language[at] ?? 0)
    starts.push(languages.length)
  }
  return {
    ...chunk,
    length: rows.length,
    ids: persons.map((personIndex) => chunk.ids[personIndex] ?? ''),
    emails: persons.map((personIndex) => chunk.emails[personIndex]),
    emailDays: persons.map((personIndex) => chunk.emailDays[personIndex]),
    person,
    day: codesOf(rows.length, (at) => chunk.day[rows[at] ?? 0] ?? 0),
    measures: recordOf(PERSON_MEASURES, (measure) => {
      const values = chunk.measures[measure]
      return narrowed(floatsOf(rows.length, (at) => values[rows[at] ?? 0] ?? Number.NaN))
    }),
    codes: recordOf(PERSON_WORDS, (word) => {
      const codes = chunk.codes[word]
      return codesOf(rows.length, (at) => codes[rows[at] ?? 0] ?? NO_WORD)
    }),
    languageStart: Uint32Array.from(starts),
    language: Uint16Array.from(languages),
  }
}

/** The same numbers in the smallest type that holds all of them exactly. */
const narrowed = (values: NumberValues): NumberValues => {
  let largest = 0
  for (const value of values) {
    if (!(value >= 0 && value <= 0xffffffff && Number.isInteger(value)) || Object.is(value, -0)) return values
    if (value > largest) largest = value
  }
  return largest <= 0xffff ? Uint16Array.from(values) : Uint32Array.from(values)
}
