import { useMemo } from 'react'
import { ageEnd } from '../../../src/domain/calendar/as-of.ts'
import { rangeArguments, rangeOf } from '../../../src/domain/calendar/shift-range.ts'
import { comparisonFor } from '../../../src/domain/overview/overview-figures.ts'
import { useSession, useSessionState } from './session.ts'

export type ShownRange = ReturnType<typeof useRange>

/** The time at which the shown days are computed, Unix ms: now, or when refresh was paused. */
const useRangeTime = (): number => {
  const session = useSession()
  return useSessionState('pausedAt') ?? session.now()
}

const MINUTE_MS = 60_000

/** The time that ages refer to, Unix ms: the current minute, or the end of the day as of which data is shown. */
export const useAgeReference = (): number => {
  const now = useSession().now()
  return ageEnd(useSessionState('at'), Math.floor(now / MINUTE_MS) * MINUTE_MS)
}

/** The days that all screens show. They move on at midnight UTC, unless refresh is paused. */
export const useRange = () => {
  const choice = useSessionState('range')
  const isComparing = useSessionState('isComparing')
  const now = useRangeTime()
  const { from, to } = rangeOf(choice, now)
  const range = useMemo(() => ({ from, to }), [from, to])
  const previous = useMemo(() => (isComparing ? comparisonFor(range) : undefined), [range, isComparing])
  return {
    /** The chosen days; the same object while they are the same days. */
    range,
    /** The previous period; undefined without comparison, and if there is no data for it. */
    previous,
    /** The options of a headless command for these days. */
    arguments: rangeArguments(choice, now),
    /** Unix ms. */
    now,
  }
}

/** The notice when data as of an earlier day is shown. */
export const AS_OF = 'Readiness and controls are shown as of that day. Press Esc to show current data.'

/** The notice when current data is shown again. */
export const BACK_TO_NOW = 'Showing current data.'
