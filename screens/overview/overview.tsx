import { cutStyled } from '../../src/ui/layout/columns.ts'
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
import { useRange } from '../kit/session/use-range.ts'
import { tileHeight, tileLines, tilesOf } from './tiles.ts'
import { useOverviewData } from './use-overview-data.ts'
import { selectedAction, useOverviewKeys } from './use-overview-keys.ts'
import { useOverviewLines } from './use-overview-lines.ts'
import { useOverviewPanes, usePaneClicks } from './use-overview-panes.ts'

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
  const room = Math.max(0, height - tileHeight(width) - 1 - failures.length - foot.length)
  const panes = useOverviewPanes(data, width, room)
  useOverviewKeys(data, panes, open)
  const getRepository = () =>
    panes.pane === 'readiness' ? data.repositories[panes.lists.readiness.list.selected] : undefined
  useReport('overview', {
    crumbs: [],
    enter: () => (panes.isSelectionTentative() ? undefined : selectedAction(data, panes, nameOf).word),
    address: () => webAddress('the repository', getRepository()?.repoUrl),
    command: `overview ${days.arguments}${days.previous ? ' --compare prev' : ''}${isPrivate ? ' --pseudonyms' : ''}`,
    states: [...states, ...data.attentionSources.states],
  })
  const tiles = tilesOf(overview, {
    credits: data.credits.state.is === 'failed',
    activity: data.activity.is === 'failed',
    tools: data.tools.is === 'failed',
    productivity: data.productivity.is === 'failed',
  })
  usePaneClicks(panes, tileHeight(width) + 1 + failures.length, width)
  const below = useOverviewLines(data, panes, days, width)
  const isOld = useDelayedBusy(states.some((one) => one.is === 'loading' && one.old !== undefined))
  const above = [...tileLines(tiles, width, theme), rule(width, theme), ...failures]
  const lines = () => {
    const shown = [...above, ...below(), ...foot].map((line) => cutStyled(line, width))
    return isOld ? shown.map(theme.dim) : shown
  }
  return <ListBody list={panes.lists[panes.pane].list} lines={lines} height={height} />
}

const connectLine = (theme: Theme): string =>
  ` ${theme.muted('Demo data. Press')} ${theme.strong(CONNECT_KEY)} ${theme.muted('to connect your organisation.')}`
