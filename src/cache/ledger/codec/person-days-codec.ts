import { addDays, type Day, daysBetween, type Range } from '../../../domain/calendar/calendar.ts'
import { PERSON_MEASURES, PERSON_WORDS } from '../../../domain/people/people-fields.ts'
import { NO_WORD, type PersonDaysChunk } from '../../../domain/people/person-days.ts'
import { DamagedError } from '../file/damaged-error.ts'
import { packColumns, unpackColumns } from './columns-codec.ts'

/** Per-user rows; people and words are numbers of the file's dictionaries, 0 for no word. */
export type NumberedRows = {
  length: number
  person: ArrayLike<number>
  /** Days since the first of the walk's span; empty where all rows are of one day. */
  day: ArrayLike<number>
  /** In the order of `PERSON_WORDS`. */
  words: readonly ArrayLike<number>[]
  /** In the order of `PERSON_MEASURES`. */
  measures: readonly ArrayLike<number>[]
  /** One longer than the rows. */
  languageStart: ArrayLike<number>
  language: ArrayLike<number>
}

const WORDS = PERSON_WORDS.length
const MEASURES = PERSON_MEASURES.length

export const packRows = (rows: NumberedRows): Uint8Array =>
  packColumns([rows.person, rows.day, ...rows.words, rows.languageStart, rows.language, ...rows.measures])

/** Throws DamagedError on bytes that {@link packRows} did not make. */
export const unpackRows = (bytes: unknown): NumberedRows => {
  const [person, day, ...rest] = unpackColumns(bytes)
  const words = rest.splice(0, WORDS)
  const [languageStart, language, ...measures] = rest
  const length = person?.length ?? -1
  const isWhole =
    person &&
    day &&
    languageStart &&
    language &&
    (day.length === length || day.length === 0) &&
    [...words, ...measures].every((column) => column.length === length) &&
    measures.length === MEASURES &&
    languageStart.length === length + 1 &&
    languageStart[length] === language.length
  if (!isWhole) throw new DamagedError('columns do not fit together')
  return { length, person, day, words, measures, languageStart, language }
}

/** The rows of a chunk whose days lie in a span. `people` and `words` are the numbers of its ids and words. */
export const toNumberedRows = (
  chunk: PersonDaysChunk,
  span: Range,
  people: Uint32Array,
  words: Uint32Array,
): NumberedRows => {
  const offsets = chunk.days.map((day) => (day >= span.from && day <= span.to ? daysBetween(span.from, day) : -1))
  const kept: number[] = []
  for (let row = 0; row < chunk.length; row++) if ((offsets[chunk.day[row] as number] ?? -1) >= 0) kept.push(row)
  const word = (value: number): number => (value === NO_WORD ? 0 : (words[value] as number))
  const picked = (column: ArrayLike<number>) => Float64Array.from(kept, (row) => column[row] as number)
  const numbered = (column: ArrayLike<number>) => Uint32Array.from(kept, (row) => word(column[row] as number))
  const { starts, language } = languagesOf(kept.length, (at) => ({ rows: chunk, row: kept[at] as number }))
  return {
    length: kept.length,
    person: Uint32Array.from(kept, (row) => people[chunk.person[row] as number] as number),
    day: Uint16Array.from(kept, (row) => offsets[chunk.day[row] as number] as number),
    words: PERSON_WORDS.map((member) => numbered(chunk.codes[member])),
    measures: PERSON_MEASURES.map((measure) => picked(chunk.measures[measure])),
    languageStart: starts,
    language: language.map(word),
  }
}

type LanguagesOf = { rows: Pick<NumberedRows, 'languageStart' | 'language'>; row: number }

const languagesOf = (length: number, rowAt: (at: number) => LanguagesOf) => {
  const starts = new Uint32Array(length + 1)
  for (let at = 0; at < length; at++) {
    const { rows, row } = rowAt(at)
    const count = (rows.languageStart[row + 1] as number) - (rows.languageStart[row] as number)
    starts[at + 1] = (starts[at] as number) + count
  }
  const language = new Uint32Array(starts[length] as number)
  for (let at = 0; at < length; at++) {
    const { rows, row } = rowAt(at)
    const from = rows.languageStart[row] as number
    const to = starts[at] as number
    const count = (starts[at + 1] as number) - to
    for (let each = 0; each < count; each++) language[to + each] = rows.language[from + each] as number
  }
  return { starts, language }
}

/** Rows that are held at once while a walk is taken apart: 20 MB. */
const MOST_HELD = 400_000

export type PackedDay = { day: Day; rows: number; bytes: Uint8Array }

/**
 * Takes the pages of a complete walk apart by day, each (person, day) once: the row that came last. However long the walk, no
 * more of it is held at once than so many rows, or those of one day: the pages are gone through as often as that takes.
 *
 * @param pages - Reads the pages anew, one at a time, in their order.
 * @param mostHeld - @default 400_000
 * @returns Days that have rows, in their order.
 */
export function* packByDay(
  span: Range,
  pages: () => Iterable<NumberedRows>,
  mostHeld = MOST_HELD,
): Generator<PackedDay, void> {
  const counts = new Uint32Array(daysBetween(span.from, span.to) + 1)
  for (const { day, length } of pages())
    for (let row = 0; row < length; row++) {
      const offset = day[row] as number
      if (offset >= counts.length) throw new DamagedError('a row lies outside of its walk')
      counts[offset] = (counts[offset] as number) + 1
    }
  let from = 0
  while (from < counts.length) {
    let held = counts[from] as number
    let end = from + 1
    while (end < counts.length && held + (counts[end] as number) <= mostHeld) held += counts[end++] as number
    if (held > 0) {
      const parts: NumberedRows[] = []
      for (const page of pages()) parts.push(rowsWithin(page, from, end))
      yield* packDays(addDays(span.from, from), end - from, parts)
    }
    from = end
  }
}

/** Rows of some days, which are counted from the first of them. */
const rowsWithin = (rows: NumberedRows, from: number, end: number): NumberedRows => {
  const kept: number[] = []
  for (let row = 0; row < rows.length; row++) {
    const offset = rows.day[row] as number
    if (offset >= from && offset < end) kept.push(row)
  }
  if (kept.length === rows.length && from === 0) return rows
  const own = pick([rows], new Uint8Array(kept.length), kept)
  // Packed, a row takes a fifth.
  return unpackRows(packRows({ ...own, day: kept.map((row) => (rows.day[row] as number) - from) }))
}

/** @param pages - Of the days only that are wanted. */
function* packDays(first: Day, days: number, pages: readonly NumberedRows[]): Generator<PackedDay, void> {
  const people = new Map<number, number>()
  for (const { person } of pages)
    for (let row = 0; row < person.length; row++) {
      const number = person[row] as number
      if (!people.has(number)) people.set(number, people.size)
    }
  const isSeen = new Uint8Array(people.size * days)
  // Each place is a page and a row of it. Backwards, so that the last row of a person's day is the one that is met first.
  const places: [page: number[], row: number[]][] = Array.from({ length: days }, () => [[], []])
  for (let page = pages.length - 1; page >= 0; page--) {
    const { person, day, length } = pages[page] as NumberedRows
    for (let row = length - 1; row >= 0; row--) {
      const offset = day[row] as number
      const key = (people.get(person[row] as number) as number) * days + offset
      if (isSeen[key] === 1) continue
      isSeen[key] = 1
      places[offset]?.[0].push(page)
      places[offset]?.[1].push(row)
    }
  }
  for (const [offset, [page, row]] of places.entries()) {
    if (page.length === 0) continue
    page.reverse()
    row.reverse()
    yield { day: addDays(first, offset), rows: page.length, bytes: packRows(pick(pages, page, row)) }
  }
}

const pick = (pages: readonly NumberedRows[], page: ArrayLike<number>, row: readonly number[]): NumberedRows => {
  const length = page.length
  const column = (of: (rows: NumberedRows) => ArrayLike<number>): Float64Array => {
    const columns = pages.map(of)
    const values = new Float64Array(length)
    for (let at = 0; at < length; at++)
      values[at] = (columns[page[at] as number] as ArrayLike<number>)[row[at] as number] as number
    return values
  }
  const { starts, language } = languagesOf(length, (at) => ({
    rows: pages[page[at] as number] as NumberedRows,
    row: row[at] as number,
  }))
  return {
    length,
    person: column(({ person }) => person),
    day: [],
    words: PERSON_WORDS.map((_, index) => column(({ words }) => words[index] as ArrayLike<number>)),
    measures: PERSON_MEASURES.map((_, index) => column(({ measures }) => measures[index] as ArrayLike<number>)),
    languageStart: starts,
    language,
  }
}
