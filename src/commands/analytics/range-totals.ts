import { mean, median } from '../../base/median.ts'
import { daysOf, type Range } from '../../domain/calendar/calendar.ts'
import { sumOfValues } from '../../domain/usage/sum.ts'
import type { RawRow } from '../output/row-layout.ts'
import type { BreakdownView, FigureView, How, TotalsView } from './figures.ts'

/** A figure over a range. */
export type RangeFigure = {
  layout: FigureView
  /** Undefined when no day has it. */
  value: number | undefined
  /**
   * Days of the range that it does not know of; of what stands for the last day, days after the one it is of. A figure
   * with any is to be marked.
   */
  missing: number
}

/** What rows of days come to over a range. */
export type RangeTotals = {
  range: Range
  /** Days of the range without a row. */
  missingDays: number
  figures: RangeFigure[]
  /** By member: entries of the nested lists added up, the largest first. */
  breakdowns: Record<string, RawRow[]>
}

/** Sums up rows of a day each; of rows of the same day the last one counts, rows of other days do not. */
export const rangeTotals = (rows: readonly RawRow[], range: Range, layout: TotalsView): RangeTotals => {
  const byDay = new Map(rows.map((row) => [row.date, row]))
  const own = daysOf(range).map((day) => byDay.get(day))
  const known = own.filter((row) => row !== undefined)
  return {
    range,
    missingDays: own.length - known.length,
    figures: figuresOf(layout.figures, (read) => own.map((row) => row && numberOf(read(row)))),
    breakdowns: Object.fromEntries(layout.breakdowns.map((each) => [each.member, addedUp(known, each)])),
  }
}

/** What one group's rows come to: a model, a tool or a client. */
export type GroupTotals = {
  key: unknown
  /** Days on which it appears. */
  days: number
  figures: RangeFigure[]
}

/** What rows of a day and a group each come to over a range. */
export type GroupsTotals = {
  /** The largest first. */
  groups: GroupTotals[]
  /** Days of the range without a row. */
  missingDays: number
  /** The figures of any group, also of one that does not appear: it has 0 on each day that has rows. */
  figuresOf: (key: unknown) => RangeFigure[]
}

/**
 * Sums up rows of a day and a group each. On a day that has rows a group without one has 0; only days without any row are
 * missing.
 */
export const groupTotals = (rows: readonly RawRow[], range: Range, layout: TotalsView): GroupsTotals => {
  const days = daysOf(range)
  const known = new Set(days)
  const groups = new Map<unknown, Map<string, RawRow[]>>()
  const seen = new Set<string>()
  for (const row of rows) {
    const { date, group_key: key } = row
    if (typeof date !== 'string' || !known.has(date)) continue
    seen.add(date)
    const ofGroup = groups.get(key) ?? new Map<string, RawRow[]>()
    groups.set(key, ofGroup)
    ofGroup.set(date, [...(ofGroup.get(date) ?? []), row])
  }
  const figuresOfGroup = (key: unknown): RangeFigure[] => {
    const ofGroup = groups.get(key)
    // A group that comes twice on a day has come in parts.
    const valueOn = (day: string, read: (row: RawRow) => unknown): number | undefined => {
      if (!seen.has(day)) return undefined
      const parts = ofGroup?.get(day)?.map((row) => numberOf(read(row))) ?? [0]
      return parts.includes(undefined) ? undefined : sumOfValues(parts).value
    }
    return figuresOf(layout.figures, (read) => days.map((day) => valueOn(day, read)))
  }
  const list = [...groups].map(
    ([key, ofGroup]): GroupTotals => ({ key, days: ofGroup.size, figures: figuresOfGroup(key) }),
  )
  return { groups: list.sort(byFirstFigure), missingDays: days.length - seen.size, figuresOf: figuresOfGroup }
}

const byFirstFigure = (a: GroupTotals, b: GroupTotals): number =>
  (b.figures[0]?.value ?? -1) - (a.figures[0]?.value ?? -1) || (String(a.key) < String(b.key) ? -1 : 1)

/** `readAll` answers one value for each day of the range. */
const figuresOf = (
  layouts: readonly FigureView[],
  readAll: (read: (row: RawRow) => unknown) => (number | undefined)[],
): RangeFigure[] => {
  const byName = new Map<string, RangeFigure>()
  return layouts.map((layout) => {
    const figure = layout.how === 'made' ? madeFigure(layout, byName) : directFigure(layout, readAll(layout.read))
    byName.set(layout.name, figure)
    return figure
  })
}

const madeFigure = (layout: MadeView, byName: ReadonlyMap<string, RangeFigure>): RangeFigure => {
  let missing = 0
  const value = layout.from((name) => {
    missing = Math.max(missing, byName.get(name)?.missing ?? 0)
    return byName.get(name)?.value
  })
  return { layout, value, missing }
}

const directFigure = (layout: DirectView, values: readonly (number | undefined)[]): RangeFigure => {
  const value = ways[layout.how](values)
  const missing =
    layout.how === 'last'
      ? values.length - 1 - values.findLastIndex((each) => each !== undefined)
      : values.filter((each) => each === undefined).length
  return { layout, value, missing }
}

type MadeView = Extract<FigureView, { how: 'made' }>
type DirectView = Exclude<FigureView, MadeView>

const ways: Record<How, (values: readonly (number | undefined)[]) => number | undefined> = {
  sum: (values) => sumOfValues(values).value,
  mean,
  median,
  max: (values) =>
    values.reduce((most, each) => (each === undefined || (most ?? each) > each ? most : each), undefined),
  last: (values) => values.findLast((each) => each !== undefined),
}

const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined

const addedUp = (rows: readonly RawRow[], { member, keys, sums, words = [] }: BreakdownView): RawRow[] => {
  const entries = new Map<string, Record<string, unknown>>()
  for (const row of rows) {
    const list = row[member]
    if (!Array.isArray(list)) continue
    for (const entry of list) {
      if (typeof entry !== 'object' || entry === null) continue
      const id = JSON.stringify(keys.map((key) => entry[key]))
      const own = entries.get(id) ?? Object.fromEntries(keys.map((key) => [key, entry[key]]))
      entries.set(id, own)
      for (const word of words) own[word] = entry[word] ?? own[word] ?? null
      for (const sum of sums) own[sum] = added(own[sum], entry[sum])
    }
  }
  const [first = ''] = sums
  return [...entries.values()].sort((a, b) => (numberOf(b[first]) ?? -1) - (numberOf(a[first]) ?? -1))
}

const added = (sum: unknown, value: unknown): unknown => {
  const number = numberOf(value)
  return number === undefined ? (sum ?? null) : (numberOf(sum) ?? 0) + number
}
