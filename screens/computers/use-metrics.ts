import { useEffect, useMemo, useState } from 'react'
import { shownOf } from '../../src/cache/load/query-state.ts'
import { useLatest } from '../../src/ui/keys/use-keys.ts'
import type { Theme } from '../../src/ui/layout/theme.ts'
import type { List } from '../kit/list/use-list.ts'
import { useLiveRefresh, useQuery } from '../kit/query/use-query.ts'
import type { ComputerEntry } from './computer-columns.ts'
import { computerDetail } from './computer-detail.ts'
import { METRICS_SPAN_MS, type MetricsState, metricLines } from './metric-lines.ts'

/** How long the selection must rest before its metrics are requested, ms. */
const SETTLE_MS = 100

const loading = { is: 'loading' } as const

/** Whether a computer runs, so that its agent may report metrics. */
const isRunning = ({ statusGroup }: ComputerEntry): boolean =>
  statusGroup === 'active' || statusGroup === 'provisioning'

const hasSamples = (state: MetricsState): boolean => (shownOf(state)?.data.length ?? 0) > 0

/**
 * The details of computers, with the metrics of the selected one if the server has any. They are refreshed while they
 * are on the screen.
 *
 * @param entries - The computers of the screen.
 */
export const useMetricsDetail = (entries: readonly ComputerEntry[]) => {
  const [selectedId, setSelectedId] = useState<string>()
  const isOffered = shownOf(useQuery('extensions', {}))?.data.includes('computerMetrics') === true
  const isWanted = isOffered && entries.some((entry) => entry.row.id === selectedId && isRunning(entry))
  const params = isWanted && selectedId !== undefined ? { id: selectedId, spanMs: METRICS_SPAN_MS } : undefined
  const state = useQuery('computerMetrics', params)
  useLiveRefresh(params !== undefined && state.is !== 'failed', 'computerMetrics')
  const detailOf = useMemo(
    () => (entry: ComputerEntry, width: number, theme: Theme) => {
      const metrics = entry.row.id === selectedId ? state : loading
      // A computer that is being set up may have no agent yet, and its steps matter more.
      const isKnown = entry.statusGroup === 'active' || metrics.is === 'failed' || hasSamples(metrics)
      const isShown = isOffered && isRunning(entry) && !entry.isOffline && isKnown
      return computerDetail(entry, width, theme, isShown ? metricLines(metrics, width, theme) : [])
    },
    [isOffered, selectedId, state],
  )
  return { detailOf, setSelectedId }
}

/** Reports the id of the selected row, once the selection rests. */
export const useSettledSelection = (
  list: List,
  getSelected: () => ComputerEntry | undefined,
  report: (id: string | undefined) => void,
): void => {
  const latest = useLatest(() => report(getSelected()?.row.id))
  useEffect(() => {
    let wait: NodeJS.Timeout | undefined
    latest.current()
    const stop = list.subscribe(() => {
      clearTimeout(wait)
      wait = setTimeout(() => latest.current(), SETTLE_MS)
    })
    return () => {
      clearTimeout(wait)
      stop()
    }
  }, [list, latest])
}
