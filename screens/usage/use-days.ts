import { useMemo } from 'react'
import type { QueryName } from '../../src/cache/load/queries.ts'
import { type Pane, shownOf } from '../../src/cache/load/query-state.ts'
import type { Range } from '../../src/domain/calendar/calendar.ts'
import type { DayRow } from '../../src/domain/usage/totals.ts'
import { usePane } from '../kit/session.ts'
import { historyBefore, panesOf } from '../kit/use-credit-days.ts'

/** The queries that are asked for days. */
export type DaysQuery = Extract<QueryName, `${string}Days`>

export type ShownDays<Row> = {
  /** The same object until the days change; undefined until those of the range are there. */
  rows: readonly Row[] | undefined
  hasHistory: boolean
  panes: readonly Pane<unknown>[]
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
  const pane: Pane<unknown> = usePane(asked, { range })
  // Without a history the range itself is asked for again, which costs nothing.
  const history: Pane<unknown> = usePane(asked, { range: before ?? range })
  const now = isWanted ? (shownOf(pane)?.data as readonly Row[] | undefined) : undefined
  const earlier = isWanted && before ? (shownOf(history)?.data as readonly Row[] | undefined) : undefined
  const rows = useMemo(() => now && [...(earlier ?? []), ...now], [earlier, now])
  if (!isWanted) return { rows, hasHistory: true, panes: noPanes }
  return { rows, hasHistory: earlier !== undefined || !before, panes: panesOf(pane, before && history) }
}

const noPanes: readonly Pane<unknown>[] = []
