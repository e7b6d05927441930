import { useEffect, useMemo } from 'react'
import { shownOf } from '../../../src/cache/load/query-state.ts'
import { addDays, type Day, type Range } from '../../../src/domain/calendar/calendar.ts'
import { pseudonymizeRevision } from '../../../src/domain/overview/pseudonymize.ts'
import {
  type DayRevision,
  revisionDay,
  revisionDays,
  revisionsOn,
} from '../../../src/domain/revisions/day-revisions.ts'
import { useLastDefined } from '../../../src/ui/keys/use-keys.ts'
import { useQuery } from '../../kit/query/use-query.ts'
import { type StateKey, useScreenState } from '../../kit/screen/screen-state.ts'
import { usePrivateSalt } from '../../kit/session/person-name.ts'

/** How many revisions are added by each load, and the limit for all of them. */
const STEP = 100
const MAX = 530

export type DayRevisions = {
  days: ReadonlySet<Day>
  /** The revisions of a day, newest first. */
  on: (day: Day) => DayRevision[]
}

/**
 * The revisions of the controls in a range and on the day before it. If the key may not read them, the chart has
 * no marks and shows no error, because its own data is complete.
 */
export const useDayRevisions = (range: Range, limitKey: StateKey<number>): DayRevisions => {
  const [limit, setLimit] = useScreenState(limitKey)
  const state = useQuery('revisions', { limit })
  const shown = shownOf(state)?.data
  const rows = useLastDefined(shown) ?? none

  const earliest = addDays(range.from, -1)
  const isShort =
    state.is === 'ready' &&
    state.now.data.length >= limit &&
    limit < MAX &&
    state.now.data.every((row) => (revisionDay(row) ?? earliest) >= earliest)
  useEffect(() => {
    if (isShort) setLimit(limit + STEP)
  }, [isShort, limit, setLimit])

  const salt = usePrivateSalt()
  return useMemo(
    () => ({
      days: revisionDays(rows),
      on: (day) => revisionsOn(salt === undefined ? rows : rows.map((row) => pseudonymizeRevision(row, salt)), day),
    }),
    [rows, salt],
  )
}

const none: readonly never[] = []
