import { type Day, daysOf, type Range } from '../calendar/calendar.ts'
import { type DayRow, lastGroupedRows } from './measure-figures.ts'

/** One entry of a day's breakdown: something that has a name, and how often it came up. */
export type NamedCount = {
  /** What makes it the same thing on another day. Untrusted text; empty where it came without a name. */
  key: string
  /** What it is called, where that is not its key. Untrusted text. */
  name?: string
  /** Undefined where the API left it out. */
  count: number | undefined
}

/** Breakdowns of days, ready to be added up over any range. */
export type DayBreakdowns = {
  /** Counts by key; a day without a breakdown is not there, and a count is undefined where an entry had none. */
  byDay: ReadonlyMap<Day, ReadonlyMap<string, number | undefined>>
  /** The names that came under each key with how often they came up, most often first. Untrusted text. */
  names: ReadonlyMap<string, readonly { name: string; count: number }[]>
}

/**
 * The breakdowns of rows by day. Of a day that came twice the last row counts; entries of a day with the same key are
 * added up. `entriesOf` answers undefined for a row without such a breakdown.
 */
export const dayBreakdowns = <Row extends DayRow>(
  rows: readonly Row[],
  entriesOf: (row: Row) => readonly NamedCount[] | undefined,
): DayBreakdowns => {
  const entriesByDay = new Map<Day, readonly NamedCount[]>()
  for (const row of rows) {
    if (typeof row.date !== 'string') continue
    const entries = entriesOf(row)
    if (entries) entriesByDay.set(row.date, entries)
    else entriesByDay.delete(row.date)
  }
  return fromEntries(entriesByDay)
}

/**
 * The same of rows that the API grouped: a row a key and day, of those that came twice the last. A day has a breakdown once it
 * has such a row; one of `knownDays` has one in any case, as the API sends nothing for a day without any key.
 */
export const groupedBreakdowns = <Row extends DayRow & { group_key?: string | undefined }>(
  rows: readonly Row[],
  countOf: (row: Row) => number | undefined,
  knownDays: readonly (Day | undefined)[] = [],
): DayBreakdowns => {
  const entriesByDay = new Map<Day, NamedCount[]>()
  for (const day of knownDays) if (day !== undefined) entriesByDay.set(day, [])
  for (const row of lastGroupedRows(rows)) {
    if (typeof row.date !== 'string') continue
    const entries = entriesByDay.get(row.date)
    const entry = { key: row.group_key ?? '', count: countOf(row) }
    if (entries) entries.push(entry)
    else entriesByDay.set(row.date, [entry])
  }
  return fromEntries(entriesByDay)
}

const fromEntries = (entriesByDay: ReadonlyMap<Day, readonly NamedCount[]>): DayBreakdowns => {
  const byDay = new Map<Day, Map<string, number | undefined>>()
  const counted = new Map<string, Map<string, number>>()
  for (const [day, entries] of entriesByDay) {
    const counts = new Map<string, number | undefined>()
    for (const { key, name = key, count } of entries) {
      const known = count !== undefined && Number.isFinite(count) ? count : undefined
      const before = counts.get(key)
      counts.set(key, known === undefined ? before : known + (before ?? 0))
      const names = counted.get(key) ?? new Map<string, number>()
      names.set(name, (names.get(name) ?? 0) + (known ?? 0))
      counted.set(key, names)
    }
    byDay.set(day, counts)
  }
  const names = new Map(
    [...counted].map(([key, own]) => [
      key,
      [...own]
        .map(([name, count]) => ({ name, count }))
        .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1)),
    ]),
  )
  return { byDay, names }
}

/**
 * Every key that appears in a range, the largest first. `sum` adds days up; `mean` is the mean of the days with a
 * breakdown, for what must not be added up over days.
 */
export const breakdownRows = ({ byDay, names }: DayBreakdowns, range: Range, how: 'sum' | 'mean' = 'sum') => {
  const days = daysOf(range)
  const known = days.map((day) => byDay.get(day))
  const seen = new Set(known.flatMap((counts) => (counts ? [...counts.keys()] : [])))
  const rows = [...seen].map((key) => {
    const series = known.map((counts) => (counts ? (counts.has(key) ? counts.get(key) : 0) : undefined))
    const counted = series.filter((value) => value !== undefined)
    // A key that never has a count is not known, although other days have a breakdown without it.
    const isCounted = known.some((counts) => counts?.get(key) !== undefined)
    const total = counted.reduce<number>((sum, value) => sum + value, 0)
    const value = !isCounted ? undefined : how === 'sum' ? total : total / counted.length
    const missing = known.filter((counts) => counts !== undefined).length - counted.length
    const [first, ...others] = names.get(key) ?? []
    return {
      /** Untrusted text, as the names. */
      key,
      /** The name it goes by most often. */
      name: first?.name ?? key,
      otherNames: others.map(({ name }) => name),
      /** `missing` counts the days on which it appeared without a count. */
      value: { value, missing },
      /** A value a day: 0 on a day with a breakdown that it is not in, undefined on one without a breakdown. */
      series,
    }
  })
  // The key decides between equals, so that the order is the same each time.
  return rows.sort((a, b) => (b.value.value ?? -1) - (a.value.value ?? -1) || (a.key < b.key ? -1 : 1))
}

/** The series of a key that no day of the range has: 0 on a day with a breakdown, undefined on the others. */
export const absentSeries = (range: Range, days: { has(day: Day): boolean } | undefined): (0 | undefined)[] =>
  daysOf(range).map((day) => (days?.has(day) ? 0 : undefined))
