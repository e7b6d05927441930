import type { AttentionItem } from '../../src/domain/overview/attention/attention-kinds.ts'
import { useRowClicks } from '../../src/ui/mouse/click-areas.ts'
import { paneList, type RowKey, useList } from '../kit/list/use-list.ts'
import { useScreenState } from '../kit/screen/screen-state.ts'
import { attentionEntries } from './attention-pane.ts'
import { layoutOf, type PaneName, paneWidths, READINESS_HEAD } from './layout.ts'
import { overviewState } from './overview-keys.ts'
import type { OverviewData } from './use-overview-data.ts'

export type OverviewPanes = ReturnType<typeof useOverviewPanes>

/**
 * The lists below the tiles. One of them has focus.
 *
 * @param room - Rows that they share.
 * @param covered - The last rows of `room` that are covered.
 */
export const useOverviewPanes = (data: OverviewData, width: number, room: number, covered: number) => {
  const { attention, repositories, briefs } = data
  const [pane, setPane] = useScreenState(overviewState.pane)
  const layout = layoutOf(width, room, pane, covered)
  // In a short pane without focus, the head is more useful than its first row and a row of the list.
  const isHeadOnly = pane !== 'readiness' && layout.readiness <= READINESS_HEAD
  const readinessHead = isHeadOnly ? layout.readiness : layout.readiness > READINESS_HEAD + 1 ? READINESS_HEAD : 1
  const heights = {
    attention: Math.max(0, layout.attention - 1),
    readiness: Math.max(0, layout.readiness - readinessHead),
    controls: Math.max(0, layout.controls - 1),
  }
  const [isOpen, setIsOpen] = useScreenState(overviewState.stopped)
  const [explained, setExplained] = useScreenState(overviewState.explained)
  const entries = attentionEntries(attention.rows, isOpen, explained, width)
  const attentionIds = entries.map(({ id }) => id)
  const repositoryIds = repositories.map(({ repoUrl }) => repoUrl)
  const revisionIds = briefs.map(({ revision }) => String(revision))
  const lists = {
    // Until the items are listed, the selection stays on its place.
    attention: useRowsOfPane(overviewState.item, attentionIds, heights.attention, attention.isListed),
    readiness: useRowsOfPane(overviewState.repository, repositoryIds, heights.readiness),
    controls: useRowsOfPane(overviewState.revision, revisionIds, heights.controls),
  }
  return {
    layout,
    /** Rows of the head of the readiness pane. */
    readinessHead,
    pane,
    setPane,
    lists,
    /** The rows of the attention list. */
    entries,
    /** Whether the people who stopped are listed below their item. */
    isOpen,
    /** Shows or hides the people who stopped, below their item. */
    toggleStopped: () => setIsOpen(!isOpen),
    /** Shows or hides the explanation below an item. */
    toggleExplanation: ({ id }: AttentionItem) => setExplained(explained === id ? undefined : id),
  }
}

const useRowsOfPane = (key: RowKey, ids: readonly string[], height: number, keepsFirst = true) => ({
  list: useList(key, ids, height, keepsFirst),
  height,
  length: ids.length,
})

/** Cells between two panes side by side. */
const GAP = 3

/** A click on a row focuses its pane and selects the row. @param top - The first row of the panes. */
export const usePaneClicks = (panes: OverviewPanes, top: number, width: number): void => {
  const { layout, readinessHead } = panes
  const widths = paneWidths(width)
  const below = top + layout.attention + (layout.hasRules ? 1 : 0)
  const left = layout.isWide && widths.credits > 0 ? widths.credits + GAP : 0
  const nextTo = layout.isWide
    ? { top: below, left: left + widths.readiness + GAP }
    : { top: below + layout.readiness + (layout.hasRules ? 1 : 0), left: 0 }
  const useClicks = (name: PaneName, place: { top: number; left?: number; width?: number }) => {
    const { list, height, length } = panes.lists[name]
    const rows = paneList(
      list,
      () => name === panes.pane,
      () => panes.setPane(name),
    )
    useRowClicks(rows, { ...place, height, count: length })
  }
  useClicks('attention', { top: top + 1 })
  useClicks('readiness', { top: below + readinessHead, left, width: widths.readiness })
  useClicks('controls', { ...nextTo, top: nextTo.top + 1, width: widths.controls })
}
