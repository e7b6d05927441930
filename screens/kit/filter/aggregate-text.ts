import { type Aggregate, aggregateOf } from '../../../src/domain/filter/aggregate.ts'
import { NONE } from '../../../src/domain/text/format.ts'

/** A figure of the rows of a list. */
export type Figure<Row> = {
  /** `credits`. */
  label: string
  /** NaN or undefined: unknown. */
  valueOf: (row: Row) => number | undefined
  /** Whether the values of rows can be added. Ratios cannot. */
  isSum: boolean
  text: (value: number) => string
}

/** `credits sum 214,119, median 5,222`; for a ratio only its median. A `?` means that the sum is incomplete. */
export const aggregateText = (
  { sum, median, unknown }: Aggregate,
  { label, isSum, text }: Pick<Figure<never>, 'label' | 'isSum' | 'text'>,
  isPartial = false,
): string => {
  if (median === undefined) return `${label} ${NONE}`
  const middle = `median ${text(median)}`
  return isSum ? `${label} sum ${text(sum)}${isPartial || unknown > 0 ? '?' : ''}, ${middle}` : `${label} ${middle}`
}

/** {@link aggregateText} of rows. */
export const rowsAggregate = <Row>(rows: readonly Row[], figure: Figure<Row>): string =>
  aggregateText(aggregateOf(Float64Array.from(rows, (row) => figure.valueOf(row) ?? Number.NaN)), figure)
