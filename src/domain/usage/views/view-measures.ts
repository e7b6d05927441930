import { daysOf, type Range } from '../../calendar/calendar.ts'
import type { Measure } from '../measure.ts'
import { figureOver, valueOn } from '../measure-figures.ts'
import { type DayRow, rowsByDay, rowsOf } from '../rows-by-day.ts'
import type { Sum } from '../sum.ts'
import type { AtLeastOne, LineInfo, MeasureInfo } from './view.ts'

/** A measure as a line of a chart. */
export type Line = LineInfo & {
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

/** A measure that is charted alone. */
export const viewMeasure = (measure: Measure): ViewMeasure => ({
  id: measure.name,
  title: measure.short,
  unit: measure.unit,
  lines: [line(measure)],
  isStacked: false,
})

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
