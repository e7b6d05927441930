import { type Delta, delta } from '../../text/delta.ts'
import { safeText } from '../../text/safe-text.ts'
import type { NumberKind } from '../measure.ts'
import type { PlainRow } from '../views/view.ts'

export type SortId = 'name' | 'value' | 'delta' | 'input' | 'output'
export type Sort = { id: SortId; isDescending: boolean }

export const mostFirst: Sort = { id: 'value', isDescending: true }

/** A row of a breakdown as the table shows it: texts are made once, not at every draw. */
export type UsageRow = {
  id: string
  name: string
  value: number | undefined
  /** Whether some of the value is not known. */
  isPartial: boolean
  input: number | undefined
  output: number | undefined
  share: number | undefined
  /** In the period before; 0 for what it did not have. */
  before: number | undefined
  /** Against the same row of the period before; undefined where nothing is compared. */
  change: Delta | undefined
  series: readonly (number | undefined)[]
  details: Readonly<Record<string, string>>
  unit: NumberKind | undefined
}

/**
 * Rows of a breakdown beside those of the period before (undefined: not compared), in the order they come.
 *
 * @param of - What values are, where the row does not say.
 */
export const usageRows = (
  now: readonly PlainRow[],
  before: readonly PlainRow[] | undefined,
  of: NumberKind = 'count',
): UsageRow[] => {
  const earlier = before && new Map(before.map((row) => [row.key, row.value.value]))
  const isOneUnit = now.every(({ unit }) => unit === undefined)
  // A part that the period before did not have was 0 in it; a figure that it did not have is not known.
  const beforeOf = ({ key }: PlainRow) => (earlier?.has(key) || !isOneUnit ? earlier?.get(key) : 0)
  const compared = (row: PlainRow, was: number | undefined) =>
    toUsageRow(row, was, earlier && delta(row.value.value, was, { of: row.unit ?? of }))
  const rows = now.map((row) => compared(row, earlier && beforeOf(row)))
  const seen = new Set(now.map(({ key }) => key))
  // What there was only before is kept, at 0: it is part of the answer to "what changed".
  for (const row of before ?? []) {
    if (seen.has(row.key) || !((row.value.value ?? 0) > 0)) continue
    const nothing = { value: { value: 0, missing: 0 }, share: 0, series: row.series.map(() => undefined) }
    const tokens = { input: row.input === undefined ? undefined : 0, output: row.output === undefined ? undefined : 0 }
    rows.push(compared({ ...row, ...nothing, ...tokens }, row.value.value))
  }
  return rows
}

const toUsageRow = (row: PlainRow, before: number | undefined, change: Delta | undefined): UsageRow => ({
  id: row.key,
  name: safeText(row.details?.name ?? row.name) || '(no name)',
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
})

/**
 * Rows whose texts hold what is wanted, in the order asked for; undefined keeps the order. Rows of equal rank stand by
 * name.
 */
export const sortedRows = (rows: readonly UsageRow[], sort: Sort | undefined, filter: string): UsageRow[] => {
  const wanted = filter.trim().toLowerCase()
  const kept = wanted === '' ? [...rows] : rows.filter((row) => textOf(row).includes(wanted))
  if (!sort) return kept
  const { id, isDescending } = sort
  const sign = isDescending ? -1 : 1
  if (id === 'name') return kept.sort((a, b) => sign * compareNames(a, b))
  const rankOf = (row: UsageRow) => (id === 'delta' ? row.change?.fraction : row[id])
  // A missing value is last in both directions.
  return kept.sort((a, b) => {
    const [x, y] = [rankOf(a), rankOf(b)]
    if (x === undefined || y === undefined) return x === y ? compareNames(a, b) : x === undefined ? 1 : -1
    return sign * (x - y) || compareNames(a, b)
  })
}

const textOf = ({ name, details }: UsageRow): string => [name, ...Object.values(details)].join('\n').toLowerCase()

const compareNames = (a: UsageRow, b: UsageRow): number => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)
