import type { DatabaseSync } from 'node:sqlite'
import { isContainer } from '../../base/json.ts'
import type { CreditDay } from '../../contract/credits.ts'
import type { Lenient } from '../../contract/lenient.ts'
import { type Day, daysOf, type Range } from '../../domain/calendar/calendar.ts'
import { type CreditDayRow, noCreditDays, type PersonCredits, toCreditDays } from '../../domain/usage/credit-days.ts'
import { packPersonCredits, unpackPersonCredits } from './codec/credit-days-codec.ts'
import { packText, toJson, unpackJson } from './codec/json-codec.ts'
import { change, rowsOf } from './file/prepared.ts'
import type { DayTable, FetchedDays, HeldDay, HeldRows } from './ledger.ts'

type Row = Record<string, unknown>

/** What is written of a day, all but `people`. Rows of credits have null in the place of `by_user`. */
type DayToWrite = {
  day: Day
  count: number
  problems: number
  rows: Uint8Array
  /** The lists of people of the rows, null where a row has none. */
  byUser: Uint8Array | null
  /** All of the rows as they came, where that is not the same. */
  raw: Uint8Array | null
}

/** Days that are written in one transaction. */
type Batch = { days: DayToWrite[]; fetchedAt: number; people: PersonCredits | undefined }

/** Entries of people in a transaction, so that it takes less than 0.2 s: of more than that only where one day has them. */
const MAX_ENTRIES = 20_000

/** Packs an answer before the database is locked for it. */
export const packDays = (table: DayTable, { span, rows, rawRows, problems, fetchedAt }: FetchedDays): Batch[] => {
  const parsed = byDay(span, rows)
  const raw = byDay(span, rawRows)
  const days = daysOf(span).map((day) => packDay(table, day, parsed.get(day) ?? [], raw.get(day) ?? []))
  // An answer counts its problems as one number, stored with the first day that was mended, or that has rows.
  const blamed = days.find((day) => day.raw) ?? days.find(({ count }) => count > 0) ?? days[0]
  if (blamed) blamed.problems = problems
  if (table !== 'credits') return [{ days, fetchedAt, people: undefined }]
  const rowsOf = (day: Day) => (parsed.get(day) ?? []) as unknown as Lenient<CreditDay>[]
  const batches: DayToWrite[][] = []
  let entries = Number.POSITIVE_INFINITY
  for (const each of days) {
    const own = rowsOf(each.day).reduce((sum, { by_user }) => sum + (by_user?.length ?? 0), 0)
    if (entries + own > MAX_ENTRIES) {
      batches.push([])
      entries = 0
    }
    entries += own
    batches.at(-1)?.push(each)
  }
  return batches.map((own) => ({
    days: own,
    fetchedAt,
    people: toCreditDays(own.flatMap(({ day }) => rowsOf(day))).people,
  }))
}

const byDay = (span: Range, rows: readonly unknown[]): Map<Day, Row[]> => {
  const days = new Map<Day, Row[]>(daysOf(span).map((day) => [day, []]))
  for (const row of rows) {
    const day = isContainer(row) && 'date' in row ? row.date : undefined
    if (typeof day === 'string') days.get(day)?.push(row as Row)
  }
  return days
}

const packDay = (table: DayTable, day: Day, rows: readonly Row[], rawRows: readonly Row[]): DayToWrite => {
  const isSame = rows.length === rawRows.length && rows.every((row, at) => row === rawRows[at])
  const rawText = isSame ? undefined : toJson(rawRows)
  const raw = rawText === undefined || rawText === toJson(rows) ? null : packText(rawText)
  const base = { day, count: rows.length, problems: 0, raw }
  if (table !== 'credits') return { ...base, rows: packText(toJson(rows)), byUser: null }
  const people = rows.map(({ by_user }) => (Array.isArray(by_user) ? by_user : null))
  const others = rows.map((row, at) => (people[at] ? { ...row, by_user: null } : row))
  return { ...base, rows: packText(toJson(others)), byUser: packText(toJson(people)) }
}

/** Writes what {@link packDays} made, in place of what is held of these days. Call it in a transaction to write. */
export const writeDays = (
  database: DatabaseSync,
  partition: number,
  table: DayTable,
  { days, fetchedAt, people }: Batch,
): void => {
  const packed = people && packPersonCredits(database, partition, people)
  const sql = `INSERT OR REPLACE INTO day (partition, endpoint, day, fetched_at, count, problems, rows, people, by_user, raw)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
  for (const { day, count, problems, rows, byUser, raw } of days) {
    const columns = packed?.get(day) ?? null
    change(database, sql, partition, table, day, fetchedAt, count, problems, rows, columns, byUser, raw)
  }
}

/** The part of a query that selects the cached days of a range. */
const IN_RANGE = 'FROM day WHERE partition = ? AND endpoint = ? AND day BETWEEN ? AND ? ORDER BY day'

export const heldDays = (database: DatabaseSync, partition: number, table: DayTable, range: Range): HeldDay[] =>
  rowsOf(database, ['day', 'time'], `SELECT day, fetched_at ${IN_RANGE}`, partition, table, range.from, range.to).map(
    ([day, fetchedAt]) => ({ day, fetchedAt }),
  )

/** When the newest of all days was fetched, Unix ms; of a walk, when its oldest page was. */
export const newestAt = (database: DatabaseSync, partition: number): number | undefined => {
  const newest = (table: 'day' | 'walk') =>
    `SELECT fetched_at AS at FROM ${table} WHERE partition = ?1 AND fetched_at IS NOT NULL`
  const sql = `SELECT at FROM (${newest('day')} UNION ALL ${newest('walk')}) ORDER BY at DESC LIMIT 1`
  return rowsOf(database, ['time'], sql, partition)[0]?.[0]
}

/** Rows of cached days, parsed or as the server sent them. Rows of credits can leave out what each person used. */
export const readDays = (
  database: DatabaseSync,
  partition: number,
  table: DayTable,
  range: Range,
  { isRaw, hasPeople }: { isRaw: boolean; hasPeople: boolean },
): HeldRows<Row>[] =>
  rowsOf(
    database,
    ['day', 'time', 'number', 'bytes', 'bytes?', 'bytes?'],
    `SELECT day, fetched_at, problems, rows, ${hasPeople ? 'by_user' : 'NULL'}, ${isRaw ? 'raw' : 'NULL'} ${IN_RANGE}`,
    partition,
    table,
    range.from,
    range.to,
  ).map(([day, fetchedAt, problems, parsed, byUser, raw]) => {
    const rows = unpackJson(raw ?? parsed) as Row[]
    return { day, fetchedAt, problems, rows: byUser && !raw ? withPeople(rows, unpackJson(byUser) as unknown[]) : rows }
  })

const withPeople = (rows: readonly Row[], people: readonly unknown[]): Row[] =>
  rows.map((row, at) => (people[at] ? { ...row, by_user: people[at] } : row))

/** Credit days without the people. */
export const readCreditTotals = (database: DatabaseSync, partition: number, range: Range): HeldRows<CreditDayRow>[] =>
  readDays(database, partition, 'credits', range, { isRaw: false, hasPeople: false }).map((held) => ({
    ...held,
    rows: held.rows.map(({ by_user: _, ...row }) => row),
  }))

/** The same, and what each person used. */
export const readCreditDays = (
  database: DatabaseSync,
  partition: number,
  range: Range,
): { days: HeldRows<CreditDayRow>[]; people: PersonCredits } => {
  const sql = `SELECT day, people ${IN_RANGE}`
  const packed = rowsOf(database, ['day', 'bytes?'], sql, partition, 'credits', range.from, range.to).flatMap(
    ([day, bytes]): [Day, Uint8Array][] => (bytes ? [[day, bytes]] : []),
  )
  return {
    days: readCreditTotals(database, partition, range),
    people: packed.length === 0 ? noCreditDays().people : unpackPersonCredits(database, partition, packed),
  }
}

/** How many bytes {@link readCreditDays} reads of people, which are not read for this. */
export const creditBytes = (database: DatabaseSync, partition: number, range: Range): number =>
  rowsOf(
    database,
    ['number'],
    `SELECT coalesce(sum(length(people)), 0) ${IN_RANGE}`,
    partition,
    'credits',
    range.from,
    range.to,
  )[0]?.[0] ?? 0
