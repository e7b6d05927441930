import { useMemo } from 'react'
import type { Range } from '../../src/domain/calendar/calendar.ts'
import {
  breakdownRows,
  type DayBreakdowns,
  dayBreakdowns,
  groupedBreakdowns,
  type NamedCount,
} from '../../src/domain/usage/day-breakdowns.ts'
import { readDay } from '../../src/domain/usage/day-reading.ts'
import type { DayRow } from '../../src/domain/usage/rows-by-day.ts'
import { type Measure, measuresOf, toMeasureInfo } from './measures.ts'
import { type DaysQuery, useDays, useGroupedDays } from './use-days.ts'
import type { GroupInfo, PlainRow, View, ViewData, ViewName } from './view.ts'

/** What rows grouped by the API look like to a view. */
type GroupedRow = DayRow & { group_key?: string | undefined }

/** A breakdown and where it is read. */
export type Group<Row> = GroupInfo & {
  /** Of a day's row; undefined: its rows are those that the API grouped. */
  entriesOf?: (row: Row) => readonly NamedCount[] | undefined
  /** The same with names that differ by letter case apart, for groups that fold them. */
  entriesApart?: (row: Row) => readonly NamedCount[] | undefined
  /** How days become one value. @default 'sum' */
  how?: 'sum' | 'mean'
  /** Texts of its own columns. */
  detailsOf?: (key: string, otherNames: readonly string[]) => Record<string, string>
}

/** What most breakdowns have in common. */
export const plainGroup = {
  unit: 'count',
  details: [],
  hasTokens: false,
  hasShares: true,
  enter: 'course',
  foldsCase: false,
} as const satisfies Partial<GroupInfo>

/** The breakdown of a view into its own measures: each row is one, and the chart follows the selected row. */
export const figuresGroup = (command: string): GroupInfo => ({
  ...plainGroup,
  id: 'figures',
  title: 'figures',
  heading: 'FIGURE',
  counted: undefined,
  measure: undefined,
  details: [{ id: 'word', title: '', width: { min: 8, max: 10 }, priority: 2 }],
  hasShares: false,
  enter: 'none',
  command,
})

/** A row for each line of each measure; their keys are the measure's id and the line's name. */
export const figureRows = (
  measures: readonly Measure<never>[],
  data: Pick<ViewData, 'series' | 'figures'>,
  range: Range,
): PlainRow[] =>
  measures.flatMap(({ id, title, unit, lines }) => {
    const series = data.series(id, range)
    return data.figures(id, range).map((value, index): PlainRow => {
      const { name = '', word = '' } = lines[index] ?? {}
      return {
        key: figureKey(id, name),
        name: lines.length === 1 ? title : `${title}, ${name}`,
        value,
        series: series[index] ?? [],
        details: { word },
        unit,
      }
    })
  })

const figureKey = (measure: string, name: string): string => `${measure}/${name}`
/** The measure of a figure's row. */
export const measureOfKey = (key: string): string => key.slice(0, key.indexOf('/'))

export type ViewSpec<Row extends DayRow> = {
  name: ViewName
  query: DaysQuery
  /** The query of the rows that the API groups, and what they count. */
  grouped?: { query: DaysQuery; group: string; countOf: (row: never) => number | undefined }
  measures: readonly Measure<Row>[]
  groups: readonly Group<Row>[]
  /** The group whose parts tell why a measure moved; undefined: none does. */
  reasonsOf: (measure: string) => string | undefined
  /** What the shares of a group are of, over a range. */
  wholeOf: (group: string) => string | undefined
}

/** A view over rows that hold their breakdowns in themselves. */
export const createView = <Row extends DayRow>(spec: ViewSpec<Row>): View => {
  const { measures, groups } = spec
  const dataOf = (rows: readonly Row[], groupedRows: readonly GroupedRow[] | undefined): ViewData => {
    const figures = measuresOf(measures, rows)
    const kept = new Map<string, DayBreakdowns>()
    // A breakdown is gathered once for all ranges, and only if it is looked at.
    const breakdownOf = (id: string, isCaseApart: boolean): DayBreakdowns | undefined => {
      const group = groups.find((one) => one.id === id)
      const isApart = isCaseApart && group?.entriesApart !== undefined
      const entriesOf = isApart ? group?.entriesApart : group?.entriesOf
      const name = `${id}${isApart ? ' apart' : ''}`
      const known = kept.get(name)
      if (known || !group) return known
      const made = entriesOf
        ? dayBreakdowns(rows, entriesOf)
        : groupedBreakdowns(
            groupedRows ?? [],
            (spec.grouped?.countOf ?? none) as (row: GroupedRow) => number | undefined,
            rows.map(({ date }) => date),
          )
      kept.set(name, made)
      return made
    }
    const data: ViewData = {
      series: figures.series,
      figures: figures.figures,
      missingDays: figures.missingDays,
      rows: (id, range, isCaseApart) => {
        if (id === 'figures') return figureRows(measures as readonly Measure<never>[], figures, range)
        const group = groups.find((one) => one.id === id)
        const breakdown = breakdownOf(id, isCaseApart)
        if (!group || !breakdown) return []
        const wholeOf = spec.wholeOf(id)
        const whole = wholeOf === undefined ? undefined : figures.figures(wholeOf, range)[0]?.value
        return breakdownRows(breakdown, range, group.how).map(({ key, name, otherNames, value, series }) => ({
          key,
          name,
          value,
          series,
          share: value.value === undefined || !whole || whole < 0 ? undefined : value.value / whole,
          ...(group.detailsOf && { details: group.detailsOf(key, otherNames) }),
        }))
      },
      peopleOf: () => [],
      read: (id, day) => {
        const reasons = spec.reasonsOf(id)
        return readDay(day, figures.valueOn(id), reasons === undefined ? undefined : breakdownOf(reasons, false))
      },
      facts: () => [],
    }
    return data
  }
  const useData: View['useData'] = (range, group) => {
    const days = useDays<Row>(spec.query, range)
    const isGrouped = spec.grouped !== undefined && group === spec.grouped.group
    const grouped = useGroupedDays<GroupedRow>(spec.grouped?.query ?? spec.query, range, isGrouped, spec.query)
    const data = useMemo(() => days.rows && dataOf(days.rows, grouped.rows), [days.rows, grouped.rows])
    return {
      data,
      hasHistory: days.hasHistory && grouped.hasHistory,
      hasRows: days.rows !== undefined && (!isGrouped || grouped.rows !== undefined),
      states: isGrouped ? [...days.states, ...grouped.states] : days.states,
    }
  }
  return { name: spec.name, measures: measures.map((one) => toMeasureInfo(one as Measure<never>)), groups, useData }
}

const none = (): undefined => undefined
