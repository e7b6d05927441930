import { type Day, daysOf, type Range } from '../calendar/calendar.ts'
import { type DayRow, lastGroupedRows } from './measure-figures.ts'

/** An entry of a day's breakdown: a name with a count. */
export type NamedCount = {
  /** Identifies the entry across days. Untrusted text; empty if the entry has no name. */
  key: string
  /** Display name, if it isn't the key. Untrusted text. */
  name?: string
  /** Undefined if the API left it out. */
  count: number | undefined
}

/** Breakdowns by day, for adding up over any range. */
export type DayBreakdowns = {
  /** Counts by key. Days without a breakdown are absent; a count is undefined if the entry had none. */
  byDay: ReadonlyMap<Day, ReadonlyMap<string, number | undefined>>
  /** All names of each key with their counts, most frequent first. Untrusted text. */
  names: ReadonlyMap<string, readonly { name: string; count: number }[]>
}

/**
 * The breakdowns of rows by day. For duplicate days the last row counts; entries of a day with the same key are added
 * up. `entriesOf` returns undefined for a row without a breakdown.
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
 * The breakdowns of rows that the API grouped: one row per key and day, with the last duplicate counting. A day has a
 * breakdown if it has such a row or is one of `knownDays`, because the API returns nothing for a day without keys.
 */
export const groupedBreakdowns = <Row extends DayRow & { group_key?: string | undefined }>(
  rows: readonly Row[],
  countOf: (row: Row) => number | undefined,
  knownDays: readonly (Day | undefined)[] = [],
): DayBreakdowns => {
  const rowsByDay = Map.groupBy(lastGroupedRows(rows), ({ date }) => date)
  const days = [...knownDays, ...rowsByDay.keys()].filter((day) => typeof day === 'string')
  const entriesOf = (day: Day) =>
    rowsByDay.get(day)?.map((row) => ({ key: row.group_key ?? '', count: countOf(row) })) ?? []
  return fromEntries(new Map(days.map((day) => [day, entriesOf(day)])))
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
 * All keys in a range, largest value first. `sum` adds the days; `mean` is the mean of the days with a breakdown, for
 * values that must not be added over days.
 */
export const breakdownRows = ({ byDay, names }: DayBreakdowns, range: Range, how: 'sum' | 'mean' = 'sum') => {
  const days = daysOf(range)
  const known = days.map((day) => byDay.get(day))
  const seen = new Set(known.flatMap((counts) => (counts ? [...counts.keys()] : [])))
  const rows = [...seen].map((key) => {
    const series = known.map((counts) => (counts ? (counts.has(key) ? counts.get(key) : 0) : undefined))
    const counted = series.filter((value) => value !== undefined)
    // A key that never has a count is unknown, even if other days have a breakdown without it.
    const isCounted = known.some((counts) => counts?.get(key) !== undefined)
    const total = counted.reduce<number>((sum, value) => sum + value, 0)
    const value = !isCounted ? undefined : how === 'sum' ? total : total / counted.length
    const missing = known.filter((counts) => counts !== undefined).length - counted.length
    const [first, ...others] = names.get(key) ?? []
    return {
      /** Untrusted text, and so are the names. */
      key,
      /** Its most frequent name. */
      name: first?.name ?? key,
      otherNames: others.map(({ name }) => name),
      /** `missing` is the number of days with an entry but without a count. */
      value: { value, missing },
      /** One value per day: 0 if the day's breakdown doesn't contain the key, undefined without a breakdown. */
      series,
    }
  })
  // Equal values are sorted by key, so that the order is stable.
  return rows.sort((a, b) => (b.value.value ?? -1) - (a.value.value ?? -1) || (a.key < b.key ? -1 : 1))
}

/** The series of a key that no day of the range contains: 0 for a day with a breakdown, undefined for the others. */
export const absentSeries = (range: Range, days: { has(day: Day): boolean } | undefined): (0 | undefined)[] =>
  daysOf(range).map((day) => (days?.has(day) ? 0 : undefined))
