import { isAvailable, previousRange, type Range } from './calendar.ts'
import { type Delta, delta } from './delta.ts'
import { type DayRow, type NumberMember, rowsOf, type Sum, sumOf } from './totals.ts'

export { type Contributor, type DayExplanation, explainDay } from './day-explanation.ts'

export type Comparison = {
  range: Range
  previous: Range
  now: Sum
  /** The value is undefined where the API has no data so early, and nothing can be compared. */
  before: Sum
  delta: Delta
}

/**
 * One member's sum over a range beside the range directly before. A period that data cannot reach back to in full is
 * not compared, and neither is one with no row at all.
 */
export const compareSums = <Row extends DayRow>(
  rows: readonly Row[],
  range: Range,
  member: NumberMember<Row>,
  { ascii = false }: { ascii?: boolean } = {},
): Comparison => {
  const previous = previousRange(range)
  const now = sumOf(rowsOf(rows, range), member)
  const before = sumOf(rowsOf(rows, previous), member)
  const base = isAvailable(previous) ? before.value : undefined
  return { range, previous, now, before: { ...before, value: base }, delta: delta(now.value, base, { ascii }) }
}
