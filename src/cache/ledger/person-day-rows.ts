import { recordOf } from '../../base/json.ts'
import type { NumberValues } from '../../base/number-column.ts'
import { addDays, type Day, daysBetween, daysOf, type Range } from '../../domain/calendar/calendar.ts'
import { PERSON_MEASURES, PERSON_WORDS } from '../../domain/people/field-table.ts'
import {
  lastPersonDays,
  NO_WORD,
  type PersonDayMembers,
  type PersonDaysChunk,
} from '../../domain/people/person-days.ts'
import { type Column, unpackColumns } from './codec/columns-codec.ts'
import { createIndexer, emailOfCode, personOf, readPeople, textsIn } from './codec/dictionary-codec.ts'
import { unpackJson } from './codec/json-codec.ts'
import { type PageRows, unpackPage } from './codec/person-days-codec.ts'
import { type Part, rowOf, rowsOf } from './file/prepared.ts'
import type { CachedDay, RawPage, RawPages, UserWalk } from './ledger.ts'

/** Days that are cached for all people. */
export const cachedPersonDays = (part: Part, range: Range): CachedDay[] =>
  walkDays(part, range).map(([day, , fetchedAt]) => ({ day, fetchedAt }))

/** The complete walk of each cached day. */
const walkDays = ({ database, partition }: Part, { from, to }: Range) => {
  const sql = `SELECT day, walk, fetched_at FROM walk_day JOIN walk ON walk.id = walk
    WHERE partition = ? AND is_complete = 1 AND day BETWEEN ? AND ? ORDER BY day`
  return rowsOf(database, ['day', 'number', 'time'], sql, partition, from, to)
}

type Walk = { id: number; span: Range; startedAt: number; isComplete: boolean }

/** Walks that overlap the range, newest first. */
const walksIn = ({ database, partition }: Part, range: Range): Walk[] => {
  const sql = `SELECT id, from_day, to_day, started_at, is_complete FROM walk
    WHERE partition = ? AND from_day <= ? AND to_day >= ? ORDER BY id DESC`
  const rows = rowsOf(database, ['number', 'day', 'day', 'time', 'number'], sql, partition, range.to, range.from)
  return rows.map(([id, from, to, startedAt, isComplete]) => ({
    id,
    span: { from, to },
    startedAt,
    isComplete: isComplete === 1,
  }))
}

/** A page of a walk, and its rows that count: those of the range with no newer row of the same person and day. */
type Page = {
  walk: Walk
  page: number
  /** Days of the range for which this walk's rows may count. */
  days: readonly Day[]
  rows: PageRows
  /** Ids of its people in the table `person`. */
  people: Column
  /** The words of its rows, followed by their e-mails. */
  texts: readonly string[]
  /** The e-mail codes of its rows: see `emailCodes`. */
  emails: Column
  /** The rows that count. */
  chosen: number[]
  /** Rows of these days that a newer page replaces. */
  replaced: number[]
}

/** Pages of the range, newest first. @param only - The id of a single walk to read. */
function* pagesIn({ database, partition }: Part, range: Range, names: People, only?: number): Generator<Page> {
  const walkOf = new Map(walkDays({ database, partition }, range).map(([day, walk]) => [day, walk]))
  const allDays = daysOf(range)
  const { placeOf } = createIndexer<number>()
  const seen = new Uint8Array(names.size * allDays.length)
  for (const walk of walksIn({ database, partition }, range)) {
    if (only !== undefined && walk.id !== only) continue
    const isOwn = allDays.map((day) => {
      const complete = walkOf.get(day)
      const isFree = walk.isComplete ? complete === walk.id : complete === undefined || complete < walk.id
      return isFree && day >= walk.span.from && day <= walk.span.to
    })
    const days = allDays.filter((_, at) => isOwn[at])
    if (days.length === 0) continue
    const offset = daysBetween(range.from, walk.span.from)
    const numbers = 'SELECT page FROM walk_page WHERE walk = ? ORDER BY page DESC'
    for (const [page] of rowsOf(database, ['number'], numbers, walk.id)) {
      const sql = 'SELECT names, columns FROM walk_page WHERE walk = ? AND page = ?'
      const [ids, columns] = rowOf(database, ['bytes', 'bytes'], sql, walk.id, page) ?? []
      const [people = NONE, emails = NONE, packedTexts] = unpackColumns(ids)
      const texts = textsIn(packedTexts)
      const rows = unpackPage(columns)
      const places = Array.from(people, placeOf)
      const chosen: number[] = []
      const replaced: number[] = []
      for (let row = 0; row < rows.length; row++) {
        const day = (rows.day[row] ?? Number.NaN) + offset
        if (!isOwn[day]) continue
        const pair = (places[rows.person[row] ?? 0] ?? 0) * allDays.length + day
        ;(seen[pair] ? replaced : chosen).push(row)
        seen[pair] = 1
      }
      if (chosen.length + replaced.length > 0) yield { walk, page, days, rows, people, texts, emails, chosen, replaced }
    }
  }
}

const NONE = new Uint8Array(0)

type People = ReturnType<typeof readPeople>

/**
 * Rows of the range, one per (person, day): the newest. Days that are cached for all people are in one chunk; each
 * unfinished walk has a chunk of its own. Every chunk has at least one row.
 */
export const readPersonDays = (part: Part, range: Range): PersonDaysChunk[] => {
  const names = readPeople(part)
  const pages = [...pagesIn(part, range, names)].filter(({ chosen }) => chosen.length > 0).reverse()
  const chunks = Map.groupBy(pages, ({ walk }) => (walk.isComplete ? undefined : walk))
  return [...chunks].map(([walk, pages]) => ({
    ...chunkOf(pages, range, names),
    ...(walk && { walked: walk.span }),
  }))
}

const chunkOf = (pages: readonly Page[], range: Range, names: People): PersonDaysChunk => {
  const people = createIndexer<number>()
  const words = createIndexer<string>(NO_WORD)
  const days = daysOf(range)
  const length = pages.reduce((sum, { chosen }) => sum + chosen.length, 0)
  const person = new Uint32Array(length)
  const day = new Uint16Array(length)
  const measures = PERSON_MEASURES.map((_, index) => columnFor(pages, index, length))
  const codes = PERSON_WORDS.map(() => new Uint16Array(length))
  const languageStart = new Uint32Array(length + 1)
  const language: number[] = []
  /** The e-mail of each person's newest row that has one, and the day of that row. */
  const [emails, emailDays]: [string[], number[]] = [[], []]
  let at = 0
  for (const { walk, rows, chosen, ...columns } of pages) {
    const placeOf = people.placesIn(columns.people)
    const wordPlaceOf = words.placesIn(columns.texts)
    const wordOf = (code: number): number => {
      const place = code === NO_WORD ? -1 : wordPlaceOf(code)
      return place < 0 ? NO_WORD : place
    }
    const firstEmails = Array.from(columns.people, (number) => personOf(names, number).firstEmail)
    const offset = daysBetween(range.from, walk.span.from)
    const copy = (from: ArrayLike<number>, to: NumberValues, toValue: (value: number) => number): void => {
      for (let each = 0; each < chosen.length; each++) to[at + each] = toValue(from[chosen[each] as number] as number)
    }
    copy(rows.person, person, placeOf)
    copy(rows.day, day, (value) => value + offset)
    for (const [index, column] of measures.entries()) {
      const values = rows.measures[index] ?? []
      if (chosen.length === rows.length) column.set(values, at)
      else copy(values, column, (value) => value)
    }
    for (const [index, column] of codes.entries()) copy(rows.words[index] ?? [], column, wordOf)
    for (const row of chosen) {
      const end = rows.languageStart[row + 1] ?? 0
      for (let each = rows.languageStart[row] ?? 0; each < end; each++) {
        const word = wordOf(rows.language[each] ?? 0)
        if (word !== NO_WORD) language.push(word)
      }
      languageStart[++at] = language.length
    }
    for (const row of chosen) {
      const each = rows.person[row] ?? 0
      const person = placeOf(each)
      const email = emailOfCode(columns.emails[row] ?? 0, firstEmails[each], columns.texts)
      const date = (rows.day[row] ?? 0) + offset
      if (email === undefined || date < (emailDays[person] ?? 0)) continue
      emails[person] = email
      emailDays[person] = date
    }
  }
  return {
    length,
    ids: people.used.map((number) => personOf(names, number).id),
    emails: people.used.map((_, person) => emails[person]),
    emailDays: people.used.map((_, person) => days[emailDays[person] ?? -1]),
    days,
    words: words.used,
    person,
    day,
    measures: recordOf(PERSON_MEASURES, (measure) => measures[PERSON_MEASURES.indexOf(measure)] as NumberValues),
    codes: recordOf(PERSON_WORDS, (member) => codes[PERSON_WORDS.indexOf(member)] as Uint16Array),
    languageStart,
    language: Uint16Array.from(language),
  }
}

/**
 * A column large enough for the values of a measure: most need two bytes per value, arbitrary numbers eight.
 */
const columnFor = (pages: readonly Page[], index: number, length: number): NumberValues => {
  const bytes = Math.max(...pages.map(({ rows }) => rows.measures[index]?.BYTES_PER_ELEMENT ?? 0))
  return bytes > 4 ? new Float64Array(length) : bytes > 2 ? new Uint32Array(length) : new Uint16Array(length)
}

/**
 * Pages of the range as received, walk by walk, starting with the walk of the earliest days. Rows are therefore not
 * sorted by day: a walk goes person by person.
 *
 * @param walk A single walk to read. Its days are complete if no page is missing.
 */
export const rawPages = (part: Part, range: Range, walk?: UserWalk): RawPages => {
  const only = walk?.id
  const names = readPeople(part)
  const pages: { from: Day; page: RawPage }[] = []
  for (const { walk: source, page, days, rows, people, replaced } of pagesIn(part, range, names, only)) {
    const replacedKeys = replaced.map((row) =>
      keyOf(names.get(people[rows.person[row] ?? 0] ?? 0)?.id, addDays(source.span.from, rows.day[row] ?? 0)),
    )
    const raw = { walk: source.id, startedAt: source.startedAt, page, days, replaced: new Set(replacedKeys) }
    pages.push({ from: source.span.from, page: raw })
  }
  const inOrder = pages.reverse().sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0))
  return { pages: inOrder.map(({ page }) => page), whole: completeDays(part, range, only) }
}

const completeDays = (part: Part, range: Range, only: number | undefined): Day[] => {
  if (only === undefined) return walkDays(part, range).map(([day]) => day)
  const walk = walksIn(part, range).find(({ id }) => id === only)
  return walk ? daysOf(walk.span) : []
}

/** Rows of a page as received; undefined if the page no longer exists. */
export const readRawPage = (
  { database, partition }: Part,
  { walk, startedAt, page, days, replaced }: RawPage,
): unknown[] | undefined => {
  const sql = `SELECT raw FROM walk_page JOIN walk ON walk.id = walk
    WHERE walk = ? AND page = ? AND partition = ? AND started_at = ?`
  const row = rowOf(database, ['bytes'], sql, walk, page, partition, startedAt)
  if (!row) return undefined
  const wantedDays = new Set<unknown>(days)
  return lastPersonDays(unpackJson(row[0]) as (PersonDayMembers | null)[]).filter((each) => {
    const { user_id: id, date } = each ?? {}
    return wantedDays.has(date) && !(typeof id === 'string' && replaced.has(keyOf(id, date)))
  })
}

const keyOf = (person: unknown, day: unknown): string => `${day} ${person}`
