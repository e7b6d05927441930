import { daysOf, type Range } from '../../calendar/calendar.ts'
import { shareOf } from '../breakdown.ts'
import {
  absentSeries,
  breakdownRows,
  type DayBreakdowns,
  dayBreakdowns,
  groupedBreakdowns,
  type NamedCount,
} from '../day-breakdowns.ts'
import { readDay } from '../day-sentence.ts'
import type { Measure } from '../measure.ts'
import { type DayRow, figureOver, rowsByDay, rowsOf, type Sum, valueOn } from '../measure-figures.ts'
import type { AtLeastOne, GroupInfo, LineInfo, MeasureInfo, PlainRow, View, ViewData, ViewName } from './view.ts'

/** A measure as a line of a chart. */
type Line = LineInfo & {
  measure: Measure
  /** Whether the row of a day lacks what the figure over the days is made of: the figure is marked then. */
  isMissing: (row: DayRow) => boolean
}

/** What a view can chart: a measure of the catalogue, or several that are looked at together. */
export type ViewMeasure = Omit<MeasureInfo, 'lines'> & { lines: readonly Line[] }

const words: Record<Measure['how'], string> = {
  sum: 'total',
  mean: 'mean day',
  median: 'median day',
  max: 'highest day',
  last: 'last day',
  derived: 'of range',
}

/** @param name Tells it from other lines beside it. */
export const line = (measure: Measure, name = measure.short): Line => {
  const parts = measure.how === 'derived' ? measure.of : [measure]
  return {
    name,
    word: words[measure.how],
    measure,
    isMissing: (row) => parts.some((part) => valueOn(part, row) === undefined),
  }
}

/** Measures that are charted together. */
export const linesMeasure = (
  id: string,
  unit: MeasureInfo['unit'],
  lines: readonly Line[],
  title = id,
): ViewMeasure => ({
  id,
  title,
  unit,
  lines,
  isStacked: false,
})

/** A measure that is charted alone. */
export const viewMeasure = (measure: Measure): ViewMeasure =>
  linesMeasure(measure.name, measure.unit, [line(measure)], measure.short)

/** Measures that are charted each by itself. */
export const viewMeasures = (first: Measure, ...more: readonly Measure[]): AtLeastOne<ViewMeasure> => [
  viewMeasure(first),
  ...more.map(viewMeasure),
]

/** The measures of days, ready to be read over any range. */
export const measuredDays = (measures: readonly ViewMeasure[], rows: readonly DayRow[]) => {
  const byDay = rowsByDay(rows)
  const linesOf = (id: string) => measures.find((one) => one.id === id)?.lines ?? []
  return {
    series: (id: string, range: Range) => {
      const days = daysOf(range).map((day) => byDay.get(day))
      return linesOf(id).map(({ measure }) => days.map((row) => valueOn(measure, row)))
    },
    figures: (id: string, range: Range): Sum[] => {
      const known = rowsOf(rows, range)
      return linesOf(id).map(({ measure, isMissing }) => {
        const { value } = figureOver(measure, (plain) => known.map((row) => valueOn(plain, row)))
        return { value, missing: known.filter(isMissing).length }
      })
    },
    /** The first line of a measure on a day. */
    valueOn: (id: string) => {
      const measure = linesOf(id)[0]?.measure
      return (day: string) => measure && valueOn(measure, byDay.get(day))
    },
    missingDays: (range: Range) => daysOf(range).filter((day) => !byDay.has(day)).length,
  }
}

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

/** A breakdown; its heading and its name for `--by` come from its title, unless they differ. */
export const groupOf = <Row>(id: string, title: string, own: Partial<Group<Row>>): Group<Row> => ({
  id,
  title,
  heading: title.toUpperCase(),
  by: title.toLowerCase().replaceAll(' ', '-'),
  counted: undefined,
  measure: undefined,
  unit: 'count',
  details: [],
  hasTokens: false,
  shareOf: undefined,
  enter: 'course',
  foldsCase: false,
  ...own,
})

/** The breakdown of a view into its own measures: each row is one, and the chart follows the selected row. */
export const figuresGroup: GroupInfo = groupOf('figures', 'figures', {
  heading: 'FIGURE',
  details: [{ id: 'word', title: '', width: { min: 8, max: 10 }, priority: 2 }],
  enter: 'none',
})

/** A row for each line of each measure; their keys are the measure's id and the line's name. */
export const figureRows = (
  measures: readonly MeasureInfo[],
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

type GroupedRow = DayRow & { group_key?: string | undefined }

/** A view over rows that hold their breakdowns in themselves. */
export type DaysView<Row> = View & {
  /** @param grouped - The rows that the API grouped, where the breakdown that is asked for needs them. */
  dataOf: (rows: readonly Row[], grouped: readonly GroupedRow[] | undefined) => ViewData
}

type ViewSpec<Row> = {
  name: ViewName
  command: string
  /** The breakdown that rows make which the API groups, and what they count. */
  grouped?: { group: string; measure: Measure }
  measures: AtLeastOne<ViewMeasure>
  groups: AtLeastOne<Group<Row>>
}

export const createView = <Row extends DayRow>({ grouped, ...view }: ViewSpec<Row>): DaysView<Row> => {
  const { measures, groups } = view
  const dataOf: DaysView<Row>['dataOf'] = (rows, groupedRows) => {
    const days = measuredDays(measures, rows)
    const kept = new Map<string, DayBreakdowns>()
    // A breakdown is gathered once for all ranges, and only if it is looked at.
    const breakdownOf = (group: Group<Row>, isCaseApart: boolean): DayBreakdowns => {
      const isApart = isCaseApart && group.entriesApart !== undefined
      const entriesOf = isApart ? group.entriesApart : group.entriesOf
      const key = `${group.id}${isApart ? ' apart' : ''}`
      const known = kept.get(key)
      if (known) return known
      const made = entriesOf
        ? dayBreakdowns(rows, entriesOf)
        : groupedBreakdowns(
            groupedRows ?? [],
            (row) => grouped && valueOn(grouped.measure, row),
            rows.map(({ date }) => date),
          )
      kept.set(key, made)
      return made
    }
    const read: ViewData['read'] = (id, day) => {
      const parts = groups.find((group) => group.shareOf !== undefined && group.entriesOf && group.measure === id)
      return readDay(day, days.valueOn(id), parts && { parts: breakdownOf(parts, false), by: parts.title })
    }
    return {
      ...days,
      rows: (id, range, isCaseApart) => {
        const group = groups.find((one) => one.id === id)
        if (!group) return []
        if (group.measure === undefined) return figureRows(measures, days, range)
        const whole = group.shareOf !== undefined ? days.figures(group.measure, range)[0]?.value : undefined
        return breakdownRows(breakdownOf(group, isCaseApart), range, group.how).map(
          ({ key, name, otherNames, value, series }) => ({
            key,
            name,
            value,
            series,
            share: shareOf(value.value, whole),
            ...(group.detailsOf && { details: group.detailsOf(key, otherNames) }),
          }),
        )
      },
      absentSeries: (id, range) => {
        const group = groups.find((one) => one.id === id)
        return absentSeries(range, group?.measure === undefined ? undefined : breakdownOf(group, false).byDay)
      },
      peopleOf: () => [],
      read,
      causeOf: (id, day) => {
        const reading = read(id, day)
        return reading.status === 'explained' ? reading.reasons[0] : undefined
      },
      facts: () => [],
    }
  }
  return { ...view, dataOf }
}
