import type { DatabaseSync } from 'node:sqlite'
import { freeNow } from '../../base/free-now.ts'
import type { NumberValues } from '../../base/number-column.ts'
import { recordOf } from '../../base/record-of.ts'
import { createSeenPairs } from '../../base/seen-pairs.ts'
import { type Day, daysBetween, daysOf, lengthOf, type Range } from '../../domain/calendar/calendar.ts'
import { PERSON_MEASURES, PERSON_WORDS } from '../../domain/people/people-fields.ts'
import { NO_WORD, type PersonDaysChunk } from '../../domain/people/person-days.ts'
import { emailOfCode, readPeople, readWords } from './codec/dictionary-codec.ts'
import { type NumberedRows, unpackRows } from './codec/person-days-codec.ts'
import { createRenumbering } from './codec/renumber.ts'
import { checkedPiece, type Piece, piecesOf, unpackPiece } from './codec/row-pieces.ts'
import { DamagedError } from './file/damaged-error.ts'
import { inOrder, rowOf, rowsOf } from './file/prepared.ts'
import { isSound } from './file/row-sums.ts'
import type { HeldDay, RawPage, RawPages } from './ledger.ts'

/** Days that are held for everybody. */
export const heldPersonDays = (database: DatabaseSync, partition: number, range: Range): HeldDay[] =>
  inOrder(
    rowsOf(
      database,
      ['day', 'time'],
      `SELECT day, fetched_at FROM person_day WHERE partition = ? AND day BETWEEN ? AND ? AND ${isSound.person_day} ORDER BY day`,
      partition,
      range.from,
      range.to,
    ),
  ).map(([day, fetchedAt]) => ({ day, fetchedAt }))

type Walk = { id: number; span: Range; isComplete: boolean; pages: number }

const walksIn = (database: DatabaseSync, partition: number, range: Range): Walk[] =>
  rowsOf(
    database,
    ['number', 'day', 'day', 'number', 'number'],
    `SELECT id, from_day, to_day, is_complete, pages FROM walk
     WHERE partition = ? AND from_day <= ? AND to_day >= ? AND ${isSound.walk} ORDER BY id`,
    partition,
    range.to,
    range.from,
  ).map(([id, from, to, isComplete, pages]) => ({ id, span: { from, to }, isComplete: isComplete === 1, pages }))

/** The walk that brought each held day. */
const walkOfDays = (database: DatabaseSync, partition: number, range: Range): Map<Day, number> =>
  new Map(
    rowsOf(
      database,
      ['day', 'number'],
      `SELECT day, walk FROM person_day WHERE partition = ? AND day BETWEEN ? AND ? AND ${isSound.person_day}`,
      partition,
      range.from,
      range.to,
    ),
  )

/** Rows of a day that stand in the answer: all of `rows`, or some. The day is counted from the range's first. */
type Source = { rows: NumberedRows; chosen: Uint32Array | undefined; day: number }

/**
 * Rows of the range, each (person, day) once: the newest. Those of days that are held for everybody in one chunk, those of each
 * unfinished walk in one of their own. A chunk has at least one row.
 *
 * @throws DamagedError where a day lacks rows that it had.
 */
export const readPersonDays = (database: DatabaseSync, partition: number, range: Range): PersonDaysChunk[] => {
  const people = createRenumbering(readPeople(database, partition), Number.POSITIVE_INFINITY)
  const texts = readWords(database, partition)
  const words = createRenumbering(texts, NO_WORD)
  const days = daysOf(range)
  const { walks, isSeen } = unfinishedRows(database, partition, range, people.placeOf)
  const held = inOrder(
    rowsOf(
      database,
      ['day', 'bytes', 'number'],
      `SELECT day, columns, rows FROM person_day
     WHERE partition = ? AND day BETWEEN ? AND ? AND rows > 0 AND ${isSound.person_day} ORDER BY day`,
      partition,
      range.from,
      range.to,
    ),
  ).map(([date, columns, count]): Source => {
    const rows = unpackRows(columns)
    if (rows.length !== count) throw new DamagedError(`people of ${date} are missing`)
    const day = daysBetween(range.from, date)
    return { rows, day, chosen: isSeen && without(rows, (person) => isSeen(people.placeOf(person), day)) }
  })
  const parts = [{ sources: held }, ...walks]
  const named = newestEmails(
    parts.flatMap(({ sources }) => sources),
    people,
    texts,
  )
  return parts.flatMap(({ sources, ...walk }) => {
    const length = sources.reduce((sum, { rows, chosen }) => sum + (chosen ?? rows).length, 0)
    if (length === 0) return []
    return {
      ...fill(sources, length, people.placeOf, words.placeOf),
      ...walk,
      ids: people.used.map(({ id }) => id),
      emails: people.used.map((_, person) => named.emails[person]),
      emailDays: people.used.map((_, person) => days[named.days[person] ?? -1]),
      days,
      words: words.used,
    }
  })
}

/** Of each person the e-mail of the newest row that has one, and its day, counted from the range's first. */
const newestEmails = (
  sources: readonly Source[],
  people: { used: readonly { firstEmail: string | undefined }[]; placeOf: Place },
  texts: ReadonlyMap<number, string>,
) => {
  const [emails, days]: [string[], number[]] = [[], []]
  for (const { rows, chosen, day } of sources)
    for (let index = 0; index < (chosen ?? rows).length; index++) {
      const row = chosen ? (chosen[index] as number) : index
      const person = people.placeOf(rows.person[row] as number)
      const email = emailOfCode(rows.email[row] as number, people.used[person]?.firstEmail, texts)
      if (email === undefined || day < (days[person] ?? 0)) continue
      emails[person] = email
      days[person] = day
    }
  return { emails, days }
}

type UnfinishedWalk = { walked: Range; sources: Source[] }

/** Rows of unfinished walks, older walks first, but those of days that a later walk has brought for everybody since. */
const unfinishedRows = (
  database: DatabaseSync,
  partition: number,
  range: Range,
  placeOf: (person: number) => number,
): { walks: UnfinishedWalk[]; isSeen: ((person: number, day: number) => boolean) | undefined } => {
  const walks = walksIn(database, partition, range).filter(({ isComplete }) => !isComplete)
  if (walks.length === 0) return { walks: [], isSeen: undefined }
  const walkOf = walkOfDays(database, partition, range)
  const dayCount = lengthOf(range)
  const seen = new Set<number>()
  const unfinished: UnfinishedWalk[] = []
  for (const { id, span } of walks.reverse()) {
    const sources: Source[] = []
    const parts = rowsOf(
      database,
      ['day', 'bytes'],
      `SELECT day, columns FROM walk_page WHERE walk = ? AND day BETWEEN ? AND ? AND ${isSound.walk_page}
       ORDER BY page DESC, day DESC`,
      id,
      range.from,
      range.to,
    )
    for (const [date, columns] of parts) {
      if ((walkOf.get(date) ?? 0) >= id) continue
      const rows = unpackRows(columns)
      const day = daysBetween(range.from, date)
      const chosen: number[] = []
      for (let row = rows.length - 1; row >= 0; row--) {
        const key = placeOf(rows.person[row] as number) * dayCount + day
        if (seen.has(key)) continue
        seen.add(key)
        chosen.push(row)
      }
      sources.push({ rows, day, chosen: Uint32Array.from(chosen.reverse()) })
    }
    unfinished.push({ walked: span, sources: sources.reverse() })
  }
  return { walks: unfinished.reverse(), isSeen: (person, day) => seen.has(person * dayCount + day) }
}

/** The rows of people who are not left out; undefined for all. */
const without = (rows: NumberedRows, isOut: (person: number) => boolean): Uint32Array | undefined => {
  const chosen: number[] = []
  for (let row = 0; row < rows.length; row++) if (!isOut(rows.person[row] as number)) chosen.push(row)
  return chosen.length === rows.length ? undefined : Uint32Array.from(chosen)
}

type Place = (number: number) => number

const fill = (sources: readonly Source[], length: number, personOf: Place, wordOf: Place) => {
  const languages = sources.reduce((sum, { rows }) => sum + rows.language.length, 0)
  const person = new Uint32Array(length)
  const day = new Uint16Array(length)
  const columns = PERSON_MEASURES.map((_, index) => columnFor(sources, index, length))
  const codes = recordOf(PERSON_WORDS, () => new Uint16Array(length))
  const languageStart = new Uint32Array(length + 1)
  const language = new Uint16Array(languages)
  const placeOfWord = (number: number): number => {
    const place = number === 0 ? -1 : wordOf(number)
    return place < 0 ? NO_WORD : place
  }
  let at = 0
  let languageAt = 0
  for (const { rows, chosen, day: ownDay } of sources) {
    const count = (chosen ?? rows).length
    const rowAt = (index: number): number => (chosen ? (chosen[index] as number) : index)
    columns.forEach((values, index) => {
      const column = rows.measures[index] as ArrayLike<number>
      if (chosen) for (let each = 0; each < count; each++) values[at + each] = column[rowAt(each)] as number
      else values.set(column, at)
    })
    PERSON_WORDS.forEach((member, index) => {
      const values = codes[member]
      const column = rows.words[index] as ArrayLike<number>
      if (chosen)
        for (let each = 0; each < count; each++) values[at + each] = placeOfWord(column[rowAt(each)] as number)
      else for (let each = 0; each < count; each++) values[at + each] = placeOfWord(column[each] as number)
    })
    day.fill(ownDay, at, at + count)
    for (let index = 0; index < count; index++) {
      const row = rowAt(index)
      person[at] = personOf(rows.person[row] as number)
      const end = rows.languageStart[row + 1] as number
      for (let each = rows.languageStart[row] as number; each < end; each++) {
        const place = placeOfWord(rows.language[each] as number)
        if (place !== NO_WORD) language[languageAt++] = place
      }
      languageStart[++at] = languageAt
    }
  }
  return {
    length,
    person,
    day,
    measures: recordOf(PERSON_MEASURES, (member) => columns[PERSON_MEASURES.indexOf(member)] as NumberValues),
    codes,
    languageStart,
    language: languageAt === languages ? language : language.slice(0, languageAt),
  }
}

/** A column in which the numbers of a measure have room: of most two bytes, where any number takes eight. */
const columnFor = (sources: readonly Source[], index: number, length: number): NumberValues => {
  const bytes = Math.max(0, ...new Set(sources.map(({ rows }) => rows.measures[index]?.BYTES_PER_ELEMENT ?? 0)))
  return bytes > 4 ? new Float64Array(length) : bytes > 2 ? new Uint32Array(length) : new Uint16Array(length)
}

/**
 * Pages of the range's rows as they came, walk by walk, and which rows of each stand in the answer: each (person, day) once,
 * the newest. Rows without a person's id cannot be told apart and are all there.
 *
 * @param only The number of the one walk that counts.
 * @throws DamagedError where a held day lacks pages that it had.
 */
export const rawPages = (database: DatabaseSync, partition: number, range: Range, only?: number): RawPages => {
  const walkOf = walkOfDays(database, partition, range)
  const places = new Map(daysOf(range).map((day, place) => [day, place]))
  const seen = createSeenPairs()
  const byWalk: { span: Range; pages: RawPage[] }[] = []
  /** Whether a newer walk that is not complete may have rows of the same days. */
  let isMixed = false
  const walks = walksIn(database, partition, range)
  const known = new Set(walks.map(({ id }) => id))
  if ([...walkOf.values()].some((id) => !known.has(id))) throw new DamagedError('the walk of a day is missing')
  const whole = new Set(only === undefined ? walkOf.keys() : [])
  for (const { id, span, isComplete, pages: pageCount } of walks.reverse()) {
    if (only !== undefined && id !== only) continue
    const isOurs = (day: Day): boolean => {
      const walk = walkOf.get(day)
      return day >= span.from && day <= span.to && (isComplete ? walk === id : (walk ?? 0) < id)
    }
    if (![...places.keys()].some(isOurs)) continue
    const numbers = rowsOf(
      database,
      ['number'],
      `SELECT page FROM walk_raw WHERE walk = ? AND ${isSound.walk_raw} ORDER BY page DESC`,
      id,
    )
    if (isComplete && numbers.length !== pageCount) throw new DamagedError('pages of a walk are missing')
    if (id === only && numbers.length === pageCount) for (const day of daysOf(span)) whole.add(day)
    isMixed ||= !isComplete
    const isOnly = !isMixed && daysOf(span).every((day) => places.has(day) && isOurs(day))
    const pieces = numbers.flatMap(([page]) =>
      withPieces(database, partition, { walk: id, page }, (packed) =>
        packed
          .map((each, piece) => ({ walk: id, page, piece, length: (isOnly ? checkedPiece(each) : each).length }))
          .reverse(),
      ),
    )
    // The days that it brought hold as many: no row came twice, and all can be told apart. Known without parsing any, which is half of
    // what going through them takes.
    const isDistinct = isOnly && rowCount(pieces) === heldRows(database, partition, span)
    const pages = isDistinct
      ? pieces.map(({ length = 0, ...piece }): RawPage => ({ ...piece, length, kept: 'all' }))
      : pieces.flatMap((piece): RawPage[] => {
          const rows = readRawPage(database, partition, piece) ?? []
          const kept: number[] = []
          for (let row = rows.length - 1; row >= 0; row--) {
            const { user_id: person, date } = (rows[row] ?? {}) as { user_id?: unknown; date?: unknown }
            const place = typeof date === 'string' ? places.get(date) : undefined
            if (place === undefined || !isOurs(date as Day)) continue
            if (typeof person !== 'string' || seen.add(person, place)) kept.push(row)
          }
          if (kept.length === 0) return []
          const isWhole = kept.length === rows.length
          return [{ ...piece, length: rows.length, kept: isWhole ? 'all' : Uint32Array.from(kept.reverse()) }]
        })
    byWalk.push({ span, pages: pages.reverse() })
  }
  // Older days first, as one walk of the whole range would not bring them either: it goes person by person.
  const inOrder = byWalk.reverse().sort((a, b) => (a.span.from < b.span.from ? -1 : a.span.from > b.span.from ? 1 : 0))
  return { pages: inOrder.flatMap(({ pages }) => pages), whole: [...whole] }
}

/** How many rows pieces hold, NaN where that is not known of one. */
const rowCount = (pieces: readonly Pick<Piece, 'length'>[]): number =>
  pieces.reduce((sum, { length }) => sum + (length ?? Number.NaN), 0)

/** Rows that are held of the days of a span, each (person, day) once. */
const heldRows = (database: DatabaseSync, partition: number, span: Range): number =>
  rowsOf(
    database,
    ['number'],
    `SELECT rows FROM person_day WHERE partition = ? AND day BETWEEN ? AND ? AND ${isSound.person_day}`,
    partition,
    span.from,
    span.to,
  ).reduce((sum, [rows]) => sum + rows, 0)

/** All rows of a piece as they came; undefined where it is not there any more. */
export const readRawPage = (
  database: DatabaseSync,
  partition: number,
  { piece, ...page }: Pick<RawPage, 'walk' | 'page' | 'piece'>,
): unknown[] | undefined =>
  withPieces(database, partition, page, (pieces) => {
    const packed = pieces[piece]
    return packed && unpackPiece(packed)
  })

/** What `use` makes of the pieces of a page, none where it is not there; their bytes are gone when it returns. */
const withPieces = <Result>(
  database: DatabaseSync,
  partition: number,
  { walk, page }: Pick<RawPage, 'walk' | 'page'>,
  use: (pieces: readonly Piece[]) => Result,
): Result => {
  const row = rowOf(
    database,
    ['bytes'],
    `SELECT bytes FROM walk_raw
     WHERE walk = ? AND page = ? AND walk IN (SELECT id FROM walk WHERE partition = ?) AND ${isSound.walk_raw}`,
    walk,
    page,
    partition,
  )
  if (!row) return use([])
  const result = use(piecesOf(row[0]))
  freeNow(row[0])
  return result
}
