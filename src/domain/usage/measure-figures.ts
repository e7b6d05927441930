import { memberOf } from '../../base/json.ts'
import { mean, median } from '../../base/numbers.ts'
import { lastOfPairs } from '../../base/seen-pairs.ts'
import { daysOf, type Range } from '../calendar/calendar.ts'
import type { How, Measure, PlainMeasure } from './measure.ts'

/** A row that belongs to a day. What the API left out or sent in a wrong type is undefined. */
export type DayRow = { date?: string | undefined }

/** One row a day; where a day came twice the last one counts. Rows without a date are left out. */
export const rowsByDay = <Row extends { readonly date?: unknown }>(rows: readonly Row[]): Map<string, Row> => {
  const byDay = new Map<string, Row>()
  for (const row of rows) if (typeof row.date === 'string') byDay.set(row.date, row)
  return byDay
}

/** Rows of a day and a group each: of those that came twice the last one. Rows without a day or a group stay. */
export const lastGroupedRows = <Row extends { readonly date?: unknown; readonly group_key?: unknown }>(
  rows: readonly Row[],
): Row[] =>
  lastOfPairs(rows, ({ date, group_key: key }) =>
    typeof date === 'string' && typeof key === 'string' ? [key, date] : undefined,
  )

/** The rows of a range in the order of their days, one a day. */
export const rowsOf = <Row extends DayRow>(rows: readonly Row[], range: Range): Row[] => {
  const byDay = rowsByDay(rows)
  return daysOf(range).flatMap((day) => byDay.get(day) ?? [])
}

/** A sum, and in how many rows the value was missing. A sum with missing values is to be marked where it is shown. */
export type Sum = {
  /** undefined when not one row had the value. */
  value: number | undefined
  missing: number
}

/** Adds up the values there are and counts those that are not. */
export const sumOfValues = (values: readonly (number | null | undefined)[]): Sum => {
  const known = values.filter((value) => typeof value === 'number' && Number.isFinite(value))
  const value = known.length === 0 ? undefined : known.reduce<number>((total, each) => total + (each ?? 0), 0)
  return { value, missing: values.length - known.length }
}

/** The sum of what two sums are of. */
export const joinSums = (a: Sum, b: Sum): Sum => ({
  value: a.value === undefined || b.value === undefined ? (a.value ?? b.value) : a.value + b.value,
  missing: a.missing + b.missing,
})

/** A row whose members nobody vouches for. */
type AnyRow = Readonly<Record<string, unknown>>

type Values = readonly (number | undefined)[]

/** A measure on the day of a row; undefined where the row, or what is needed of it, is missing. */
export const valueOn = (measure: Measure, row: AnyRow | undefined): number | undefined => {
  if (measure.how === 'derived') {
    const [first, second] = measure.of
    return measure.from(valueOn(first, row), valueOn(second, row))
  }
  const own = row?.[measure.member]
  const value = measure.inner === undefined ? own : memberOf(own, measure.inner)
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

/** One value for each day of the range; undefined for a day without a row or a row without the value. */
export const seriesOf = (measure: Measure, rows: readonly AnyRow[], range: Range): (number | undefined)[] => {
  const byDay = rowsByDay(rows)
  return daysOf(range).map((day) => valueOn(measure, byDay.get(day)))
}

/** A measure by day, of all rows that have one; where a day came twice the last row counts. */
export const valuesByDay = (measure: Measure, rows: readonly AnyRow[]): Map<string, number | undefined> =>
  new Map([...rowsByDay(rows)].map(([day, row]) => [day, valueOn(measure, row)]))

/** What a measure comes to over a range; `missing` are the days of the range without it. */
export const figureOf = (measure: Measure, rows: readonly AnyRow[], range: Range): Sum => {
  const byDay = rowsByDay(rows)
  const own = daysOf(range).map((day) => byDay.get(day))
  return figureOver(measure, (plain) => own.map((row) => valueOn(plain, row)))
}

/**
 * What a measure comes to over days. `missing` counts the days that are not in the value; of a measure of the last day, the days
 * after the one it is of. A ratio of sums is taken over the days that have both members.
 *
 * @param valuesOf - One value a day, undefined where there is none.
 */
export const figureOver = (measure: Measure, valuesOf: (plain: PlainMeasure) => Values): Sum => {
  if (measure.how === 'derived') {
    const [first, second] = measure.of
    const [firstValues, secondValues] = [valuesOf(first), valuesOf(second)]
    if (first.how !== 'sum' || second.how !== 'sum') {
      const isMissing = (value: number | undefined, day: number) => measure.from(value, secondValues[day]) === undefined
      return {
        value: measure.from(ways[first.how](firstValues), ways[second.how](secondValues)),
        missing: firstValues.filter(isMissing).length,
      }
    }
    // A day with only one of the two would make the ratio of sums over different days.
    const bothDays = firstValues.flatMap((value, day) => {
      const other = secondValues[day]
      return value === undefined || other === undefined ? [] : [[value, other] as const]
    })
    return {
      value: measure.from(
        sumOfValues(bothDays.map(([value]) => value)).value,
        sumOfValues(bothDays.map(([, other]) => other)).value,
      ),
      missing: firstValues.length - bothDays.length,
    }
  }
  const values = valuesOf(measure)
  const value = ways[measure.how](values)
  const missing =
    measure.how === 'last'
      ? values.length - 1 - values.findLastIndex((each) => each !== undefined)
      : values.filter((each) => each === undefined).length
  return { value, missing }
}

const ways: Record<How, (values: Values) => number | undefined> = {
  sum: (values) => sumOfValues(values).value,
  mean,
  median,
  max: (values) =>
    values.reduce((most, each) => (each === undefined || (most ?? each) > each ? most : each), undefined),
  last: (values) => values.findLast((each) => each !== undefined),
}
