import { createSeenPairs } from '../../base/seen-pairs.ts'
import { daysOf, type Range } from '../calendar/calendar.ts'

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
): Row[] => {
  const seen = createSeenPairs()
  const isLast = ({ date, group_key: key }: Row): boolean =>
    typeof date !== 'string' || typeof key !== 'string' || seen.add(key, date)
  return rows.toReversed().filter(isLast).reverse()
}

/** The rows of a range in the order of their days, one a day. */
export const rowsOf = <Row extends DayRow>(rows: readonly Row[], range: Range): Row[] => {
  const byDay = rowsByDay(rows)
  return daysOf(range).flatMap((day) => byDay.get(day) ?? [])
}
