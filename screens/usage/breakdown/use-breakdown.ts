import { useMemo } from 'react'
import type { QueryState } from '../../../src/cache/load/query-state.ts'
import { type Day, lengthOf, type Range } from '../../../src/domain/calendar/calendar.ts'
import { usageRowTable } from '../../../src/domain/usage/views/usage-row-table.ts'
import { sortedRows, type UsageRow, usageRows, usualRows } from '../../../src/domain/usage/views/usage-rows.ts'
import type { View, ViewData } from '../../../src/domain/usage/views/view.ts'
import { type FilteredRows, useFilteredRows } from '../../kit/filter/use-where.ts'
import { historyBefore } from '../../kit/query/use-credit-days.ts'
import type { ShownRange } from '../../kit/session/use-range.ts'
import { viewData } from '../views/use-view-data.ts'
import type { ViewChoice } from './use-view-choice.ts'

/** The days of a view as far as they are loaded, and the breakdown that was chosen. */
export type Breakdown = {
  range: Range
  /** Undefined until there is any. */
  data: ViewData | undefined
  /** Whether the rows of the breakdown are there. */
  hasRows: boolean
  /** Whether the weeks before the range are there, which unusual days are judged by. */
  hasHistory: boolean
  states: readonly QueryState<unknown>[]
  /** The days that are known, from before the range. */
  known: Range
  /** The period before, where it is compared. */
  compared: Range | undefined
  /** All rows, the filter, and those that it leaves in their order. */
  all: readonly UsageRow[]
  filtered: FilteredRows<UsageRow>
  rows: readonly UsageRow[]
  /** The day that the rows are of, beside its usual weekday; undefined: of the range. */
  brokenDay: Day | undefined
  /** Of `rows`. */
  ids: readonly string[]
}

/** @param brokenDay - The day whose rows are wanted in place of those of the range. */
export const useBreakdown = (
  view: View,
  choice: ViewChoice,
  { range, previous }: Pick<ShownRange, 'range' | 'previous'>,
  brokenDay: Day | undefined,
): Breakdown => {
  const { group, outer, model, isApart, sort } = choice
  const { data, hasHistory, hasRows, states } = viewData[view.name](range, outer)
  // Compared with a period without any data every row would look new.
  const compared = useMemo(() => {
    const isThere = hasHistory && previous !== undefined && (data?.missingDays(previous) ?? 0) < lengthOf(previous)
    return isThere ? previous : undefined
  }, [hasHistory, previous, data])
  const known = useMemo(
    () => ({ from: (hasHistory && historyBefore(range)?.from) || range.from, to: range.to }),
    [range, hasHistory],
  )
  const isDay = brokenDay !== undefined
  const rowsIn = useMemo(() => {
    if (!data || !hasRows) return undefined
    return (of: Range) => (model === undefined ? data.rows(outer.id, of, isApart) : data.peopleOf(model, of))
  }, [data, hasRows, outer, model, isApart])
  // Going through the days reads the weeks before once.
  const long = useMemo(() => (isDay ? rowsIn?.(known) : undefined), [isDay, rowsIn, known])
  const all = useMemo(() => {
    if (!data || !rowsIn) return []
    const periodRows = (of: Range) => ({ rows: rowsIn(of), absent: data.absentSeries(group.id, of) })
    if (brokenDay === undefined) return usageRows(periodRows(range), compared && periodRows(compared), outer.unit)
    const ofDay = rowsIn({ from: brokenDay, to: brokenDay })
    return usualRows(ofDay, long ?? [], { day: brokenDay, known, range })
  }, [data, rowsIn, long, range, compared, group, outer, known, brokenDay])
  const table = useMemo(() => usageRowTable(group, isDay), [group, isDay])
  const filtered = useFilteredRows(all, table)
  const rows = useMemo(() => sortedRows(filtered.rows, sort), [filtered.rows, sort])
  const ids = useMemo(() => rows.map(({ id }) => id), [rows])
  return { range, data, hasRows, hasHistory, states, known, compared, all, filtered, rows, ids, brokenDay }
}
