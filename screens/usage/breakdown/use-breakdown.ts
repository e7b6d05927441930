import { useMemo } from 'react'
import type { QueryState } from '../../../src/cache/load/query-state.ts'
import { lengthOf, type Range } from '../../../src/domain/calendar/calendar.ts'
import { sortedRows, type UsageRow, usageRows } from '../../../src/domain/usage/views/usage-rows.ts'
import type { View, ViewData } from '../../../src/domain/usage/views/view.ts'
import { historyBefore } from '../../kit/use-credit-days.ts'
import type { ShownRange } from '../../kit/use-range.ts'
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
  /** All rows, and those that the filter leaves in their order. */
  all: readonly UsageRow[]
  rows: readonly UsageRow[]
  /** Of `rows`. */
  ids: readonly string[]
}

/** @param filter - What rows must hold; empty: all rows. */
export const useBreakdown = (
  view: View,
  choice: ViewChoice,
  { range, previous }: Pick<ShownRange, 'range' | 'previous'>,
  filter: string,
): Breakdown => {
  const { outer, model, isApart, sort } = choice
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
  const all = useMemo(() => {
    if (!data || !hasRows) return []
    const rowsIn = (of: Range) => (model === undefined ? data.rows(outer.id, of, isApart) : data.peopleOf(model, of))
    return usageRows(rowsIn(range), compared && rowsIn(compared), outer.unit)
  }, [data, hasRows, outer, model, isApart, range, compared])
  const rows = useMemo(() => sortedRows(all, sort, filter), [all, sort, filter])
  const ids = useMemo(() => rows.map(({ id }) => id), [rows])
  return { range, data, hasRows, hasHistory, states, known, compared, all, rows, ids }
}
