import { useMemo } from 'react'
import { ageEnd } from '../../../src/domain/calendar/known-at.ts'
import { rangeArguments, rangeOf } from '../../../src/domain/calendar/shift-range.ts'
import { comparisonFor } from '../../../src/domain/overview/overview-figures.ts'
import { useSession, useSessionState } from './session.ts'

export type ShownRange = ReturnType<typeof useRange>

/** When the days are judged that are shown: now, or when they were paused. Unix ms. */
const useDaysNow = (): number => {
  const session = useSession()
  return useSessionState('pausedAt') ?? session.now()
}

const MINUTE_MS = 60_000

/** What ages are counted to, Unix ms: now, by the minute, or the end of the day as of which everything is shown. */
export const useAgeEnd = (): number => {
  const now = useSession().now()
  return ageEnd(useSessionState('at'), Math.floor(now / MINUTE_MS) * MINUTE_MS)
}

/** The days that all screens show. They move on at midnight UTC by themselves, unless they are paused. */
export const useRange = () => {
  const choice = useSessionState('range')
  const isComparing = useSessionState('isComparing')
  const now = useDaysNow()
  const { from, to } = rangeOf(choice, now)
  const range = useMemo(() => ({ from, to }), [from, to])
  const previous = useMemo(() => (isComparing ? comparisonFor(range) : undefined), [range, isComparing])
  return {
    /** The chosen days, the same object for as long as they are the same days. */
    range,
    /** The previous period, when figures are compared and there is data for it. */
    previous,
    /** The options of a headless command for these days. */
    arguments: rangeArguments(choice, now),
    /** Unix ms. */
    now,
  }
}

/** What is said when things begin to be shown as of an earlier day. */
export const AS_OF = 'Readiness and controls as of that day: Esc or :at now returns.'

/** What is said when they are shown as they are again. */
export const BACK_TO_NOW = 'Showing current data.'
