import { useMemo } from 'react'
import type { QueryState } from '../../../src/cache/load/query-state.ts'
import type { Range } from '../../../src/domain/calendar/calendar.ts'
import { activityView } from '../../../src/domain/usage/views/activity-view.ts'
import type { DaysView } from '../../../src/domain/usage/views/create-view.ts'
import { creditViewData } from '../../../src/domain/usage/views/credits-view.ts'
import { productivityView } from '../../../src/domain/usage/views/productivity-view.ts'
import { toolsView } from '../../../src/domain/usage/views/tools-view.ts'
import type { GroupInfo, ViewData, ViewName } from '../../../src/domain/usage/views/view.ts'
import { useCreditDays } from '../../kit/query/use-credit-days.ts'
import { usePersonName } from '../../kit/session/person-name.ts'
import { type DaysQuery, type GroupedQuery, type RowOf, useDays, useWantedDays } from './use-days.ts'

type ShownData = {
  data: ViewData | undefined
  /** Whether the days before the range are there too. */
  hasHistory: boolean
  /** Whether the rows of the breakdown are there. */
  hasRows: boolean
  states: readonly QueryState<unknown>[]
}

/** A hook: the days of a range with those before it, and what the breakdown needs besides. */
type UseViewData = (range: Range, group: Pick<GroupInfo, 'groupBy'>) => ShownData

const useCreditsData: UseViewData = (range, { groupBy }) => {
  const { days, hasHistory, states } = useCreditDays(range)
  const isGrouped = groupBy !== undefined
  const grouped = useWantedDays(isGrouped ? 'creditModelDays' : undefined, range, 'creditDays')
  const nameOf = usePersonName()
  const data = useMemo(() => days && creditViewData(days, grouped.rows, nameOf), [days, grouped.rows, nameOf])
  return {
    data,
    hasHistory: hasHistory && grouped.hasHistory,
    hasRows: days !== undefined && (!isGrouped || grouped.rows !== undefined),
    states: isGrouped ? [...states, ...grouped.states] : states,
  }
}

/** @param groupedQuery - Of the rows that the API groups, where the view has such a breakdown. */
const dataOf =
  <Query extends DaysQuery>(view: DaysView<RowOf<Query>>, query: Query, groupedQuery?: GroupedQuery): UseViewData =>
  (range, { groupBy }) => {
    const days = useDays(query, range)
    const isGrouped = groupBy !== undefined
    const ofGroups = useWantedDays(isGrouped ? groupedQuery : undefined, range, query)
    const data = useMemo(() => days.rows && view.dataOf(days.rows, ofGroups.rows), [days.rows, ofGroups.rows])
    return {
      data,
      hasHistory: days.hasHistory && ofGroups.hasHistory,
      hasRows: days.rows !== undefined && (!isGrouped || ofGroups.rows !== undefined),
      states: isGrouped ? [...days.states, ...ofGroups.states] : days.states,
    }
  }

export const viewData: Readonly<Record<ViewName, UseViewData>> = {
  credits: useCreditsData,
  tools: dataOf(toolsView, 'toolDays', 'toolNameDays'),
  activity: dataOf(activityView, 'activityDays', 'clientDays'),
  productivity: dataOf(productivityView, 'productivityDays'),
}
