import { daysOf, type Range } from '../../domain/calendar/calendar.ts'
import type { Measure, PlainMeasure } from '../../domain/usage/measure.ts'
import { figureOver, valueOn } from '../../domain/usage/measure-figures.ts'
import { rowsByDay } from '../../domain/usage/rows-by-day.ts'
import { type Sum, sumOfValues } from '../../domain/usage/sum.ts'
import type { RawRow } from '../output/row-layout.ts'
import { addedUp, type NestedList } from './nested-lists.ts'

/** A measure over a range. A figure that misses days is to be marked. */
export type RangeFigure = Sum & { measure: Measure }

/** What rows of days come to over a range. */
export type RangeTotals = {
  range: Range
  /** Days of the range without a row. */
  missingDays: number
  figures: RangeFigure[]
  /** By member: entries of the nested lists added up, the largest first. */
  lists: Record<string, RawRow[]>
}

/** Sums up rows of a day each; of rows of the same day the last one counts, rows of other days do not. */
export const rangeTotals = (
  rows: readonly RawRow[],
  range: Range,
  { measures, lists }: { measures: readonly Measure[]; lists: readonly NestedList[] },
): RangeTotals => {
  const byDay = rowsByDay(rows)
  const own = daysOf(range).map((day) => byDay.get(day))
  const known = own.filter((row) => row !== undefined)
  return {
    range,
    missingDays: own.length - known.length,
    figures: figuresOf(measures, (plain) => own.map((row) => valueOn(plain, row))),
    lists: Object.fromEntries(lists.map((each) => [each.member, addedUp(known, each)])),
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
export const groupTotals = (rows: readonly RawRow[], range: Range, measures: readonly Measure[]): GroupsTotals => {
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
    // Rows without a group come several times on a day.
    const valueOnDay = (plain: PlainMeasure, day: string): number | undefined => {
      if (!seen.has(day)) return undefined
      const parts = ofGroup?.get(day)?.map((row) => valueOn(plain, row)) ?? [0]
      return parts.includes(undefined) ? undefined : sumOfValues(parts).value
    }
    return figuresOf(measures, (plain) => days.map((day) => valueOnDay(plain, day)))
  }
  const list = [...groups].map(
    ([key, ofGroup]): GroupTotals => ({ key, days: ofGroup.size, figures: figuresOfGroup(key) }),
  )
  return { groups: list.sort(byFirstFigure), missingDays: days.length - seen.size, figuresOf: figuresOfGroup }
}

const byFirstFigure = (a: GroupTotals, b: GroupTotals): number =>
  (b.figures[0]?.value ?? -1) - (a.figures[0]?.value ?? -1) || (String(a.key) < String(b.key) ? -1 : 1)

const figuresOf = (measures: readonly Measure[], valuesOf: Parameters<typeof figureOver>[1]): RangeFigure[] =>
  measures.map((measure) => ({ measure, ...figureOver(measure, valuesOf) }))
