import { useMemo } from 'react'
import type { QueryName } from '../../src/cache/load/queries.ts'
import { type QueryState, shownOf } from '../../src/cache/load/query-state.ts'
import type { Range } from '../../src/domain/calendar/calendar.ts'
import type { DayRow } from '../../src/domain/usage/rows-by-day.ts'
import { historyBefore, statesOf } from '../kit/use-credit-days.ts'
import { useQuery } from '../kit/use-query.ts'

/** The queries that are asked for days. */
export type DaysQuery = Extract<QueryName, `${string}Days`>

export type ShownDays<Row> = {
  /** The same object until the days change; undefined until those of the range are there. */
  rows: readonly Row[] | undefined
  hasHistory: boolean
  states: readonly QueryState<unknown>[]
}

/**
 * The rows of a range, and those before it that comparisons need as soon as they are there: two requests, so that what
 * the user looks at does not wait for its history. `Row` is what the query answers.
 */
export const useDays = <Row extends DayRow>(name: DaysQuery, range: Range): ShownDays<Row> =>
  useGroupedDays(name, range, true, name)

/**
 * The same of rows that the API groups, while they are wanted. A hook must be called each time: unwanted, the days of
 * `instead` are looked at, which the view asks for anyway.
 */
export const useGroupedDays = <Row extends DayRow>(
  name: DaysQuery,
  range: Range,
  isWanted: boolean,
  instead: DaysQuery,
): ShownDays<Row> => {
  const asked = isWanted ? name : instead
  const before = historyBefore(range)
  const state: QueryState<unknown> = useQuery(asked, { range })
  // Without a history the range itself is asked for again, which costs nothing.
  const history: QueryState<unknown> = useQuery(asked, { range: before ?? range })
  const now = isWanted ? (shownOf(state)?.data as readonly Row[] | undefined) : undefined
  const earlier = isWanted && before ? (shownOf(history)?.data as readonly Row[] | undefined) : undefined
  const rows = useMemo(() => now && [...(earlier ?? []), ...now], [earlier, now])
  if (!isWanted) return { rows, hasHistory: true, states: noStates }
  return { rows, hasHistory: earlier !== undefined || !before, states: statesOf(state, before && history) }
}

const noStates: readonly QueryState<unknown>[] = []
