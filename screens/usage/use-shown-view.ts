import { useMemo } from 'react'
import type { View } from '../../src/domain/usage/views/view.ts'
import { useSparklineScale } from '../kit/charts/chart-text.ts'
import { sideSizes } from '../kit/detail/list-and-detail.ts'
import { useList } from '../kit/list/use-list.ts'
import { failureLines } from '../kit/query/states.ts'
import { useDelayedBusy } from '../kit/query/ticks.ts'
import type { ScreenProps } from '../kit/screen/screen.ts'
import { useSession } from '../kit/session/session.ts'
import { useRange } from '../kit/session/use-range.ts'
import { useBreakdownTable, usePlacedTable } from './breakdown/breakdown-table.ts'
import { useBreakdown, useViewChoice } from './breakdown/use-breakdown.ts'
import { useCharted } from './chart/chart-content.ts'
import type { SharedState } from './chart/shared-state.ts'
import { useChart } from './chart/use-chart.ts'
import { useDayRevisions } from './chart/use-day-revisions.ts'
import { type UsageTab, viewState } from './views/usage-state.ts'

export type UsageViewProps = ScreenProps & { view: View; shared: SharedState; showView: (name: UsageTab) => void }

export type ShownView = ReturnType<typeof useShownView>

/** One view with its figures, chart, selected day and breakdown. Each view has its own row, order and filter. */
export const useShownView = ({ view, shared, target, width, height }: UsageViewProps) => {
  const { theme } = useSession()
  const { range, previous } = useRange()
  const keys = viewState(view.name)
  const choice = useViewChoice(view, target?.model)
  const sparklines = useSparklineScale(keys.sparklineScale)
  const breakdown = useBreakdown(choice, { range, previous }, shared.isBrokenDown ? shared.dayIn(range) : undefined)
  const { states, ids } = breakdown
  const isOld = useDelayedBusy(states.some((one) => one.is === 'loading' && one.old !== undefined))
  const dimIfStale = isOld ? theme.dim : (text: string) => text
  const rowKey = keys.row.at(choice.group.id)
  const { charted, measure, figure } = useCharted(breakdown, rowKey)
  const revisions = useDayRevisions(range, keys.revisions)
  const chart = useChart(breakdown, charted, revisions, { shared, width, height, dimIfStale })
  const room = height - chart.lines.length - 3
  const failures = failureLines(states, width, theme, room)
  const listHeight = Math.max(0, room - failures.length)
  const list = useList(rowKey, ids, listHeight)
  const { columns, unusualOf, widthIn } = useBreakdownTable(breakdown, sparklines.by, width)
  const sideBySide = useMemo(() => sideSizes(width, listHeight, widthIn), [width, listHeight, widthIn])
  const table = usePlacedTable(columns, breakdown.rows, sideBySide?.listWidth ?? width)
  return {
    choice,
    sparklines,
    breakdown,
    /** Undefined until data is loaded. */
    charted,
    /** Id of the measure in the chart, unless a row is charted. */
    measure,
    /** Id of the selected row in the list of figures. */
    figure,
    revisions,
    chart,
    failures,
    list,
    listHeight,
    /** The table next to the detail of its selected row; undefined in a window that is too narrow. */
    sideBySide,
    table,
    /** The unusual days of a row; undefined if they are not known. */
    unusualOf,
    /** Dims a text while stale data is shown. */
    dimIfStale,
  }
}
