import { isContainer, recordOf } from '../../base/json.ts'
import { type PackedLists, readReference } from '../../base/long-list.ts'
import { codesOf, indexesOf } from '../../base/typed-arrays.ts'
import type { CreditsByUser } from '../../contract/credits.ts'
import type { Lenient } from '../../contract/lenient.ts'
import { type Day, daysOf, type Range } from '../../domain/calendar/calendar.ts'
import {
  type CreditDayRow,
  type CreditDayWithPeople,
  noCreditDays,
  toCreditDays,
} from '../../domain/usage/credit-days.ts'
import {
  createDayColumns,
  createModels,
  type DayCredits,
  type PersonCredits,
  withNewestEmails,
} from '../../domain/usage/person-credits.ts'
import { type Column, packColumns, unpackColumns } from './codec/columns-codec.ts'
import {
  createIndexer,
  emailCodes,
  emailOfCode,
  numbersOfPeople,
  personOf,
  readPeople,
  textsIn,
} from './codec/dictionary-codec.ts'
import { packJson, packText, toJson, unpackJson } from './codec/json-codec.ts'
import { CorruptError } from './file/file-fault.ts'
import { change, type Part, rowOf, rowsOf } from './file/prepared.ts'
import type { CachedDay, CachedRows, DayTable, FetchedDays } from './ledger.ts'
import { type PartToWrite, partsOf, writeParts } from './long-lists.ts'

type Row = Record<string, unknown>

/** The stored columns of a day, except `people`. Rows of credits have null in place of `by_user`. */
type DayToWrite = {
  day: Day
  count: number
  problems: number
  rows: Uint8Array
  /** The `by_user` lists of the rows; null for a row without one. */
  byUser: Uint8Array | null
  /** All rows as received; null if they equal the parsed rows. */
  raw: Uint8Array | null
  /** Parts of the long lists that the rows refer to, if they refer to any. */
  parts: readonly PartToWrite[] | undefined
  /** The list with the users of the day, if it is one of them. */
  peopleList: number | undefined
}

/** Days written in one transaction. */
type Batch = { days: DayToWrite[]; fetchedAt: number; people: PersonCredits | undefined; listsId: string | undefined }

/** Maximum number of people's entries per transaction, for less than 0.2 s. Only a single day may exceed it. */
const MAX_ENTRIES = 20_000

/** Packs a response before the database is locked for writing it. */
export const packDays = (table: DayTable, fetched: FetchedDays): Batch[] => {
  const { span, problems, fetchedAt, longLists } = fetched
  const parsed = byDay(span, fetched.rows)
  const raw = byDay(span, fetched.rawRows)
  const listsId = longLists?.id
  const days = daysOf(span).map((day) => packDay(table, day, parsed.get(day) ?? [], raw.get(day) ?? [], longLists))
  // A response has one count of problems. It is stored with the first day whose raw rows differ from its parsed rows,
  // else with the first day that has rows.
  const problemDay = days.find((day) => day.raw) ?? days.find(({ count }) => count > 0) ?? days[0]
  if (problemDay) problemDay.problems = problems
  if (table !== 'credits') return [{ days, fetchedAt, people: undefined, listsId }]
  const rowsOf = (day: Day) => (parsed.get(day) ?? []) as unknown as CreditDayWithPeople[]
  const batches: DayToWrite[][] = []
  let entries = Number.POSITIVE_INFINITY
  for (const each of days) {
    // A day with long lists has a transaction of its own.
    const count = each.parts ? MAX_ENTRIES : rowsOf(each.day).reduce((sum, { by_user }) => sum + lengthOf(by_user), 0)
    if (entries + count > MAX_ENTRIES) {
      batches.push([])
      entries = 0
    }
    entries += count
    batches.at(-1)?.push(each)
  }
  return batches.map((batch) => ({
    days: batch,
    fetchedAt,
    listsId,
    people: toCreditDays(batch.flatMap(({ day, peopleList }) => (peopleList === undefined ? rowsOf(day) : []))).people,
  }))
}

const lengthOf = (list: CreditDayWithPeople['by_user']): number => (Array.isArray(list) ? list.length : 0)

const byDay = (span: Range, rows: readonly unknown[]): Map<Day, Row[]> => {
  const days = new Map<Day, Row[]>(daysOf(span).map((day) => [day, []]))
  for (const row of rows) {
    const day = isContainer(row) && 'date' in row ? row.date : undefined
    if (typeof day === 'string') days.get(day)?.push(row as Row)
  }
  return days
}

const packDay = (
  table: DayTable,
  day: Day,
  rows: readonly Row[],
  rawRows: readonly Row[],
  longLists: PackedLists | undefined,
): DayToWrite => {
  const isSame = rows.length === rawRows.length && rows.every((row, at) => row === rawRows[at])
  const rawText = isSame ? undefined : toJson(rawRows)
  const raw = rawText === undefined || rawText === toJson(rows) ? null : packText(rawText)
  const parts = longLists && partsOf(rawRows, longLists)
  // If a day has several rows, the last one counts.
  const peopleList = longLists && readReference(rows.at(-1)?.by_user, longLists.id)?.list
  const base = { day, count: rows.length, problems: 0, raw, parts, peopleList }
  if (table !== 'credits') return { ...base, rows: packText(toJson(rows)), byUser: null }
  const isOwn = (list: unknown) => Array.isArray(list) && !(longLists && readReference(list, longLists.id))
  const people = rows.map(({ by_user }) => (isOwn(by_user) ? by_user : null))
  const others = rows.map((row, at) => (people[at] ? { ...row, by_user: null } : row))
  return { ...base, rows: packText(toJson(others)), byUser: packText(toJson(people)) }
}

/** Replaces the stored rows of these days with the output of {@link packDays}. Must run in a write transaction. */
export const writeDays = ({ database, partition }: Part, table: DayTable, batch: Batch): void => {
  const { days, fetchedAt, people, listsId } = batch
  const packed = people && packPersonCredits({ database, partition }, people)
  const sql = `INSERT OR REPLACE INTO day (partition, endpoint, day, fetched_at, count, problems, lists, rows, people, by_user, raw)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
  for (const { day, count, problems, rows, byUser, raw, parts, peopleList } of days) {
    const ownParts = parts?.filter(({ list }) => list === peopleList) ?? []
    const longDay = peopleList === undefined ? null : packLongDay({ database, partition }, day, ownParts)
    const columns = packed?.get(day) ?? longDay
    const lists = parts && listsId
    const values = [lists ?? null, rows, columns, byUser, raw]
    change(database, sql, partition, table, day, fetchedAt, count, problems, ...values)
    writeParts({ database, partition }, [table, day], lists, parts)
  }
}

/** The part of a query that selects the cached days of a range. */
const IN_RANGE = 'FROM day WHERE partition = ? AND endpoint = ? AND day BETWEEN ? AND ? ORDER BY day'

export const cachedDays = ({ database, partition }: Part, table: DayTable, range: Range): CachedDay[] =>
  rowsOf(database, ['day', 'time'], `SELECT day, fetched_at ${IN_RANGE}`, partition, table, range.from, range.to).map(
    ([day, fetchedAt]) => ({ day, fetchedAt }),
  )

/** When the newest data was fetched, Unix ms; for a walk, when its oldest page was fetched. */
export const newestAt = ({ database, partition }: Part): number | undefined => {
  const newest = (table: 'day' | 'walk') =>
    `SELECT fetched_at AS at FROM ${table} WHERE partition = ?1 AND fetched_at IS NOT NULL`
  const sql = `SELECT at FROM (${newest('day')} UNION ALL ${newest('walk')}) ORDER BY at DESC LIMIT 1`
  return rowsOf(database, ['time'], sql, partition)[0]?.[0]
}

/** A day as read. Its rows refer to the long lists of `listsId`. */
export type ReadDay = CachedRows<Row> & { listsId: string | undefined }

/** Rows of cached days, parsed or as received. `hasPeople: false` omits `by_user` from rows of credits. */
export const readDays = (
  { database, partition }: Part,
  table: DayTable,
  range: Range,
  { isRaw, hasPeople }: { isRaw: boolean; hasPeople: boolean },
): ReadDay[] => {
  const sql = `SELECT day, fetched_at, problems, lists, rows, ${hasPeople ? 'by_user' : 'NULL'}, ${isRaw ? 'raw' : 'NULL'} ${IN_RANGE}`
  const kinds = ['day', 'time', 'number', 'text?', 'bytes', 'bytes?', 'bytes?'] as const
  const days = rowsOf(database, kinds, sql, partition, table, range.from, range.to)
  return days.map(([day, fetchedAt, problems, lists, parsed, byUser, raw]) => {
    const unpacked = unpackJson(raw ?? parsed) as Row[]
    const rows = byUser && !raw ? withPeople(unpacked, unpackJson(byUser) as unknown[]) : unpacked
    return { day, fetchedAt, problems, rows, listsId: lists ?? undefined }
  })
}

const withPeople = (rows: readonly Row[], people: readonly unknown[]): Row[] =>
  rows.map((row, at) => (people[at] ? { ...row, by_user: people[at] } : row))

/** Credit days without the usage of each person. */
export const readCreditTotals = (part: Part, range: Range): CachedRows<CreditDayRow>[] =>
  readDays(part, 'credits', range, { isRaw: false, hasPeople: false }).map(({ listsId: _, ...cached }) => ({
    ...cached,
    rows: cached.rows.map(({ by_user: _, ...row }) => row),
  }))

/** Credit days with the usage of each person. */
export const readCreditDays = (
  { database, partition }: Part,
  range: Range,
): { days: CachedRows<CreditDayRow>[]; people: PersonCredits } => {
  const sql = `SELECT day, people ${IN_RANGE}`
  const packed = rowsOf(database, ['day', 'bytes?'], sql, partition, 'credits', range.from, range.to).flatMap(
    ([day, bytes]): [Day, Uint8Array][] => (bytes ? [[day, bytes]] : []),
  )
  return {
    days: readCreditTotals({ database, partition }, range),
    people: packed.length === 0 ? noCreditDays().people : unpackPersonCredits({ database, partition }, packed),
  }
}

/** The number of bytes of people's usage that {@link readCreditDays} would read. Doesn't read them. */
export const creditBytes = ({ database, partition }: Part, range: Range): number => {
  const sql = `SELECT coalesce(sum(length(people)), 0) ${IN_RANGE}`
  return rowOf(database, ['number'], sql, partition, 'credits', range.from, range.to)?.[0] ?? 0
}

/** Maximum number of models after the first that the column `model` can encode. */
const MAX_MODELS = 0xffff

/** The packed columns of each day, with people as numbers. Must run in a write transaction. */
const packPersonCredits = (part: Part, people: PersonCredits): Map<Day, Uint8Array> => {
  const { emails } = people
  const { numbers, firstEmails } = numbersOfPeople(part, { ...people, emailDays: emailDaysOf(people) })
  return new Map(
    people.columns.map(({ otherEmails, ...columns }, index) => {
      const persons = Array.from(columns.person)
      const emailsOfEntries = persons.map((person, at) => (otherEmails.has(at) ? otherEmails.get(at) : emails[person]))
      const texts = [...people.models]
      const first = persons.map((person) => firstEmails[person])
      const packed = packDayCredits({
        ...columns,
        person: indexesOf(persons.length, (entry) => numbers[persons[entry] as number] as number),
        email: emailCodes(emailsOfEntries, first, texts),
        texts,
      })
      return [people.days[index] as Day, packed]
    }),
  )
}

/** The packed columns of a day with very many users, whose parts are unpacked one at a time. Like {@link packPersonCredits}. */
const packLongDay = (part: Part, day: Day, parts: readonly PartToWrite[]): Uint8Array => {
  const columns = createDayColumns()
  const models = createModels()
  /** E-mails by entry that differ from the person's first one. */
  const otherEmails = new Map<number, string | undefined>()
  let count = 0
  for (const { items } of parts) {
    const people = toCreditDays([{ date: day, by_user: unpackJson(items) as Lenient<CreditsByUser>[] }]).people
    const own = people.columns[0] as DayCredits
    const { numbers, firstEmails } = numbersOfPeople(part, { ...people, emailDays: emailDaysOf(people) })
    for (let each = 0; each < own.person.length; each++) {
      const person = own.person[each] as number
      const [credits, input, output] = [own.credits[each], own.input[each], own.output[each]] as [
        number,
        number,
        number,
      ]
      const entry = columns.add(numbers[person] as number, credits, input, output)
      for (let at = own.modelStart[each] as number; at < (own.modelStart[each + 1] as number); at++)
        columns.addModel(
          entry,
          models.add(people.models[own.model[at] as number] ?? ''),
          own.modelCredits[at] as number,
        )
      const email = people.emails[person]
      if (email === firstEmails[person]) otherEmails.delete(entry)
      else if (email !== undefined || entry === count) otherEmails.set(entry, email)
      count = Math.max(count, entry + 1)
    }
  }
  const texts = [...models.values]
  const FIRST = ''
  const emails = Array.from({ length: count }, (_, entry) => (otherEmails.has(entry) ? otherEmails.get(entry) : FIRST))
  const email = emailCodes(emails, new Array<string>(count).fill(FIRST), texts)
  return packDayCredits({ ...columns.finish(), email, texts })
}

/** The last day on which each person has the e-mail in `emails`. */
const emailDaysOf = ({ days, columns, emails }: PersonCredits): (Day | undefined)[] => {
  const emailDays = new Array<Day | undefined>(emails.length).fill(undefined)
  columns.forEach(({ person, otherEmails }, date) => {
    person.forEach((personIndex, entry) => {
      if (emails[personIndex] !== undefined && !otherEmails.has(entry)) emailDays[personIndex] = days[date]
    })
  })
  return emailDays
}

/** The usage of people on one day. People are numbers, `model` indexes `texts`, `email` is from {@link emailCodes}. */
type NumberedCredits = Omit<DayCredits, 'otherEmails'> & { email: Column; texts: readonly string[] }

const COLUMNS = ['person', 'credits', 'input', 'output', 'modelStart', 'model', 'modelCredits', 'email'] as const

/** Packs the usage of people on one day. Each column has the smallest type that holds its values. */
const packDayCredits = (day: NumberedCredits): Uint8Array =>
  packColumns([...COLUMNS.map((name) => day[name]), packJson(day.texts)])

/** Unpacks the output of {@link packDayCredits} as views of its bytes. Throws CorruptError. */
const unpackDayCredits = (bytes: unknown): NumberedCredits => {
  const columns = unpackColumns(bytes)
  if (columns.length !== COLUMNS.length + 1) throw new CorruptError('columns are missing')
  const day = recordOf(COLUMNS, (name) => columns[COLUMNS.indexOf(name)] as Column)
  const { person, modelStart, model, modelCredits, email } = day
  const isWhole =
    [day.credits, day.input, day.output].every(({ length }) => length === person.length) &&
    (email.length === 0 || email.length === person.length) &&
    modelStart.length === person.length + 1 &&
    modelStart.at(-1) === model.length &&
    modelCredits.length === model.length
  if (!isWhole) throw new CorruptError('columns have inconsistent lengths')
  return { ...day, texts: textsIn(columns.at(-1)) } as NumberedCredits
}

/** Unpacks the output of {@link packPersonCredits}; `allDays` in ascending order. */
const unpackPersonCredits = (part: Part, allDays: readonly [Day, unknown][]): PersonCredits => {
  const names = readPeople(part)
  const people = createIndexer<number>()
  const models = createIndexer<string>(MAX_MODELS)
  const days: Day[] = []
  const columns: DayCredits[] = []
  for (const [day, bytes] of allDays) {
    const { email, texts, ...unpacked } = unpackDayCredits(bytes)
    const { person, model } = unpacked
    const modelPlaceOf = models.placesIn(texts)
    const otherEmails = new Map<number, string | undefined>()
    email.forEach((code, entry) => {
      if (code > 0) otherEmails.set(entry, emailOfCode(code, undefined, texts))
    })
    days.push(day)
    columns.push({
      ...unpacked,
      otherEmails,
      person: indexesOf(person.length, (entry) => people.placeOf(person[entry] as number)),
      // Code 0 stands for models without an id and for models over the limit, whose place is -1.
      model: codesOf(model.length, (each) => modelPlaceOf(model[each] as number) + 1),
    })
  }
  const known = people.used.map((number) => personOf(names, number))
  return withNewestEmails({
    days,
    columns,
    ids: known.map(({ id }) => id),
    emails: known.map(({ firstEmail }) => firstEmail),
    models: ['', ...models.used],
  })
}
