import { freeNow } from '../../../base/free-now.ts'
import { floatsOf } from '../../../base/typed-arrays.ts'
import type { Day, Range } from '../../../domain/calendar/calendar.ts'
import { PERSON_MEASURES, PERSON_WORDS } from '../../../domain/people/people-fields.ts'
import { NO_WORD, type PersonDaysChunk } from '../../../domain/people/person-days.ts'
import { DamagedError } from '../file/damaged-error.ts'
import { type Column, packColumns, unpackColumns } from './columns-codec.ts'

/** Per-user rows of one day; people and words are numbers of the file's dictionaries, 0 for no word. */
export type NumberedRows = {
  length: number
  person: Column
  /** See `emailCodes`. */
  email: Column
  /** In the order of `PERSON_WORDS`. */
  words: readonly Column[]
  /** In the order of `PERSON_MEASURES`. */
  measures: readonly Column[]
  /** One longer than the rows. */
  languageStart: Column
  language: Column
}

const WORDS = PERSON_WORDS.length
const MEASURES = PERSON_MEASURES.length
/** Stands in the place of a column that is not needed. */
const NONE = new Uint8Array(0)

export const packRows = (rows: NumberedRows): Uint8Array =>
  packColumns([
    rows.person,
    rows.email.some((code) => code > 0) ? rows.email : NONE,
    ...rows.words,
    rows.languageStart,
    rows.language,
    ...rows.measures,
  ])

/**
 * Rows of a version with fewer measures or words have no values in the others. Throws DamagedError on bytes that {@link packRows} did
 * not make.
 */
export const unpackRows = (bytes: unknown): NumberedRows => {
  const [person, email, ...rest] = unpackColumns(bytes)
  const length = person?.length ?? -1
  // The first column that is longer than the rows ends the words.
  const words = rest.slice(
    0,
    Math.max(
      0,
      rest.findIndex((column) => column.length !== length),
    ),
  )
  const [languageStart, language, ...measures] = rest.slice(words.length)
  const isWhole =
    person &&
    languageStart &&
    language &&
    email &&
    (email.length === 0 || email.length === length) &&
    [...words, ...measures].every((column) => column.length === length) &&
    languageStart.length === length + 1 &&
    languageStart[length] === language.length
  if (!isWhole) throw new DamagedError('columns do not fit together')
  return {
    length,
    person,
    email: email.length === 0 ? new Uint8Array(length) : email,
    words: filled(words, WORDS, () => new Uint8Array(length)),
    measures: filled(measures, MEASURES, () => new Float64Array(length).fill(Number.NaN)),
    languageStart,
    language,
  }
}

const filled = (columns: readonly Column[], count: number, missing: () => Column): Column[] =>
  Array.from({ length: count }, (_, at) => columns[at] ?? missing())

export type DayOfRows = { day: Day; rows: NumberedRows }

/** Of a chunk the numbers of its ids and words, and the e-mail of each row: see `emailCodes`. */
export type NumbersOfChunk = { people: Uint32Array; words: Uint32Array; email: Column }

/** The rows of a chunk on each day of a span that has any. */
export const toNumberedDays = (
  chunk: PersonDaysChunk,
  span: Range,
  { people, words, email }: NumbersOfChunk,
): DayOfRows[] => {
  const own: number[][] = chunk.days.map(() => [])
  for (let row = 0; row < chunk.length; row++) own[chunk.day[row] as number]?.push(row)
  const word = (value: number): number => (value === NO_WORD ? 0 : (words[value] as number))
  const numbered: NumberedRows = {
    length: chunk.length,
    person: chunk.person.map((person) => people[person] as number),
    email: email.length === 0 ? new Uint8Array(chunk.length) : email,
    words: PERSON_WORDS.map((member) => Uint32Array.from(chunk.codes[member], word)),
    measures: PERSON_MEASURES.map((measure) => chunk.measures[measure]),
    languageStart: chunk.languageStart,
    language: Uint32Array.from(chunk.language, word),
  }
  return chunk.days.flatMap((day, at) => {
    const rows = own[at] ?? []
    return day < span.from || day > span.to || rows.length === 0 ? [] : [{ day, rows: chosenOf(numbered, rows) }]
  })
}

const chosenOf = (rows: NumberedRows, chosen: readonly number[]): NumberedRows => {
  const of = (column: Column): Column => floatsOf(chosen.length, (at) => column[chosen[at] as number] as number)
  const startOf = (row: number): number => rows.languageStart[row] as number
  const languageStart = new Uint32Array(chosen.length + 1)
  const language: number[] = []
  for (const [at, row] of chosen.entries()) {
    for (let each = startOf(row); each < startOf(row + 1); each++) language.push(rows.language[each] as number)
    languageStart[at + 1] = language.length
  }
  return {
    length: chosen.length,
    person: of(rows.person),
    email: of(rows.email),
    words: rows.words.map(of),
    measures: rows.measures.map(of),
    languageStart,
    language: Uint32Array.from(language),
  }
}

/**
 * Packs the rows of a day that came, packed, on several pages, each person once: the row that came last. Of the parts nothing is left.
 */
export const packTogether = (parts: readonly Uint8Array[]): { length: number; bytes: Uint8Array } => {
  const rows = joinedRows(parts.map(unpackRows))
  const bytes = packRows(rows)
  const { length, person, email, words, measures, languageStart, language } = rows
  for (const each of [...parts, person, email, ...words, ...measures, languageStart, language]) freeNow(each)
  return { length, bytes }
}

const joinedRows = (pages: readonly NumberedRows[]): NumberedRows => {
  const seen = new Set<number>()
  const parts = pages
    .toReversed()
    .map((rows) => {
      const own: number[] = []
      for (let row = rows.length - 1; row >= 0; row--) {
        const person = rows.person[row] as number
        if (seen.has(person)) continue
        seen.add(person)
        own.push(row)
      }
      return own.length === rows.length ? rows : chosenOf(rows, own.reverse())
    })
    .reverse()
  const languageStart = new Uint32Array(seen.size + 1)
  let [at, before] = [0, 0]
  for (const { length, languageStart: starts, language } of parts) {
    for (let row = 0; row < length; row++) languageStart[++at] = before + (starts[row + 1] as number)
    before += language.length
  }
  return {
    length: seen.size,
    person: joined(parts.map(({ person }) => person)),
    email: joined(parts.map(({ email }) => email)),
    words: PERSON_WORDS.map((_, index) => joined(parts.map(({ words }) => words[index] as Column))),
    measures: PERSON_MEASURES.map((_, index) => joined(parts.map(({ measures }) => measures[index] as Column))),
    languageStart,
    language: joined(parts.map(({ language }) => language)),
  }
}

/** Columns one behind the other, in a type that holds the values of each. */
const joined = (columns: readonly Column[]): Column => {
  const widest = columns.reduce(
    (one, other) => (other.BYTES_PER_ELEMENT > one.BYTES_PER_ELEMENT ? other : one),
    NONE as Column,
  )
  const Values = widest.constructor as new (length: number) => Column
  const values = new Values(columns.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const column of columns) {
    values.set(column, at)
    at += column.length
  }
  return values
}
