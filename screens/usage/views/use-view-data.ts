import { useMemo } from 'react'
import type { DataOf, QueryName } from '../../../src/cache/load/queries.ts'
import { type QueryState, shownOf } from '../../../src/cache/load/query-state.ts'
import type { Range } from '../../../src/domain/calendar/calendar.ts'
import type { DayRow } from '../../../src/domain/usage/measure-figures.ts'
import { activityView } from '../../../src/domain/usage/views/activity-view.ts'
import type { DaysView } from '../../../src/domain/usage/views/create-view.ts'
import { creditViewData } from '../../../src/domain/usage/views/credits-view.ts'
import { productivityView } from '../../../src/domain/usage/views/productivity-view.ts'
import { toolsView } from '../../../src/domain/usage/views/tools-view.ts'
import type { GroupInfo, ViewData, ViewName } from '../../../src/domain/usage/views/view.ts'
import { historyBefore, statesOf, useCreditDays } from '../../kit/query/use-credit-days.ts'
import { useQuery } from '../../kit/query/use-query.ts'
import { usePersonName } from '../../kit/session/person-name.ts'

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

/** The queries that are asked for days. */
type DaysQuery = Extract<QueryName, `${string}Days`>

/** Those of rows that the API grouped. */
type GroupedQuery = 'creditModelDays' | 'toolNameDays' | 'clientDays'

/** A row of what a query answers. */
type RowOf<Name extends DaysQuery> = DataOf<Name> extends readonly (infer Row extends DayRow)[] ? Row : never

type ShownDays<Row> = {
  /** The same object until the days change; undefined until those of the range are there. */
  rows: readonly Row[] | undefined
  hasHistory: boolean
  states: readonly QueryState<unknown>[]
}

/**
 * The rows of a range, and those before it that comparisons need as soon as they are there: two requests, so that what
 * the user looks at does not wait for its history.
 */
const useDays = <Name extends DaysQuery>(name: Name, range: Range): ShownDays<RowOf<Name>> =>
  useWantedDays(name, range, name)

/**
 * The same of rows that the API groups, while they are wanted. A hook must be called each time: without a name, the days of
 * `instead` are looked at, which the view asks for anyway.
 */
const useWantedDays = <Name extends DaysQuery>(
  name: Name | undefined,
  range: Range,
  instead: DaysQuery,
): ShownDays<RowOf<Name>> => {
  const asked: DaysQuery = name ?? instead
  const isWanted = name !== undefined
  const before = historyBefore(range)
  const state: QueryState<unknown> = useQuery(asked, { range })
  // Without a history the range itself is asked for again, which costs nothing.
  const history: QueryState<unknown> = useQuery(asked, { range: before ?? range })
  type Rows = readonly RowOf<Name>[] | undefined
  const now = isWanted ? (shownOf(state)?.data as Rows) : undefined
  const earlier = isWanted && before ? (shownOf(history)?.data as Rows) : undefined
  const rows = useMemo(() => now && [...(earlier ?? []), ...now], [earlier, now])
  if (!isWanted) return { rows, hasHistory: true, states: noStates }
  return { rows, hasHistory: earlier !== undefined || !before, states: statesOf(state, before && history) }
}

const noStates: readonly QueryState<unknown>[] = []
