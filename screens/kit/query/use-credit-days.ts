import { useMemo } from 'react'
import { memoizePerObject } from '../../../src/base/memoize.ts'
import { type Aged, type QueryState, shownOf } from '../../../src/cache/load/query-state.ts'
import { addDays, EARLIEST_DAY, previousRange, type Range } from '../../../src/domain/calendar/calendar.ts'
import { BASELINE_WEEKS } from '../../../src/domain/calendar/weekday-baseline.ts'
import { type CreditDays, joinCreditDays } from '../../../src/domain/usage/credit-days.ts'
import { useQuery } from './use-query.ts'

/** The days before a range that comparisons and explanations need; undefined if there are none. */
export const historyBefore = (range: Range): Range | undefined => {
  if (range.from <= EARLIEST_DAY) return undefined
  const from = [previousRange(range).from, addDays(range.from, -7 * BASELINE_WEEKS)].toSorted()[0] as string
  return { from: from < EARLIEST_DAY ? EARLIEST_DAY : from, to: addDays(range.from, -1) }
}

/**
 * The credit days of a range, and those before it once they are loaded. Two queries, so that the range, which the user
 * looks at, doesn't wait for its history.
 */
export const useCreditDays = (range: Range) => {
  const state = useQuery('creditDays', { range })
  // Without a history this repeats the query of the range, which costs nothing.
  const before = historyBefore(range)
  const history = useQuery('creditDays', { range: before ?? range })
  const now = shownOf(state)
  const earlier = before ? shownOf(history) : undefined
  const days = useMemo(() => joined(earlier, now), [earlier, now])
  return { state, days, hasHistory: earlier !== undefined || !before, states: statesOf(state, before && history) }
}

/**
 * The queries of a range and of the days before it. If the earlier days are not cached and can't be requested, their
 * failure is left out: the range itself is complete.
 */
export const statesOf = (
  state: QueryState<unknown>,
  history: QueryState<unknown> | undefined,
): readonly QueryState<unknown>[] => {
  if (!history) return [state]
  const isNotCached = history.is === 'failed' && history.error.kind === 'incomplete' && shownOf(state) !== undefined
  return isNotCached ? [state] : [state, history]
}

const joined = (earlier: Aged<CreditDays> | undefined, now: Aged<CreditDays> | undefined): CreditDays | undefined =>
  now && (earlier ? joinedWith(now.data)(earlier.data) : joinCreditDays([now.data]))

/** Joined once for all screens, because joining the days of a large organisation takes longer than a frame. */
const joinedWith = memoizePerObject((now: CreditDays) =>
  memoizePerObject((earlier: CreditDays) => joinCreditDays([earlier, now])),
)
