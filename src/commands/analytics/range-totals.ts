import { LongList } from '../../base/long-list.ts'
import type { ProductivityDay, ToolDay } from '../../contract/analytics.ts'
import type { CreditDay } from '../../contract/credits.ts'
import { daysOf, type Range } from '../../domain/calendar/calendar.ts'
import { numberOf } from '../../domain/text/delta.ts'
import type { Measure, NamedMember, PlainMeasure } from '../../domain/usage/measure.ts'
import { figureOver, rowsByDay, type Sum, sumOfValues, valueOn } from '../../domain/usage/measure-figures.ts'
import { isRow, type RawRow } from '../output/row-layout.ts'

/** A list inside a row. Its entries are summed over a range, by their keys. */
export type NestedList = {
  member: string
  /** Members that identify an entry. */
  keys: readonly string[]
  sums: readonly string[]
  /** Other members, of which the last value is used. */
  words?: readonly string[]
}

/** Typed by the members of the contract's row, so that a renamed member is a compile error. */
type ListsIn<Row> = readonly (NestedList & { member: NamedMember<Row> })[]

export const creditLists: ListsIn<CreditDay> = [
  { member: 'by_model', keys: ['model_id', 'model_tier'], sums: ['billable_tokens', 'input_tokens', 'output_tokens'] },
  { member: 'by_user', keys: ['user_id'], sums: ['billable_tokens'], words: ['user_email'] },
]

export const toolLists: ListsIn<ToolDay> = [
  { member: 'by_tool', keys: ['tool'], sums: ['invocations'] },
  { member: 'mcp_by_server', keys: ['server'], sums: ['invocations'] },
  { member: 'skills_by_name', keys: ['name'], sums: ['count'] },
  { member: 'slash_commands_by_name', keys: ['name'], sums: ['count'] },
  { member: 'hooks_by_event', keys: ['event', 'matcher', 'command'], sums: ['count'] },
]

export const productivityLists: ListsIn<ProductivityDay> = [
  { member: 'by_extension', keys: ['extension'], sums: ['count'] },
  { member: 'by_language', keys: ['language'], sums: ['count'] },
]

/** Sums the entries of a nested list over rows, by their keys. Largest first. */
const sumEntries = (rows: readonly RawRow[], { member, keys, sums, words = [] }: NestedList): RawRow[] => {
  const entries = new Map<string, Record<string, unknown>>()
  for (const row of rows) {
    const list = row[member]
    if (!Array.isArray(list) && !(list instanceof LongList)) continue
    for (const entry of list) {
      if (!isRow(entry)) continue
      const id = JSON.stringify(keys.map((key) => entry[key]))
      const total = entries.get(id) ?? Object.fromEntries(keys.map((key) => [key, entry[key]]))
      entries.set(id, total)
      for (const word of words) total[word] = entry[word] ?? total[word] ?? null
      for (const sum of sums) total[sum] = addValue(total[sum], entry[sum])
    }
  }
  const [first = ''] = sums
  return [...entries.values()].sort((a, b) => (numberOf(b[first]) ?? -1) - (numberOf(a[first]) ?? -1))
}

const addValue = (sum: unknown, value: unknown): unknown => {
  const number = numberOf(value)
  return number === undefined ? (sum ?? null) : (numberOf(sum) ?? 0) + number
}

/** The value of a measure over a range. When it is printed, missing days are marked. */
export type RangeFigure = Sum & { measure: Measure }

export type RangeTotals = ReturnType<typeof rangeTotals>

/** Sums daily rows over a range. If a day has several rows, only the last one counts. */
export const rangeTotals = (
  rows: readonly RawRow[],
  range: Range,
  { measures, lists }: { measures: readonly Measure[]; lists: readonly NestedList[] },
) => {
  const byDay = rowsByDay(rows)
  const dayRows = daysOf(range).map((day) => byDay.get(day))
  const known = dayRows.filter((row) => row !== undefined)
  return {
    range,
    /** Days of the range without a row. */
    missingDays: dayRows.length - known.length,
    figures: figuresOf(measures, (plain) => dayRows.map((row) => valueOn(plain, row))),
    /** The summed entries of the nested lists, by member, largest first. */
    lists: Object.fromEntries(lists.map((each) => [each.member, sumEntries(known, each)])),
  }
}

/** Totals of one group (a model, a tool or a client), and the number of days on which it appears. */
export type GroupTotals = { key: unknown; days: number; figures: RangeFigure[] }

/** Sums rows by group. On a day with rows, a group without one counts as 0; a day without any rows is missing. */
export const groupTotals = (rows: readonly RawRow[], range: Range, measures: readonly Measure[]) => {
  const days = daysOf(range)
  const known = new Set<unknown>(days)
  const knownRows = rows.filter(({ date }) => known.has(date))
  const seen = new Set(knownRows.map(({ date }) => date))
  const groups = Map.groupBy(knownRows, ({ group_key: key }) => key)
  const figuresOfGroup = (key: unknown): RangeFigure[] => {
    const ofGroup = Map.groupBy(groups.get(key) ?? [], ({ date }) => date)
    // A day may have several rows without a group.
    const valueOnDay = (plain: PlainMeasure, day: string): number | undefined => {
      if (!seen.has(day)) return undefined
      const parts = ofGroup.get(day)?.map((row) => valueOn(plain, row)) ?? [0]
      return parts.includes(undefined) ? undefined : sumOfValues(parts).value
    }
    return figuresOf(measures, (plain) => days.map((day) => valueOnDay(plain, day)))
  }
  const list = [...groups].map(([key, ofGroup]): GroupTotals => {
    return { key, days: new Set(ofGroup.map(({ date }) => date)).size, figures: figuresOfGroup(key) }
  })
  return {
    /** Largest first. */
    groups: list.sort(byFirstFigure),
    /** The figures of any group, even of one without rows. */
    figuresOf: figuresOfGroup,
  }
}

const byFirstFigure = (a: GroupTotals, b: GroupTotals): number =>
  (b.figures[0]?.value ?? -1) - (a.figures[0]?.value ?? -1) || (String(a.key) < String(b.key) ? -1 : 1)

const figuresOf = (measures: readonly Measure[], valuesOf: Parameters<typeof figureOver>[1]): RangeFigure[] =>
  measures.map((measure) => ({ measure, ...figureOver(measure, valuesOf) }))

/** The note on days without a row. */
export const missingDaysText = (missing: number, { from, to }: Range): string =>
  `${missing === 1 ? '1 day has' : `${missing} days have`} no row from ${from} to ${to}.`
