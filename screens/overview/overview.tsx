import { useState } from 'react'
import type { Range } from '../../src/domain/calendar/calendar.ts'
import { attentionDays } from '../../src/domain/overview/attention/attention.ts'
import { cutStyled, filled, joinColumns } from '../../src/ui/layout/columns.ts'
import { createRowTexts, placeColumns } from '../../src/ui/layout/data-table.ts'
import type { Theme } from '../../src/ui/layout/theme.ts'
import { ListBody } from '../kit/list/list-body.tsx'
import { failureLines } from '../kit/query/states.ts'
import { useDelayedBusy } from '../kit/query/ticks.ts'
import { rule } from '../kit/screen/frame.ts'
import type { ScreenProps } from '../kit/screen/screen.ts'
import { useReport, webAddress } from '../kit/screen/screen-report.ts'
import { usePersonName, usePrivateSalt } from '../kit/session/person-name.ts'
import { CONNECT_KEY } from '../kit/session/profiles.ts'
import { useSession, useSessionState } from '../kit/session/session.ts'
import { type ShownRange, useAgeReference, useRange } from '../kit/session/use-range.ts'
import { attentionHead, attentionRows } from './attention-pane.ts'
import {
  controlsPane,
  hiddenText,
  paneName,
  paneRows,
  readinessPane,
  repositoryColumns,
  revisionColumns,
} from './brief-panes.ts'
import { useCreditsPane } from './credits-pane.ts'
import { currentLine } from './current-line.ts'
import { paneWidths } from './layout.ts'
import { tileHeight, tileLines, tilesOf } from './tiles.ts'
import { type OverviewData, useOverviewData } from './use-overview-data.ts'
import { selectedAction, useOverviewKeys } from './use-overview-keys.ts'
import { type OverviewPanes, useOverviewPanes, usePaneClicks } from './use-overview-panes.ts'

export const Overview = ({ width, height, open }: ScreenProps) => {
  const { theme } = useSession()
  const isDemo = useSessionState('isDemo')
  const isPrivate = usePrivateSalt() !== undefined
  const nameOf = usePersonName()
  const days = useRange()
  const data = useOverviewData(days)
  const { overview, states } = data
  const failures = failureLines(states, width, theme)
  const foot = isDemo ? [connectLine(theme)] : []
  const room = Math.max(0, height - tileHeight(width) - 1 - foot.length)
  const panes = useOverviewPanes(data, width, room, failures.length)
  useOverviewKeys(data, panes, open)
  const getRepository = () =>
    panes.pane === 'readiness' ? data.repositories[panes.lists.readiness.list.selected] : undefined
  useReport('overview', {
    enter: () => selectedAction(data, panes, nameOf).word,
    address: () => webAddress('the repository', getRepository()?.repoUrl),
    command: `overview ${days.arguments}${days.previous ? ' --compare prev' : ''}${isPrivate ? ' --pseudonyms' : ''}`,
    states: [...states, ...data.attention.states],
  })
  const tiles = tilesOf(overview, {
    credits: data.credits.state.is === 'failed',
    activity: data.activity.is === 'failed',
    tools: data.tools.is === 'failed',
    productivity: data.productivity.is === 'failed',
  })
  usePaneClicks(panes, tileHeight(width) + 1, width)
  const below = useOverviewLines(data, panes, days, width)
  const isOld = useDelayedBusy(states.some((one) => one.is === 'loading' && one.old !== undefined))
  const above = [...tileLines(tiles, width, theme), currentLine(overview, width, theme)]
  const lines = () => {
    // Failures cover the last rows, so that the rows above them stay in their places.
    const shown = [...above, ...filled(below(), room - failures.length), ...failures, ...foot].map((line) =>
      cutStyled(line, width),
    )
    return isOld ? shown.map(theme.dim) : shown
  }
  return <ListBody list={panes.lists[panes.pane].list} lines={lines} height={height} />
}

const connectLine = (theme: Theme): string =>
  ` ${theme.muted('Demo data. Press')} ${theme.strong(CONNECT_KEY)} ${theme.muted('to connect your organisation.')}`

/** Returns a function that builds the rows of the panes below the tiles. It is called at each draw. */
const useOverviewLines = (
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
  const head = attentionHead(data, attentionDays(range, now()), name, theme)
  return () => [
    ...head(hiddenText(panes, 'attention', theme)),
    ...paneRows(panes, 'attention', texts, (text) => text, width, theme),
  ]
}
