import { useMemo } from 'react'
import type { DataOf, QueryName } from '../../../src/cache/load/queries.ts'
import { type QueryState, shownOf } from '../../../src/cache/load/query-state.ts'
import type { Range } from '../../../src/domain/calendar/calendar.ts'
import type { DayRow } from '../../../src/domain/usage/rows-by-day.ts'
import { historyBefore, statesOf } from '../../kit/query/use-credit-days.ts'
import { useQuery } from '../../kit/query/use-query.ts'

/** The queries that are asked for days. */
export type DaysQuery = Extract<QueryName, `${string}Days`>

/** Those of rows that the API grouped. */
export type GroupedQuery = 'creditModelDays' | 'toolNameDays' | 'clientDays'

/** A row of what a query answers. */
export type RowOf<Name extends DaysQuery> = DataOf<Name> extends readonly (infer Row extends DayRow)[] ? Row : never

export type ShownDays<Row> = {
  /** The same object until the days change; undefined until those of the range are there. */
  rows: readonly Row[] | undefined
  hasHistory: boolean
  states: readonly QueryState<unknown>[]
}

/**
 * The rows of a range, and those before it that comparisons need as soon as they are there: two requests, so that what
 * the user looks at does not wait for its history.
 */
export const useDays = <Name extends DaysQuery>(name: Name, range: Range): ShownDays<RowOf<Name>> =>
  useWantedDays(name, range, name)

/**
 * The same of rows that the API groups, while they are wanted. A hook must be called each time: without a name, the days of
 * `instead` are looked at, which the view asks for anyway.
 */
export const useWantedDays = <Name extends DaysQuery>(
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
