import type { DatabaseSync } from 'node:sqlite'
import { isContainer } from '../../base/json.ts'
import type { CreditDay } from '../../contract/credits.ts'
import type { Lenient } from '../../contract/lenient.ts'
import { type Day, daysOf, type Range } from '../../domain/calendar/calendar.ts'
import { type CreditDayRow, noCreditDays, type PersonCredits, toCreditDays } from '../../domain/usage/credit-days.ts'
import { NO_PEOPLE, packPersonCredits, unpackPersonCredits } from './codec/credit-days-codec.ts'
import { packText, toJson, unpackJson } from './codec/json-codec.ts'
import { DamagedError } from './file/damaged-error.ts'
import { change, inOrder, rowsOf } from './file/prepared.ts'
import { isSound } from './file/row-sums.ts'
import type { DayTable, FetchedDays, HeldDay, HeldRows } from './ledger.ts'

/**
 * What is kept of a day. `rows`: the rows as they were parsed; `raw`: as they came, where that is not the same. Of credits
 * both have null in the place of the list of people, which stands in `byUser` (`rawByUser`) and, in columns, in `people`.
 */
type Part = 'rows' | 'raw' | 'byUser' | 'rawByUser' | 'people'

type Row = Record<string, unknown>

/** What is to be written of a day, all but `people`. */
type DayToWrite = { day: Day; rows: number; problems: number; parts: [Part, Uint8Array][] }

/** Packs an answer, day by day, before the database is held for it. */
export const packDays = (table: DayTable, { span, rows, rawRows, problems }: FetchedDays): DayToWrite[] => {
  const parsed = byDay(span, rows)
  const raw = byDay(span, rawRows)
  const days = daysOf(span).map((day): DayToWrite => {
    const its = parsed.get(day) ?? []
    return { day, rows: its.length, problems: 0, parts: partsOf(table, its, raw.get(day) ?? []) }
  })
  // An answer counts its problems as one number, stored with the first day that was mended, or that has rows.
  const blamed =
    days.find(({ parts }) => parts.some(([part]) => part === 'raw' || part === 'rawByUser')) ??
    days.find(({ rows: count }) => count > 0) ??
    days[0]
  if (blamed) blamed.problems = problems
  return days
}

const byDay = (span: Range, rows: readonly unknown[]): Map<Day, Row[]> => {
  const days = new Map<Day, Row[]>(daysOf(span).map((day) => [day, []]))
  for (const row of rows) {
    const day = isContainer(row) && 'date' in row ? row.date : undefined
    if (typeof day === 'string') days.get(day)?.push(row as Row)
  }
  return days
}

const partsOf = (table: DayTable, rows: readonly Row[], rawRows: readonly Row[]): [Part, Uint8Array][] => {
  if (rows.length === 0 && rawRows.length === 0) return []
  const isSame = rows.length === rawRows.length && rows.every((row, at) => row === rawRows[at])
  if (table !== 'credits') return pair('rows', 'raw', rows, isSame ? rows : rawRows)
  const parsed = withoutPeople(rows)
  const raw = isSame ? parsed : withoutPeople(rawRows)
  return [...pair('rows', 'raw', parsed.rows, raw.rows), ...pair('byUser', 'rawByUser', parsed.people, raw.people)]
}

/** The parsed and the raw part, the raw one only where it differs. */
const pair = (name: Part, rawName: Part, value: readonly unknown[], raw: readonly unknown[]): [Part, Uint8Array][] => {
  const text = toJson(value)
  const rawText = raw === value ? text : toJson(raw)
  const first: [Part, Uint8Array] = [name, packText(text)]
  return rawText === text ? [first] : [first, [rawName, packText(rawText)]]
}

/** Rows with null in the place of `by_user`, and what stood there; null where there was no list. */
const withoutPeople = (rows: readonly Row[]): { rows: Row[]; people: (unknown[] | null)[] } => ({
  rows: rows.map((row) => (Array.isArray(row.by_user) ? { ...row, by_user: null } : row)),
  people: rows.map(({ by_user }) => (Array.isArray(by_user) ? by_user : null)),
})

const withPeople = (rows: readonly Row[], people: readonly unknown[]): Row[] =>
  rows.map((row, at) => (people[at] ? { ...row, by_user: people[at] } : row))

/** Writes what {@link packDays} made, in place of what is held of these days. Call it in a transaction to write. */
export const writeDays = (
  database: DatabaseSync,
  partition: number,
  table: DayTable,
  fetched: FetchedDays,
  days: readonly DayToWrite[],
): void => {
  const { span, fetchedAt } = fetched
  const isInSpan = 'partition = ? AND endpoint = ? AND day BETWEEN ? AND ?'
  change(database, `DELETE FROM day WHERE ${isInSpan}`, partition, table, span.from, span.to)
  for (const part of ['rows', 'raw', 'byUser', 'rawByUser', 'people'] satisfies Part[]) {
    const sql = 'DELETE FROM day_part WHERE partition = ? AND endpoint = ? AND part = ? AND day BETWEEN ? AND ?'
    change(database, sql, partition, table, part, span.from, span.to)
  }
  const insertPart = 'INSERT INTO day_part (partition, endpoint, part, day, bytes) VALUES (?, ?, ?, ?, ?)'
  for (const { day, rows, problems, parts } of days) {
    const sql =
      'INSERT INTO day (partition, endpoint, day, fetched_at, rows, problems, parts) VALUES (?, ?, ?, ?, ?, ?, ?)'
    const count = parts.length + (hasPeoplePart(table, rows) ? 1 : 0)
    change(database, sql, partition, table, day, fetchedAt, rows, problems, count)
    for (const [part, bytes] of parts) change(database, insertPart, partition, table, part, day, bytes)
  }
  if (table !== 'credits') return
  const { people } = toCreditDays(fetched.rows as readonly Lenient<CreditDay>[])
  const packed = packPersonCredits(database, partition, people)
  for (const { day, rows } of days)
    if (hasPeoplePart(table, rows))
      change(database, insertPart, partition, table, 'people', day, packed.get(day) ?? NO_PEOPLE)
}

// Each day with rows has it, so that a missing one is noticed.
const hasPeoplePart = (table: DayTable, rows: number): boolean => table === 'credits' && rows > 0

export const heldDays = (database: DatabaseSync, partition: number, table: DayTable, range: Range): HeldDay[] =>
  heldRows(database, partition, table, range).map(([day, fetchedAt]) => ({ day, fetchedAt }))

/** When the newest of all days was fetched. */
export const newestAt = (database: DatabaseSync, partition: number): number | undefined => {
  const times = (['day', 'person_day'] as const).flatMap((table) =>
    rowsOf(
      database,
      ['time'],
      `SELECT fetched_at FROM (SELECT * FROM ${table} WHERE partition = ? ORDER BY fetched_at DESC LIMIT 1)
       WHERE ${isSound[table]}`,
      partition,
    ).map(([at]) => at),
  )
  return times.length === 0 ? undefined : Math.max(...times)
}

const heldRows = (database: DatabaseSync, partition: number, table: DayTable, range: Range) =>
  inOrder(
    rowsOf(
      database,
      ['day', 'time', 'number', 'number', 'number'],
      `SELECT day, fetched_at, problems, rows, parts FROM day
     WHERE partition = ? AND endpoint = ? AND day BETWEEN ? AND ? AND ${isSound.day} ORDER BY day`,
      partition,
      table,
      range.from,
      range.to,
    ),
  )

const readPart = (
  database: DatabaseSync,
  partition: number,
  table: DayTable,
  part: Part,
  range: Range,
): [Day, Uint8Array][] =>
  inOrder(
    rowsOf(
      database,
      ['day', 'bytes'],
      `SELECT day, bytes FROM day_part
     WHERE partition = ? AND endpoint = ? AND part = ? AND day BETWEEN ? AND ? AND ${isSound.day_part} ORDER BY day`,
      partition,
      table,
      part,
      range.from,
      range.to,
    ),
  )

/**
 * Rows of held days: as they were parsed, or as they came; of credits with or without the people.
 *
 * @throws DamagedError where a day lacks rows that it had.
 */
export const readDays = (
  database: DatabaseSync,
  partition: number,
  table: DayTable,
  range: Range,
  { isRaw, hasPeople }: { isRaw: boolean; hasPeople: boolean },
): HeldRows<Row>[] => {
  const read = (part: Part, raw: Part): Map<Day, Row[]> => {
    const packed = new Map(readPart(database, partition, table, part, range))
    if (isRaw) for (const [day, bytes] of readPart(database, partition, table, raw, range)) packed.set(day, bytes)
    return new Map([...packed].map(([day, bytes]) => [day, unpackJson(bytes) as Row[]]))
  }
  const rows = read('rows', 'raw')
  const people = table === 'credits' && hasPeople ? read('byUser', 'rawByUser') : undefined
  const partCounts = new Map(
    rowsOf(
      database,
      ['day', 'number'],
      'SELECT day, count(*) FROM day_part WHERE partition = ? AND endpoint = ? AND day BETWEEN ? AND ? GROUP BY day',
      partition,
      table,
      range.from,
      range.to,
    ),
  )
  return heldRows(database, partition, table, range).map(([day, fetchedAt, problems, count, parts]) => {
    const its = rows.get(day) ?? []
    const itsPeople = people?.get(day) ?? []
    // Rows as they came may be more than those that could be parsed.
    const isWhole = isRaw ? its.length >= count : its.length === count
    const hasAllParts = (partCounts.get(day) ?? 0) === parts
    const isOfDay = its.every((row) => row?.date === day)
    if (!isWhole || !hasAllParts || !isOfDay || (people && itsPeople.length !== its.length))
      throw new DamagedError(`rows of ${day} are missing`)
    return { day, fetchedAt, problems, rows: people ? withPeople(its, itsPeople) : its }
  })
}

/** Credit days without the people. Throws as above. */
export const readCreditTotals = (database: DatabaseSync, partition: number, range: Range): HeldRows<CreditDayRow>[] =>
  readDays(database, partition, 'credits', range, { isRaw: false, hasPeople: false }).map((held) => ({
    ...held,
    rows: held.rows.map(({ by_user: _, ...row }) => row),
  }))

/** The same, and what each person used. Throws as above. */
export const readCreditDays = (
  database: DatabaseSync,
  partition: number,
  range: Range,
): { days: HeldRows<CreditDayRow>[]; people: PersonCredits } => {
  const days = readCreditTotals(database, partition, range)
  const packed = readPart(database, partition, 'credits', 'people', range)
  const packedDays = new Set(packed.map(([day]) => day))
  const gone = days.find(({ day, rows }) => rows.length > 0 && !packedDays.has(day))
  if (gone) throw new DamagedError(`the people of ${gone.day} are missing`)
  return {
    days,
    people: packed.length === 0 ? noCreditDays().people : unpackPersonCredits(database, partition, packed),
  }
}

/** How many bytes {@link readCreditDays} reads of people, which are not read for this. */
export const creditBytes = (database: DatabaseSync, partition: number, range: Range): number =>
  rowsOf(
    database,
    ['number'],
    `SELECT coalesce(sum(length(bytes)), 0) FROM day_part
     WHERE partition = ? AND endpoint = 'credits' AND part = 'people' AND day BETWEEN ? AND ?`,
    partition,
    range.from,
    range.to,
  )[0]?.[0] ?? 0
