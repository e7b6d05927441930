import type { QueryState } from '../../src/cache/load/query-state.ts'
import { FORECAST_METHOD } from '../../src/domain/usage/forecast.ts'
import { cutStyled } from '../../src/ui/layout/columns.ts'
import { Body } from '../../src/ui/layout/rows.tsx'
import type { Theme } from '../../src/ui/layout/theme.ts'
import { failureLines } from '../kit/query/states.ts'
import { usePatience } from '../kit/query/ticks.ts'
import { rule } from '../kit/screen/frame.ts'
import type { Screen, ScreenProps } from '../kit/screen/screen.ts'
import { useReport, webAddress } from '../kit/screen/screen-report.ts'
import { usePersonName, usePrivateSalt } from '../kit/session/person-name.ts'
import { CONNECT_KEY } from '../kit/session/profiles.ts'
import { useSession, useSessionState } from '../kit/session/session.ts'
import { useRange } from '../kit/session/use-range.ts'
import { overviewEnter } from './overview-enter.ts'
import { overviewKeys } from './overview-keys.ts'
import { tileHeight, tileLines, tilesOf } from './tiles.ts'
import { useOverviewData } from './use-overview-data.ts'
import { useOverviewKeys } from './use-overview-keys.ts'
import { useOverviewLines } from './use-overview-lines.ts'
import { useOverviewPanes } from './use-overview-panes.ts'
import { usePaneClicks } from './use-pane-clicks.ts'

const Overview = ({ width, height, open }: ScreenProps) => {
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
  const repository = panes.pane === 'readiness' ? data.repositories[panes.lists.readiness.list.selected] : undefined
  useReport('overview', {
    crumbs: [],
    enter: () => overviewEnter(data, panes, nameOf),
    address: () => webAddress('the repository', repository?.repoUrl),
    command: `overview ${days.arguments}${days.previous ? ' --compare prev' : ''}${isPrivate ? ' --pseudonyms' : ''}`,
    states: [...states, ...data.standing.states],
  })
  const tiles = tilesOf(overview, {
    credits: stateOf(data.credits.state),
    activity: stateOf(data.activity),
    tools: stateOf(data.tools),
    productivity: stateOf(data.productivity),
  })
  usePaneClicks(panes, tileHeight(width) + 1 + failures.length, width)
  const below = useOverviewLines(data, panes, days, width)
  const isOld = usePatience(states.some((one) => one.is === 'loading' && one.old !== undefined))
  const lines = [...tileLines(tiles, width, theme), rule(width, theme), ...failures, ...below, ...foot].map((line) =>
    cutStyled(line, width),
  )
  return <Body lines={isOld ? lines.map(theme.dim) : lines} height={height} />
}

const connectLine = (theme: Theme): string =>
  ` ${theme.muted('This organisation is made up:')} ${theme.strong(CONNECT_KEY)} ${theme.muted('or')} ${theme.strong(':connect')} ${theme.muted('shows your own.')}`

const stateOf = (state: QueryState<unknown>) => state.is

export const overview: Screen = {
  title: 'Overview',
  key: '1',
  letter: 'o',
  summary: 'the organisation over the chosen days',
  isByRange: true,
  notes: [
    'Each sparkline has a scale of its own, from zero to its highest day; a gap is a day without data.',
    'People is the mean of daily active people; stickiness is daily over monthly active people.',
    FORECAST_METHOD,
    'What needs attention is looked for in the last 30 days of the range: unusual days (by the rule of Usage), revisions that allow more and were not taken back, repositories whose last report fell a level, people with use on 3 or more days of a month and none for 14 days, tools without any use on 28 or more days before. Computers, CI jobs and the keys of known service accounts are asked for as well, once the figures are there. w says why something stands there.',
    'A repository starts at L1; passing 80 % of the criteria of a level that were not skipped opens the next. The overall level is the floor of their mean.',
    'Changes compare with as many days directly before: weekday by weekday where they are whole weeks.',
  ],
  keys: overviewKeys,
  Component: Overview,
}
