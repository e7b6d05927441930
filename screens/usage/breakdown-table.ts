import type { BreakdownRow } from '../../src/domain/breakdown.ts'
import { type Delta, delta } from '../../src/domain/delta.ts'
import { fullNumber, percent, shortNumber } from '../../src/domain/format.ts'
import { safeText } from '../../src/domain/safe-text.ts'
import { bucket, sparkline } from '../../src/domain/sparkline.ts'
import type { Column } from '../../src/ui/data-table.ts'
import type { Theme } from '../../src/ui/theme.ts'
import { changeText } from '../change-text.ts'

export type By = 'model' | 'person'
export type SortId = 'name' | 'credits' | 'delta' | 'input' | 'output'
export type Sort = { id: SortId; isDescending: boolean }

export const mostCredits: Sort = { id: 'credits', isDescending: true }

/** A row of the breakdown as the table shows it: texts are made once, not at every draw. */
export type UsageRow = {
  id: string
  name: string
  credits: number | undefined
  input: number | undefined
  output: number | undefined
  share: number | undefined
  /** Against the same row of the period before; undefined where nothing is compared. */
  change: Delta | undefined
  series: readonly (number | undefined)[]
}

/** Rows of a breakdown beside those of the period before (undefined: not compared). */
export const usageRows = (now: readonly BreakdownRow[], before: readonly BreakdownRow[] | undefined): UsageRow[] => {
  const earlier = before && new Map(before.map((row) => [row.key, row.credits.value]))
  const rows = now.map((row) => toUsageRow(row, earlier && delta(row.credits.value, earlier.get(row.key) ?? 0)))
  const seen = new Set(now.map(({ key }) => key))
  // Who used something before and nothing now is part of the answer to "what changed".
  const gone = (before ?? []).filter(({ key, credits }) => !seen.has(key) && (credits.value ?? 0) > 0)
  for (const row of gone) {
    const empty = { value: 0, missing: 0 }
    const series = row.series.map(() => undefined)
    rows.push(
      toUsageRow(
        { ...row, credits: empty, input: empty, output: empty, share: 0, series },
        delta(0, row.credits.value),
      ),
    )
  }
  return rows
}

const toUsageRow = (row: BreakdownRow, change: Delta | undefined): UsageRow => ({
  id: row.key,
  name: row.name === '' ? '(no id)' : safeText(row.name),
  credits: row.credits.value,
  input: row.input.value,
  output: row.output.value,
  share: row.share,
  change,
  series: row.series,
})

/** Rows whose name holds the text, in the order asked for. Rows of equal rank keep their order by name. */
export const sortedRows = (rows: readonly UsageRow[], { id, isDescending }: Sort, filter: string): UsageRow[] => {
  const wanted = filter.trim().toLowerCase()
  const kept = wanted === '' ? [...rows] : rows.filter(({ name }) => name.toLowerCase().includes(wanted))
  const sign = isDescending ? -1 : 1
  if (id === 'name') return kept.sort((a, b) => sign * compareNames(a, b))
  const value = (row: UsageRow) => (id === 'delta' ? row.change?.fraction : row[id])
  // A missing value is last, whichever way.
  return kept.sort((a, b) => {
    const [x, y] = [value(a), value(b)]
    if (x === undefined || y === undefined) return x === y ? compareNames(a, b) : x === undefined ? 1 : -1
    return sign * (x - y) || compareNames(a, b)
  })
}

const compareNames = (a: UsageRow, b: UsageRow): number => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)

/**
 * Columns of the table. The courses are `courseWidth` cells wide, however many days they tell of, and share one scale,
 * whose top is `scale`.
 */
export const usageColumns = (
  by: By,
  scale: number,
  courseWidth: number,
  days: number,
  theme: Theme,
): Column<UsageRow>[] => [
  {
    id: 'name',
    title: by === 'model' ? 'MODEL' : 'PERSON',
    align: 'left',
    width: { min: 12, max: 40 },
    priority: 0,
    text: ({ name }) => name,
  },
  {
    id: 'credits',
    title: 'CREDITS',
    align: 'right',
    width: { min: 9, max: 16 },
    priority: 0,
    text: ({ credits }) => fullNumber(credits),
  },
  {
    id: 'share',
    title: '%',
    align: 'right',
    width: 5,
    priority: 1,
    text: ({ share }) => percentNumber(share),
    role: () => 'muted',
  },
  {
    id: 'delta',
    title: 'DELTA',
    align: 'right',
    width: 10,
    priority: 2,
    text: ({ change }) => changeText(change, theme),
  },
  { id: 'input', title: 'IN', align: 'right', width: 7, priority: 4, text: ({ input }) => shortNumber(input) },
  { id: 'output', title: 'OUT', align: 'right', width: 7, priority: 5, text: ({ output }) => shortNumber(output) },
  {
    id: 'course',
    title: days === 1 ? '1 DAY' : `${days} DAYS`,
    align: 'left',
    width: Math.max(7, courseWidth),
    priority: 3,
    text: ({ series }, width) => sparkline(bucket(series, width), { max: scale, ascii: theme.isAscii }),
    role: () => 'accent',
  },
]

// The unit stands once, in the heading.
const percentNumber = (share: number | undefined): string => percent(share).replace(' %', '')
