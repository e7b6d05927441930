import { memberOf } from '../../base/json.ts'
import { mean, median } from '../../base/numbers.ts'
import { lastOfPairs } from '../../base/seen-pairs.ts'
import { daysOf, type Range } from '../calendar/calendar.ts'
import type { How, Measure, PlainMeasure } from './measure.ts'

/** A row of a day. A missing or invalid date is undefined. */
export type DayRow = { date?: string | undefined }

/** Rows by day. For duplicate days the last row counts. Rows without a date are left out. */
export const rowsByDay = <Row extends { readonly date?: unknown }>(rows: readonly Row[]): Map<string, Row> => {
  const byDay = new Map<string, Row>()
  for (const row of rows) if (typeof row.date === 'string') byDay.set(row.date, row)
  return byDay
}

/** Rows with a day and a group, without duplicates: the last one counts. Rows without a day or a group stay. */
export const lastGroupedRows = <Row extends { readonly date?: unknown; readonly group_key?: unknown }>(
  rows: readonly Row[],
): Row[] =>
  lastOfPairs(rows, ({ date, group_key: key }) =>
    typeof date === 'string' && typeof key === 'string' ? [key, date] : undefined,
  )

/** The rows of a range in the order of their days, one per day. */
export const rowsOf = <Row extends DayRow>(rows: readonly Row[], range: Range): Row[] => {
  const byDay = rowsByDay(rows)
  return daysOf(range).flatMap((day) => byDay.get(day) ?? [])
}

/** A sum, and the number of rows without a value. The output must mark a sum with missing values as incomplete. */
export type Sum = {
  /** Undefined if no row had a value. */
  value: number | undefined
  missing: number
}

/** Adds the finite values and counts the others. */
export const sumOfValues = (values: readonly (number | null | undefined)[]): Sum => {
  const known = values.filter((value) => typeof value === 'number' && Number.isFinite(value))
  const value = known.length === 0 ? undefined : known.reduce<number>((total, each) => total + (each ?? 0), 0)
  return { value, missing: values.length - known.length }
}

export const joinSums = (a: Sum, b: Sum): Sum => ({
  value: a.value === undefined || b.value === undefined ? (a.value ?? b.value) : a.value + b.value,
  missing: a.missing + b.missing,
})

/** A row with unvalidated fields. */
type AnyRow = Readonly<Record<string, unknown>>

type Values = readonly (number | undefined)[]

/** A measure on the day of a row; undefined if the row or a required field is missing. */
export const valueOn = (measure: Measure, row: AnyRow | undefined): number | undefined => {
  if (measure.how === 'derived') {
    const [first, second] = measure.of
    return measure.from(valueOn(first, row), valueOn(second, row))
  }
  const rowValue = row?.[measure.member]
  const value = measure.inner === undefined ? rowValue : memberOf(rowValue, measure.inner)
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

/** One value per day of the range; undefined for a day without a row or a row without the value. */
export const seriesOf = (measure: Measure, rows: readonly AnyRow[], range: Range): (number | undefined)[] => {
  const byDay = rowsByDay(rows)
  return daysOf(range).map((day) => valueOn(measure, byDay.get(day)))
}

/** A measure by day, for all rows with a date. For duplicate days the last row counts. */
export const valuesByDay = (measure: Measure, rows: readonly AnyRow[]): Map<string, number | undefined> =>
  new Map([...rowsByDay(rows)].map(([day, row]) => [day, valueOn(measure, row)]))

/** The value of a measure over a range. `missing` is the number of days without a value. */
export const figureOf = (measure: Measure, rows: readonly AnyRow[], range: Range): Sum =>
  figureOver(measure, (plain) => seriesOf(plain, rows, range))

/**
 * The value of a measure over days. `missing` is the number of days that the value excludes; for `last`, the number of
 * days after the one with the value. A ratio of sums uses only the days that have both fields.
 *
 * @param valuesOf - One value per day; undefined if there is none.
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
    // A day with only one of the two values would make a ratio of sums over different days.
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
  max: (values) => values.reduce((max, each) => (each === undefined || (max ?? each) > each ? max : each), undefined),
  last: (values) => values.findLast((each) => each !== undefined),
}
