import { AppError } from '../../base/errors.ts'
import type { DayTable } from '../../cache/ledger/ledger.ts'
import type { Range } from '../../domain/calendar/calendar.ts'
import type { ViewName } from '../../domain/usage/views/view.ts'
import { parseRange } from '../kit/range.ts'
import { type BreakdownOptions, type GivenOptions, parseBreakdown } from './by-options.ts'
import { dayKinds, fieldAliases, fieldsOf } from './day-kinds.ts'
import { parseRowWhere, type RowWhere } from './row-where.ts'
import { parseOrder, type RowOrder } from './sort-rows.ts'

export type DaysOptions = {
  /** What is asked for, the group included. */
  table: DayTable
  range: Range
  isTotals: boolean
  isCompared: boolean
  /** Undefined: by day, groups of totals the largest first. */
  order: RowOrder | undefined
  where: RowWhere | undefined
  isPseudonymous: boolean
}

export type UsageOptions = DaysOptions | BreakdownOptions

/** `groups` names the table for each value that --group-by takes. */
const parseDays =
  (ungrouped: DayTable, groups: Readonly<Record<string, DayTable>> = {}) =>
  ({ options }: { options: GivenOptions }, now: number): DaysOptions => {
    // The option's choices have been judged already.
    const table = groups[options.groupBy ?? ''] ?? ungrouped
    const { sort, where } = options
    const shape = { isTotals: options.totals, isCompared: options.compare !== undefined }
    const kind = dayKinds[table]
    if (shape.isTotals && kind.group === undefined && (sort !== undefined || where.length > 0))
      throw new AppError(
        'usage',
        '--totals is one row, which --sort and --where have nothing to do with: leave them out.',
      )
    const fields = fieldsOf(kind, shape)
    return {
      ...shape,
      table,
      range: parseRange({ options }, now),
      order: parseOrder(sort, fields, fieldAliases(kind)),
      where: parseRowWhere(where, fields, fieldAliases(kind)),
      isPseudonymous: options.pseudonyms ?? false,
    }
  }

/** As {@link parseDays}, or with `--by` a breakdown of the view. */
export const parseUsage = (view: ViewName, ...tables: Parameters<typeof parseDays>) => {
  const parsePlain = parseDays(...tables)
  return (input: { options: GivenOptions }, now: number): UsageOptions =>
    parseBreakdown(view, input.options, now) ?? parsePlain(input, now)
}
