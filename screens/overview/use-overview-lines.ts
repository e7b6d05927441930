import { useMemo, useState } from 'react'
import { once } from '../../src/base/memoize.ts'
import { attentionDays } from '../../src/domain/overview/attention/attention.ts'
import { beside, filled } from '../../src/ui/layout/columns.ts'
import { createRowTexts, placeColumns } from '../../src/ui/layout/data-table.ts'
import { rule } from '../kit/screen/frame.ts'
import { usePersonName } from '../kit/session/person-name.ts'
import { useSession } from '../kit/session/session.ts'
import { type ShownRange, useAgeEnd } from '../kit/session/use-range.ts'
import { attentionHead, attentionRows } from './attention-pane.ts'
import { controlsPane, paneName, paneRows, readinessPane, repositoryColumns, revisionColumns } from './brief-panes.ts'
import { useCreditsPane } from './credits-pane.ts'
import { type PaneName, paneWidths } from './layout.ts'
import type { OverviewData } from './use-overview-data.ts'
import type { OverviewPanes } from './use-overview-panes.ts'

/** Makes the rows of the panes below the tiles, at each drawing of them. */
export const useOverviewLines = (
  data: OverviewData,
  panes: OverviewPanes,
  days: ShownRange,
  width: number,
): (() => string[]) => {
  const { theme } = useSession()
  const { layout } = panes
  const widths = paneWidths(width)
  // Until the screen is drawn again keys change only the pane that they move in.
  const still = (pane: PaneName, lines: () => string[]) => (pane === panes.pane ? lines : once(lines))
  const attentionLines = still('attention', useAttentionLines(data, panes, days.range, width))
  const used = useCreditsPane(data, days, widths.credits, layout.readiness)
  const readinessLines = still('readiness', useReadinessLines(data, panes, widths.readiness))
  const controlsLines = still('controls', useControlsLines(data, panes, widths.controls))
  const between = layout.hasRules ? [rule(width, theme)] : []
  return () => {
    const attention = filled(attentionLines(), layout.attention)
    const readiness = filled(readinessLines(), layout.readiness)
    const controls = filled(controlsLines(), layout.controls)
    if (!layout.isWide) return [...attention, ...between, ...readiness, ...between, ...controls]
    const blocks = [
      ...(widths.credits > 0 ? [{ lines: filled(used, layout.readiness), width: widths.credits }] : []),
      { lines: readiness, width: widths.readiness },
      { lines: controls, width: widths.controls },
    ]
    return [...attention, ...between, ...beside(blocks, ` ${theme.muted(theme.signs.vertical)} `)]
  }
}

const useAttentionLines = (
  data: OverviewData,
  { entries, lists }: OverviewPanes,
  range: ShownRange['range'],
  width: number,
) => {
  const { theme, now } = useSession()
  const nameOf = usePersonName()
  const { attention, repositories, states, standing } = data
  const { until, isNew, open, muted } = attention
  const texts = useMemo(() => {
    const names = new Map(repositories.map(({ repoUrl, name }) => [repoUrl, name]))
    const repositoryOf = (repoUrl: string) => names.get(repoUrl)
    return attentionRows(entries, width - 2, theme, { nameOf, repositoryOf, until, isNew })
  }, [entries, repositories, width, theme, nameOf, until, isNew])
  const looked = {
    isWaiting: data.isLooking,
    hasFailed: states.some((one) => one.is === 'failed' && one.old === undefined),
    without: standing.without,
  }
  const name = paneName('NEEDS ATTENTION', lists.attention.isActive, theme)
  const head = attentionHead(
    {
      count: open.length,
      newCount: open.filter(isNew).length,
      muted,
      isListed: entries.length > 0,
      days: attentionDays(range, now()),
    },
    looked,
    name,
    theme,
  )
  return () => [...head, ...paneRows(texts, (text) => text, lists.attention, width, theme)]
}

const useReadinessLines = (data: OverviewData, panes: OverviewPanes, width: number) => {
  const { theme } = useSession()
  const textOf = useMemo(
    () => createRowTexts(placeColumns(repositoryColumns(theme), [], width - 2), theme),
    [width, theme],
  )
  return () => readinessPane(data, panes, textOf, width, theme)
}

const useControlsLines = (data: OverviewData, panes: OverviewPanes, width: number) => {
  const { theme, looks } = useSession()
  const [look] = useState(() => looks.last())
  const now = useAgeEnd()
  const textOf = useMemo(
    () => createRowTexts(placeColumns(revisionColumns(now), [], width - 2), theme),
    [now, width, theme],
  )
  return () => controlsPane(data, panes, { look, now }, textOf, width, theme)
}
