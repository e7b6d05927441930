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
import { useTeams } from '../../kit/query/use-teams.ts'
import { usePersonName } from '../../kit/session/person-name.ts'

/** Loads a range and the weeks before it, and what the breakdown needs in addition. */
type UseViewData = (range: Range, group: GroupInfo) => ReturnType<typeof shownData>

type LoadedDays<Row> = {
  /** The same object until the days change; undefined until the range is loaded. */
  rows: readonly Row[] | undefined
  hasHistory: boolean
  states: readonly QueryState<unknown>[]
}

const shownData = (
  data: ViewData | undefined,
  days: Omit<LoadedDays<unknown>, 'rows'>,
  grouped: LoadedDays<unknown>,
) => ({
  /** Undefined until the range is loaded. */
  data,
  /** Whether the weeks before the range are loaded. */
  hasHistory: days.hasHistory && grouped.hasHistory,
  /** Whether the rows of the breakdown are loaded. */
  hasRows: data !== undefined && (grouped.states.length === 0 || grouped.rows !== undefined),
  states: [...days.states, ...grouped.states],
})

const useCreditsData: UseViewData = (range, { id, groupBy }) => {
  const { days, ...loaded } = useCreditDays(range)
  const grouped = useDays('creditModelDays', range, groupBy !== undefined)
  const isByTeam = id === 'team'
  const { state: ofTeams, teams } = useTeams(isByTeam)
  const nameOf = usePersonName()
  const data = useMemo(
    () => days && creditViewData(days, grouped.rows, nameOf, teams),
    [days, grouped.rows, nameOf, teams],
  )
  const needed = isByTeam ? { rows: teams && [], hasHistory: true, states: [ofTeams] } : grouped
  return shownData(data, loaded, needed)
}

/** @param groupedQuery - Query of the grouped rows, if the view has such a breakdown. */
const dataOf =
  <Query extends DaysQuery>(view: DaysView<RowOf<Query>>, query: Query, groupedQuery?: GroupedQuery): UseViewData =>
  (range, { groupBy }) => {
    const days = useDays(query, range)
    const grouped = useDays(groupedQuery ?? 'clientDays', range, groupBy !== undefined)
    const data = useMemo(() => days.rows && view.dataOf(days.rows, grouped.rows), [days.rows, grouped.rows])
    return shownData(data, days, grouped)
  }

export const viewData: Readonly<Record<ViewName, UseViewData>> = {
  credits: useCreditsData,
  tools: dataOf(toolsView, 'toolDays', 'toolNameDays'),
  activity: dataOf(activityView, 'activityDays', 'clientDays'),
  productivity: dataOf(productivityView, 'productivityDays'),
}

/** Queries over a range of days. */
type DaysQuery = Extract<QueryName, `${string}Days`>

/** Queries of rows that the API groups. */
type GroupedQuery = 'toolNameDays' | 'clientDays'

/** A row in the result of a query. */
type RowOf<Name extends DaysQuery> = DataOf<Name> extends readonly (infer Row extends DayRow)[] ? Row : never

/**
 * Loads the rows of a range, and the weeks before it for comparisons. These are two requests, so that the displayed
 * range does not wait for its history. Loads nothing if `isWanted` is false.
 */
const useDays = <Name extends DaysQuery>(name: Name, range: Range, isWanted = true): LoadedDays<RowOf<Name>> => {
  const before = isWanted ? historyBefore(range) : undefined
  const state: QueryState<unknown> = useQuery<DaysQuery>(name, isWanted ? { range } : undefined)
  const history: QueryState<unknown> = useQuery<DaysQuery>(name, before && { range: before })
  type Rows = readonly RowOf<Name>[] | undefined
  const now = shownOf(state)?.data as Rows
  const earlier = shownOf(history)?.data as Rows
  const rows = useMemo(() => now && [...(earlier ?? []), ...now], [earlier, now])
  const states = isWanted ? statesOf(state, before && history) : []
  return { rows, hasHistory: earlier !== undefined || !before, states }
}
