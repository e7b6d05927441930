import { saveStatus } from '../../config/status/saved-status.ts'
import type { Range } from '../../domain/calendar/calendar.ts'
import type { AttentionItem } from '../../domain/overview/attention/attention-kinds.ts'
import { isStatusRange, statusFigures } from '../../domain/status/status-figures.ts'
import type { Deps } from '../kit/command.ts'
import type { loadOverview } from './load-overview.ts'

/**
 * Caches the figures of `qd status`, unless they are those of an earlier range or of cached data only.
 *
 * @param open - The attention items that are not muted.
 */
export const saveOverviewStatus = async (
  range: Range,
  { parts, current, missing, at }: Awaited<ReturnType<typeof loadOverview>>,
  open: readonly AttentionItem[],
  deps: Pick<Deps, 'source' | 'credentials' | 'env'>,
): Promise<void> => {
  const source = await deps.source()
  if (source.isOffline || !isStatusRange(range, source.now())) return
  const figures = statusFigures({
    credits: parts.credits,
    budgets: current.budgets,
    open: open.length,
    isIncomplete: missing.length > 0,
    range,
    at: at ?? source.now(),
  })
  saveStatus(figures, await deps.credentials(), deps.env)
}
