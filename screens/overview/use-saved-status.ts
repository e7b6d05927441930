import { useEffect } from 'react'
import { shownOf } from '../../src/cache/load/query-state.ts'
import type { Range } from '../../src/domain/calendar/calendar.ts'
import { isStatusRange, statusFigures } from '../../src/domain/status/status-figures.ts'
import type { useCreditDays } from '../kit/query/use-credit-days.ts'
import { useSession, useSessionState } from '../kit/session/session.ts'
import type { useAttention } from './use-attention.ts'

/** Caches the figures of `qd status` once all data of the range is loaded, and after each change. */
export const useSavedStatus = (
  range: Range,
  credits: ReturnType<typeof useCreditDays>,
  attention: ReturnType<typeof useAttention>,
): void => {
  const { saveStatus, now } = useSession()
  const isNow = useSessionState('at') === undefined
  const { isLoaded, isIncomplete, budgets } = attention
  const open = attention.open.length
  const at = shownOf(credits.state)?.at
  const { days } = credits
  useEffect(() => {
    if (!isNow || !isLoaded || at === undefined || !isStatusRange(range, now())) return
    saveStatus?.(statusFigures({ credits: days, budgets, open, isIncomplete, range, at }))
  }, [saveStatus, now, isNow, isLoaded, isIncomplete, budgets, open, at, days, range])
}
