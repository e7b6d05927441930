import { type Day, daysOf, type Range } from '../../../src/domain/calendar/calendar.ts'
import { monthLabel } from '../../../src/domain/text/format.ts'
import { anomaliesOf } from '../../../src/domain/usage/anomalies.ts'
import type { NumberKind } from '../../../src/domain/usage/measure.ts'

/** Which days of a range are unusual, in order. `values` are those of `known`, which holds the weeks before as well. */
export const unusualDays = (
  values: readonly (number | undefined)[],
  known: Range,
  range: Range,
  unit: NumberKind,
): Day[] => {
  const byDay = new Map(daysOf(known).map((day, index) => [day, values[index]]))
  return anomaliesOf(byDay, range, { of: unit === 'count' ? 'counts' : 'ratios' }).map(({ day }) => day)
}

/** `! 13 Nov`, or how many; undefined for none. */
export const unusualText = (days: readonly Day[]): string | undefined => {
  const [first] = days
  if (first === undefined) return undefined
  return days.length === 1 ? `! ${first.slice(8)} ${monthLabel(first)}` : `! ${days.length} days`
}

/** The next unusual day after `day`, or the one before; round the ends. undefined where there is none. */
export const nextUnusual = (days: readonly Day[], day: Day, direction: 1 | -1): Day | undefined =>
  direction === 1 ? (days.find((one) => one > day) ?? days[0]) : (days.findLast((one) => one < day) ?? days.at(-1))
