import { type Day, daysOf, type Range } from '../../../src/domain/calendar/calendar.ts'
import { monthLabel } from '../../../src/domain/text/format.ts'
import { anomaliesOf } from '../../../src/domain/usage/anomalies.ts'
import type { NumberKind } from '../../../src/domain/usage/measure.ts'

/** The unusual days of a range, in order. `values` cover `known`, which includes the weeks before the range. */
export const unusualDays = (
  values: readonly (number | undefined)[],
  known: Range,
  range: Range,
  unit: NumberKind,
): Day[] => {
  const byDay = new Map(daysOf(known).map((day, index) => [day, values[index]]))
  return anomaliesOf(byDay, range, { of: unit === 'count' ? 'counts' : 'ratios' }).map(({ day }) => day)
}

/** `! 13 Nov`, or the number of days; undefined if there are none. */
export const unusualText = (days: readonly Day[]): string | undefined => {
  const [first] = days
  if (first === undefined) return undefined
  return days.length === 1 ? `! ${first.slice(8)} ${monthLabel(first)}` : `! ${days.length} days`
}

/** The next unusual day after `day`, or the previous one, wrapping around; undefined if there are none. */
export const nextUnusual = (days: readonly Day[], day: Day, direction: 1 | -1): Day | undefined =>
  direction === 1 ? (days.find((one) => one > day) ?? days[0]) : (days.findLast((one) => one < day) ?? days.at(-1))
