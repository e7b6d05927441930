import { useState } from 'react'
import type { Range } from '../../src/domain/calendar/calendar.ts'
import { attentionDays } from '../../src/domain/overview/attention/attention.ts'
import { filled, joinColumns } from '../../src/ui/layout/columns.ts'
import { createRowTexts, placeColumns } from '../../src/ui/layout/data-table.ts'
import { rule } from '../kit/screen/frame.ts'
import { usePersonName } from '../kit/session/person-name.ts'
import { useSession } from '../kit/session/session.ts'
import { type ShownRange, useAgeReference } from '../kit/session/use-range.ts'
import { attentionHead, attentionRows } from './attention-pane.ts'
import { controlsPane, paneName, paneRows, readinessPane, repositoryColumns, revisionColumns } from './brief-panes.ts'
import { useCreditsPane } from './credits-pane.ts'
import { paneWidths } from './layout.ts'
import type { OverviewData } from './use-overview-data.ts'
import type { OverviewPanes } from './use-overview-panes.ts'

/** Returns a function that builds the rows of the panes below the tiles. It is called at each draw. */
export const useOverviewLines = (
  data: OverviewData,
  panes: OverviewPanes,
  days: ShownRange,
  width: number,
): (() => string[]) => {
  const { theme, shownRevisions } = useSession()
  const [lastVisit] = useState(() => shownRevisions.last())
  const now = useAgeReference()
  const { layout } = panes
  const widths = paneWidths(width)
  const attentionLines = useAttentionLines(data, panes, days.range, width)
  const used = useCreditsPane(data, days, widths.credits, layout.readiness)
  const repositoryText = createRowTexts(placeColumns(repositoryColumns(theme), [], widths.readiness - 2), theme)
  const revisionText = createRowTexts(placeColumns(revisionColumns(now), [], widths.controls - 2), theme)
  const between = layout.hasRules ? [rule(width, theme)] : []
  const readinessLines = readinessPane(data, panes, repositoryText, widths.readiness, theme)
  const controlsLines = controlsPane(data, panes, { lastVisit, now }, revisionText, widths.controls, theme)
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
    return [...attention, ...between, ...joinColumns(blocks, ` ${theme.muted(theme.signs.vertical)} `)]
  }
}

const useAttentionLines = (data: OverviewData, panes: OverviewPanes, range: Range, width: number) => {
  const { theme, now } = useSession()
  const nameOf = usePersonName()
  const { entries } = panes
  const { until, isNew } = data.attention
  const repositoryOf = (url: string) => data.repositories.find(({ repoUrl }) => repoUrl === url)?.name
  const texts = attentionRows(entries, width - 2, theme, { nameOf, repositoryOf, until, isNew })
  const name = paneName('NEEDS ATTENTION', panes.pane === 'attention', theme)
  const head = attentionHead(data, entries.length > 0, attentionDays(range, now()), name, theme)
  return () => [...head, ...paneRows(panes, 'attention', texts, (text) => text, width, theme)]
}
