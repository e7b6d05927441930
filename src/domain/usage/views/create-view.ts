import { memoize } from '../../../base/memoize.ts'
import { daysOf, type Range } from '../../calendar/calendar.ts'
import { shareOf } from '../breakdown.ts'
import { absentSeries, breakdownRows, dayBreakdowns, groupedBreakdowns, type NamedCount } from '../day-breakdowns.ts'
import { readDay } from '../day-sentence.ts'
import type { Measure } from '../measure.ts'
import { type DayRow, figureOver, rowsByDay, rowsOf, type Sum, valueOn } from '../measure-figures.ts'
import type { AtLeastOne, GroupInfo, LineInfo, MeasureInfo, PlainRow, View, ViewData, ViewName } from './view.ts'

/** A measure as a line of a chart. */
type Line = LineInfo & {
  measure: Measure
  /** Whether the row of a day is missing a value of the measure. The figure is then marked as incomplete. */
  isMissing: (row: DayRow) => boolean
}

/** A chart of a view: one measure, or several in one chart. */
export type ViewMeasure = Omit<MeasureInfo, 'lines'> & { lines: readonly Line[] }

const words: Record<Measure['how'], string> = {
  sum: 'total',
  mean: 'mean day',
  median: 'median day',
  max: 'highest day',
  last: 'last day',
  derived: 'of range',
}

/** @param name Label of the line in a chart with several lines. */
export const line = (measure: Measure, name = measure.short): Line => {
  const parts = measure.how === 'derived' ? measure.of : [measure]
  return {
    name,
    word: words[measure.how],
    measure,
    isMissing: (row) => parts.some((part) => valueOn(part, row) === undefined),
  }
}

/** Measures in one chart. */
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

/** A measure with a chart of its own. */
export const viewMeasure = (measure: Measure): ViewMeasure =>
  linesMeasure(measure.name, measure.unit, [line(measure)], measure.short)

/** Measures with a chart each. */
export const viewMeasures = (first: Measure, ...more: readonly Measure[]): AtLeastOne<ViewMeasure> => [
  viewMeasure(first),
  ...more.map(viewMeasure),
]

/** Prepares the measures of days for any range. */
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
    /** Returns a function for the value of a measure's first line on a day. */
    valueOn: (id: string) => {
      const measure = linesOf(id)[0]?.measure
      return (day: string) => measure && valueOn(measure, byDay.get(day))
    },
    missingDays: (range: Range) => daysOf(range).filter((day) => !byDay.has(day)).length,
  }
}

/** A breakdown with its data source. */
export type Group<Row> = GroupInfo & {
  /** Reads the entries from a day's row. Undefined if the breakdown uses rows that the API grouped. */
  entriesOf?: (row: Row) => readonly NamedCount[] | undefined
  /** Variant of `entriesOf` that keeps names with different letter case separate. */
  caseSensitiveEntries?: (row: Row) => readonly NamedCount[] | undefined
  /** Aggregation of days. @default 'sum' */
  how?: 'sum' | 'mean'
  /** Returns the texts of its own columns. */
  detailsOf?: (key: string, otherNames: readonly string[]) => Record<string, string>
}

/** Creates a breakdown. Its heading and its `--by` name default to its title. */
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
  isSum: own.counted !== undefined && own.unit === undefined && own.how !== 'mean',
  enter: 'chart',
  foldsCase: false,
  ...own,
})

/** The breakdown of a view into its own measures: each row is a measure, and the chart shows the selected row. */
export const figuresGroup: GroupInfo = groupOf('figures', 'figures', {
  heading: 'FIGURE',
  details: [{ id: 'word', title: '', width: { min: 8, max: 10 }, priority: 2 }],
  enter: 'none',
})

/** One row per line of each measure. The key consists of the measure's id and the line's name. */
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
/** The measure id in a row's key. */
export const measureOfKey = (key: string): string => key.slice(0, key.indexOf('/'))

type GroupedRow = DayRow & { group_key?: string | undefined }

/** A view whose rows contain their breakdowns. */
export type DaysView<Row> = View & {
  /** @param grouped - Rows that the API grouped, if the requested breakdown needs them. */
  dataOf: (rows: readonly Row[], grouped: readonly GroupedRow[] | undefined) => ViewData
}

type ViewSpec<Row> = {
  name: ViewName
  command: string
  /** The breakdown that uses grouped rows, and the measure of their counts. */
  grouped?: { group: string; measure: Measure }
  measures: AtLeastOne<ViewMeasure>
  groups: AtLeastOne<Group<Row>>
}

export const createView = <Row extends DayRow>({ grouped, ...view }: ViewSpec<Row>): DaysView<Row> => {
  const { measures, groups } = view
  const dataOf: DaysView<Row>['dataOf'] = (rows, groupedRows) => {
    const days = measuredDays(measures, rows)
    // Each breakdown is computed on first use, once for all ranges. At most one has no entries of its own.
    const breakdownBy = memoize((entriesOf: Group<Row>['entriesOf']) =>
      entriesOf
        ? dayBreakdowns(rows, entriesOf)
        : groupedBreakdowns(
            groupedRows ?? [],
            (row) => grouped && valueOn(grouped.measure, row),
            rows.map(({ date }) => date),
          ),
    )
    const breakdownOf = ({ entriesOf, caseSensitiveEntries }: Group<Row>, isCaseSensitive: boolean) =>
      breakdownBy((isCaseSensitive ? caseSensitiveEntries : undefined) ?? entriesOf)
    const read: ViewData['read'] = (id, day) => {
      const parts = groups.find((group) => group.shareOf !== undefined && group.entriesOf && group.measure === id)
      return readDay(day, days.valueOn(id), parts && { parts: breakdownOf(parts, false), by: parts.title })
    }
    return {
      ...days,
      rows: (id, range, isCaseSensitiveView) => {
        const group = groups.find((one) => one.id === id)
        if (!group) return []
        if (group.measure === undefined) return figureRows(measures, days, range)
        const whole = group.shareOf !== undefined ? days.figures(group.measure, range)[0]?.value : undefined
        return breakdownRows(breakdownOf(group, isCaseSensitiveView), range, group.how).map(
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
