import { compareText, missingLast } from '../../../base/text.ts'
import { type Day, daysBetween, lengthOf, type Range } from '../../calendar/calendar.ts'
import { type Delta, delta } from '../../text/delta.ts'
import { safeText } from '../../text/safe-text.ts'
import { compareDay } from '../day-explanation.ts'
import type { NumberKind } from '../measure.ts'
import type { PlainRow } from './view.ts'

export type SortId = 'name' | 'value' | 'delta' | 'input' | 'output'
export type Sort = { id: SortId; isDescending: boolean }

export const largestFirst: Sort = { id: 'value', isDescending: true }

/** A row of a breakdown for the table. Its texts are created once and not on every redraw. */
export type UsageRow = {
  id: string
  name: string
  /** The unchanged values behind {@link name} and {@link details}; null if missing. Untrusted text. */
  exact: { name: string | null; details: Readonly<Record<string, string>>; userId?: string | null }
  value: number | undefined
  /** Whether the value is incomplete. */
  isPartial: boolean
  input: number | undefined
  output: number | undefined
  share: number | undefined
  /** Value in the previous period; 0 if the row didn't exist there. */
  before: number | undefined
  /** Change from the previous period; undefined without a comparison. */
  change: Delta | undefined
  series: readonly (number | undefined)[]
  details: Readonly<Record<string, string>>
  unit: NumberKind | undefined
  /** Whether it stays last in every order. */
  isLast?: boolean
  /** For a breakdown of a day: the usual value on its weekday; undefined if unknown. */
  usual?: number | undefined
  /** The value minus the usual value. */
  difference?: number | undefined
}

/** The rows of a breakdown over a period, and the series of a row that it doesn't contain: see ViewData. */
export type PeriodRows = { rows: readonly PlainRow[]; absent: readonly (0 | undefined)[] }

/** The value of a row that a period doesn't contain: 0 if any day has the breakdown, otherwise undefined. */
const absentValue = ({ absent }: PeriodRows): 0 | undefined => absent.find((value) => value === 0)

/**
 * Rows of a breakdown compared with those of the previous period (undefined: no comparison), in the given order.
 *
 * @param of - Format of the values, if the row has none.
 */
export const usageRows = (
  period: PeriodRows,
  previous: PeriodRows | undefined,
  of: NumberKind = 'count',
): UsageRow[] => {
  const now = period.rows
  const before = previous?.rows
  const earlier = before && new Map(before.map((row) => [row.key, row.value.value]))
  const beforeOf = ({ key }: PlainRow) => (earlier?.has(key) || !previous ? earlier?.get(key) : absentValue(previous))
  const compared = (row: PlainRow, was: number | undefined) =>
    toUsageRow(row, was, earlier && delta(row.value.value, was, { of: row.unit ?? of }))
  const rows = now.map((row) => compared(row, earlier && beforeOf(row)))
  const seen = new Set(now.map(({ key }) => key))
  const value = absentValue(period)
  // A row that exists only in the previous period stays in the list, because it is part of what changed.
  for (const row of before ?? []) {
    if (seen.has(row.key) || !((row.value.value ?? 0) > 0)) continue
    const gone = { ...row, value: { value, missing: 0 }, share: value, series: period.absent, ...noTokens(row, value) }
    rows.push(compared(gone, row.value.value))
  }
  return rows
}

/**
 * Rows of a day compared with the usual value of each on its weekday. A row that the day doesn't contain is 0 if its
 * usual value is positive; otherwise it is left out.
 *
 * @param now - Rows of the day. @param long - The same rows over all loaded days, which include the preceding weeks.
 */
export const usualRows = (
  now: readonly PlainRow[],
  long: readonly PlainRow[],
  { day, known, range }: { day: Day; known: Range; range: Range },
): UsageRow[] => {
  const today = new Map(now.map((row) => [row.key, row]))
  return long.flatMap((row): UsageRow[] => {
    const todayRow = today.get(row.key)
    const comparison = compareDay(day, (each) => row.series[daysBetween(known.from, each)])
    const usual = comparison.status === 'explained' ? comparison.median : undefined
    if (!todayRow && !((usual ?? 0) > 0)) return []
    const start = daysBetween(known.from, range.from)
    const series = row.series.slice(start, start + lengthOf(range))
    const nothing = series.some((each) => each !== undefined) ? 0 : undefined
    const shown = todayRow ?? {
      ...row,
      value: { value: nothing, missing: 0 },
      share: nothing,
      ...noTokens(row, nothing),
    }
    const { value } = shown.value
    const difference = value === undefined || usual === undefined ? undefined : value - usual
    return [{ ...toUsageRow({ ...shown, series }, undefined, undefined), usual, difference }]
  })
}

const noTokens = ({ input, output }: PlainRow, value: 0 | undefined) => ({
  input: input === undefined ? undefined : value,
  output: output === undefined ? undefined : value,
})

const toUsageRow = (row: PlainRow, before: number | undefined, change: Delta | undefined): UsageRow => ({
  id: row.key,
  name: safeText(row.details?.name ?? row.name) || '(no name)',
  exact: {
    name: row.details?.name ?? (row.name || null),
    details: row.details ?? {},
    ...(row.userId !== undefined && { userId: row.userId }),
  },
  value: row.value.value,
  isPartial: row.value.value !== undefined && row.value.missing > 0,
  input: row.input,
  output: row.output,
  share: row.share,
  before,
  change,
  series: row.series,
  details: Object.fromEntries(Object.entries(row.details ?? {}).map(([id, text]) => [id, safeText(text)])),
  unit: row.unit,
  ...(row.isLast && { isLast: true }),
})

/** Sorts rows; undefined keeps the order. Equal rows are sorted by name. */
export const sortedRows = (rows: readonly UsageRow[], sort: Sort | undefined): readonly UsageRow[] => {
  if (!sort) return rows
  const sorted = inOrder(rows, sort)
  const last = sorted.filter(({ isLast }) => isLast)
  return last.length === 0 ? sorted : [...sorted.filter(({ isLast }) => !isLast), ...last]
}

const inOrder = (rows: readonly UsageRow[], sort: Sort): readonly UsageRow[] => {
  const { id, isDescending } = sort
  const sign = isDescending ? -1 : 1
  if (id === 'name') return rows.toSorted((a, b) => sign * compareNames(a, b))
  const rankOf = (row: UsageRow) => (id === 'delta' ? (row.difference ?? row.change?.fraction) : row[id])
  const byRank = missingLast<number>((a, b) => sign * (a - b))
  return rows.toSorted((a, b) => byRank(rankOf(a), rankOf(b)) || compareNames(a, b))
}

const compareNames = (a: UsageRow, b: UsageRow): number => compareText(a.name, b.name)
