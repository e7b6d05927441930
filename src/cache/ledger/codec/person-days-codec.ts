import { type Day, daysBetween } from '../../../domain/calendar/calendar.ts'
import { PERSON_MEASURES, PERSON_WORDS } from '../../../domain/people/field-table.ts'
import type { PersonDaysChunk } from '../../../domain/people/person-days.ts'
import { CorruptError } from '../file/file-fault.ts'
import { type Column, packColumns, unpackColumns } from './columns-codec.ts'

/** Per-user rows of a page of a walk. `person`, `words` and `language` are indexes into the page's people and texts. */
export type PageRows = {
  length: number
  person: Column
  /** Days since the first day of the walk. */
  day: Column
  /** The start of each row's languages in `language`; one entry more than rows. */
  languageStart: Column
  language: Column
  /** In the order of `PERSON_WORDS`. */
  words: readonly Column[]
  /** In the order of `PERSON_MEASURES`. */
  measures: readonly Column[]
}

/** Packs the rows of a chunk. @param from - The first day of the walk. */
export const packPage = (chunk: PersonDaysChunk, from: Day): Uint8Array => {
  const days = chunk.days.map((day) => daysBetween(from, day))
  return packColumns([
    chunk.person,
    Float64Array.from(chunk.day, (day) => days[day] ?? Number.NaN),
    chunk.languageStart,
    chunk.language,
    ...PERSON_WORDS.map((member) => chunk.codes[member]),
    ...PERSON_MEASURES.map((measure) => chunk.measures[measure]),
  ])
}

/**
 * Unpacks the output of {@link packPage}. A measure that an earlier version did not store is all NaN. Throws
 * CorruptError.
 */
export const unpackPage = (bytes: unknown): PageRows => {
  const [person, day, languageStart, language, ...rest] = unpackColumns(bytes)
  const length = person?.length ?? -1
  const isWhole =
    person &&
    day?.length === length &&
    languageStart?.length === length + 1 &&
    languageStart[length] === language?.length &&
    rest.length >= PERSON_WORDS.length &&
    rest.every((column) => column.length === length)
  if (!isWhole || !language) throw new CorruptError('columns have inconsistent lengths')
  const [words, measures] = [rest.slice(0, PERSON_WORDS.length), rest.slice(PERSON_WORDS.length)]
  return {
    length,
    person,
    day,
    languageStart,
    language,
    words,
    measures: PERSON_MEASURES.map((_, index) => measures[index] ?? new Float64Array(length).fill(Number.NaN)),
  }
}
