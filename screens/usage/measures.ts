import { mean, median } from '../../src/base/median.ts'
import { daysOf, type Range } from '../../src/domain/calendar/calendar.ts'
import { type DayRow, rowsByDay, rowsOf } from '../../src/domain/usage/rows-by-day.ts'
import { type Sum, sumOfValues } from '../../src/domain/usage/sum.ts'
import type { MeasureInfo, Unit } from './view.ts'

/** What days become: a sum where they can be added up, else their middle or the last of them. */
type Way = 'sum' | 'mean' | 'median' | 'last'

const words: Record<Way, string> = { sum: 'total', mean: 'mean day', median: 'median day', last: 'last day' }

export type Line<Row> = {
  name: string
  word: string
  read: (row: Row) => number | undefined
  over: (rows: readonly Row[]) => Sum
}

export type Measure<Row> = {
  id: string
  title: string
  unit: Unit
  lines: readonly Line<Row>[]
  isStacked: boolean
}

const numberOf = (value: number | null | undefined): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined

/** A series of a measure from what a row says. */
export const line = <Row>(name: string, way: Way, read: (row: Row) => number | null | undefined): Line<Row> => ({
  name,
  word: words[way],
  read: (row) => numberOf(read(row)),
  over: (rows) => {
    const values = rows.map((row) => numberOf(read(row)))
    const sum = sumOfValues(values)
    const value = {
      sum: sum.value,
      mean: mean(values),
      median: median(values),
      last: values.findLast((each) => each !== undefined),
    }[way]
    return { value, missing: sum.missing }
  },
})

/** A measure with one series. */
export const measure = <Row>(
  id: string,
  title: string,
  unit: Unit,
  way: Way,
  read: (row: Row) => number | null | undefined,
): Measure<Row> => ({ id, title, unit, lines: [line(title, way, read)], isStacked: false })

/** What is known of a measure without its days. */
export const toMeasureInfo = ({ id, title, unit, lines, isStacked }: Measure<never>): MeasureInfo => ({
  id,
  title,
  unit,
  isStacked,
  lines: lines.map(({ name, word }) => ({ name, word })),
})

/** The measures of days, ready to be read over any range. */
export const measuresOf = <Row extends DayRow>(measures: readonly Measure<Row>[], rows: readonly Row[]) => {
  const byDay = rowsByDay(rows)
  const linesOf = (id: string) => measures.find((one) => one.id === id)?.lines ?? []
  return {
    series: (id: string, range: Range) => {
      const days = daysOf(range).map((day) => byDay.get(day))
      return linesOf(id).map(({ read }) => days.map((row) => row && read(row)))
    },
    figures: (id: string, range: Range): Sum[] => {
      const known = rowsOf(rows, range)
      return linesOf(id).map(({ over }) => over(known))
    },
    /** The first line of a measure on a day. */
    valueOn: (id: string) => {
      const first = linesOf(id)[0]
      return (day: string) => {
        const row = byDay.get(day)
        return row && first?.read(row)
      }
    },
    missingDays: (range: Range) => daysOf(range).filter((day) => !byDay.has(day)).length,
  }
}
