import { isContainer } from '../../base/json.ts'
import { type PackedLists, readReference } from '../../base/long-list.ts'
import type { CreditsByUser } from '../../contract/credits.ts'
import type { Lenient } from '../../contract/lenient.ts'
import { type Day, daysOf, type Range } from '../../domain/calendar/calendar.ts'
import {
  type CreditDayRow,
  type CreditDayWithPeople,
  noCreditDays,
  toCreditDays,
} from '../../domain/usage/credit-days.ts'
import type { PersonCredits } from '../../domain/usage/person-credits.ts'
import { packText, toJson, unpackJson } from './codec/json-codec.ts'
import { CorruptError } from './file/file-fault.ts'
import { change, type Part, rowOf, rowsOf } from './file/prepared.ts'
import type { CachedDay, CachedRows, DayTable, FetchedDays } from './ledger.ts'
import { type PartToWrite, partsOf, readPart, writeParts } from './long-lists.ts'
import { packPeopleInParts, packPersonCredits, unpackPersonCredits } from './people-columns.ts'

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
  /** Whether the users of the day are one of the long lists. See {@link packLongDay}. */
  isLong: boolean
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
    people: toCreditDays(batch.flatMap(({ day, isLong }) => (isLong ? [] : rowsOf(day)))).people,
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
  const isLong = peopleListOf(rows, longLists?.id) !== undefined
  const base = { day, count: rows.length, problems: 0, raw, parts, isLong }
  if (table !== 'credits') return { ...base, rows: packText(toJson(rows)), byUser: null }
  const isOwn = (list: unknown) => Array.isArray(list) && !(longLists && readReference(list, longLists.id))
  const people = rows.map(({ by_user }) => (isOwn(by_user) ? by_user : null))
  const others = rows.map((row, at) => (people[at] ? { ...row, by_user: null } : row))
  return { ...base, rows: packText(toJson(others)), byUser: packText(toJson(people)) }
}

/** The long list with the users of a day, if it has one. If a day has several rows, the last one counts. */
const peopleListOf = (rows: readonly Row[], listsId: string | undefined) =>
  listsId === undefined ? undefined : readReference(rows.at(-1)?.by_user, listsId)

/** Replaces the stored rows of these days with the output of {@link packDays}. Must run in a write transaction. */
export const writeDays = ({ database, partition }: Part, table: DayTable, batch: Batch): void => {
  const { days, fetchedAt, people, listsId } = batch
  const packed = people && packPersonCredits({ database, partition }, people)
  const sql = `INSERT OR REPLACE INTO day (partition, endpoint, day, fetched_at, count, problems, lists, rows, people, by_user, raw)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
  for (const { day, count, problems, rows, byUser, raw, parts, isLong } of days) {
    // A long day is packed later, by packLongDay.
    const columns = isLong ? null : (packed?.get(day) ?? null)
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

/** Days of the range with very many users that {@link packLongDay} has not packed yet. */
export const unpackedDays = ({ database, partition }: Part, range: Range): Day[] => {
  const sql = `SELECT day, lists, rows FROM day
    WHERE partition = ? AND endpoint = 'credits' AND day BETWEEN ? AND ? AND people IS NULL AND lists IS NOT NULL`
  const days = rowsOf(database, ['day', 'text', 'bytes'], sql, partition, range.from, range.to)
  return days.flatMap(([day, listsId, rows]) => (peopleListOf(unpackJson(rows) as Row[], listsId) ? [day] : []))
}

/**
 * Packs the users of a day with very many users. The ledger calls it when they are first read, because packing is slow,
 * takes much memory, and most commands don't read users. Must run in a write transaction.
 */
export const packLongDay = (part: Part, day: Day): void => {
  const { database, partition } = part
  const find = `SELECT lists, rows FROM day WHERE partition = ? AND endpoint = 'credits' AND day = ? AND lists IS NOT NULL`
  const [id, rows] = rowOf(database, ['text', 'bytes'], find, partition, day) ?? []
  const people = rows && peopleListOf(unpackJson(rows) as Row[], id)
  // Another process may have replaced the day.
  if (id === undefined || !people) return
  const { list, parts } = people
  const readParts = function* () {
    for (let place = 0; place < parts; place++) {
      const items = readPart(part, { table: 'credits', day, id, list, place, isRaw: false })
      if (!items) throw new CorruptError('a part of a list is missing')
      yield items as Lenient<CreditsByUser>[]
    }
  }
  const sql = `UPDATE day SET people = ? WHERE partition = ? AND endpoint = 'credits' AND day = ?`
  change(database, sql, packPeopleInParts(part, day, readParts()), partition, day)
}

/** Credit days with the usage of each user. Omits the days that {@link unpackedDays} returns. */
export const readCreditDays = (
  { database, partition }: Part,
  range: Range,
): { days: CachedRows<CreditDayRow>[]; people: PersonCredits } => {
  const sql = `SELECT day, people ${IN_RANGE}`
  const packed = rowsOf(database, ['day', 'bytes?'], sql, partition, 'credits', range.from, range.to).flatMap(
    ([day, bytes]): [Day, Uint8Array][] => (bytes ? [[day, bytes]] : []),
  )
  const unpacked = new Set(unpackedDays({ database, partition }, range))
  return {
    days: readCreditTotals({ database, partition }, range).filter(({ day }) => !unpacked.has(day)),
    people: packed.length === 0 ? noCreditDays().people : unpackPersonCredits({ database, partition }, packed),
  }
}

/** About the number of bytes of people's usage that {@link readCreditDays} would read. Doesn't read them. */
export const creditBytes = ({ database, partition }: Part, range: Range): number => {
  const parts = `SELECT sum(length(items)) FROM list_part AS part
    WHERE part.partition = day.partition AND part.endpoint = day.endpoint AND part.day = day.day`
  const sql = `SELECT coalesce(sum(coalesce(length(people), (${parts}))), 0) ${IN_RANGE}`
  return rowOf(database, ['number'], sql, partition, 'credits', range.from, range.to)?.[0] ?? 0
}
