import { useRowClicks } from '../../src/ui/mouse/click-areas.ts'
import { paneList } from '../kit/list/pane-list.ts'
import { type PaneName, paneWidths } from './layout.ts'
import type { OverviewPanes } from './use-overview-panes.ts'

/** Cells between two panes that stand side by side. */
const GAP = 3

/** A click on a row of a pane gives the pane the keys and selects the row. @param top - The first row of the panes. */
export const usePaneClicks = (panes: OverviewPanes, top: number, width: number): void => {
  const { layout, readinessHead } = panes
  const widths = paneWidths(width)
  const below = top + layout.attention + (layout.hasRules ? 1 : 0)
  const left = layout.isWide && widths.credits > 0 ? widths.credits + GAP : 0
  const nextTo = layout.isWide
    ? { top: below, left: left + widths.readiness + GAP }
    : { top: below + layout.readiness + (layout.hasRules ? 1 : 0), left: 0 }
  const ofPane = (name: PaneName) => panes.lists[name]
  const rowsOf = (name: PaneName) => {
    const { list, isActive } = ofPane(name)
    return paneList(list, isActive, () => panes.setPane(name))
  }
  const sizeOf = (name: PaneName) => ({ height: Math.max(0, ofPane(name).height), count: ofPane(name).length })
  useRowClicks(rowsOf('attention'), { top: top + 1, ...sizeOf('attention') })
  useRowClicks(rowsOf('readiness'), {
    top: below + readinessHead,
    left,
    width: widths.readiness,
    ...sizeOf('readiness'),
  })
  useRowClicks(rowsOf('controls'), { ...nextTo, top: nextTo.top + 1, width: widths.controls, ...sizeOf('controls') })
}
