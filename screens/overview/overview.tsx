import { useMemo } from 'react'
import { type Pane, shownOf } from '../../src/cache/pane.ts'
import { comparisonFor, overviewOf, overviewSpan } from '../../src/domain/overview.ts'
import { safeText } from '../../src/domain/safe-text.ts'
import type { Binding } from '../../src/ui/bindings.ts'
import { asManyAsFit, beside, cutStyled, filled, padStyled } from '../../src/ui/columns.ts'
import { createRowTexts, placeColumns } from '../../src/ui/data-table.ts'
import { Body } from '../../src/ui/rows.tsx'
import type { Theme } from '../../src/ui/theme.ts'
import { useKeys } from '../../src/ui/use-keys.ts'
import { useCreditDays } from '../credit-days.ts'
import { rule } from '../frame.ts'
import { type List, listHandlers, listKeys, useList } from '../list.ts'
import type { Screen, ScreenProps } from '../screen.ts'
import { useKept, usePane, useReport, useSession } from '../session.ts'
import { failedLines, failuresOf } from '../states.ts'
import { usePatience } from '../ticks.ts'
import { useRange } from '../use-range.ts'
import { creditShares, creditsPane } from './credits-pane.ts'
import { ageOf, levelBars, repositoryColumns, repositoryRows, revisionColumns } from './panes.ts'
import { tileHeight, tileLines, tilesOf } from './tiles.ts'

const keys = [
  ...listKeys,
  { keys: ['Tab', 'S-Tab'], action: 'pane', help: 'other list', group: 'Move', hint: 'list' },
  { keys: ['Enter'], action: 'usage', help: 'open Usage', group: 'Go', hint: 'usage' },
] as const satisfies readonly Binding[]

/** Revisions asked for: what the pane can show on a tall window. */
const REVISIONS = 30

const Overview = ({ width, height, open }: ScreenProps) => {
  const session = useSession()
  const { theme } = session
  const { range, previous, arguments: rangeArguments, now } = useRange()
  // The span does not depend on whether figures are compared, so that switching it asks for nothing.
  const span = useMemo(() => overviewSpan(range, comparisonFor(range)), [range])

  const credits = useCreditDays(range)
  const activity = usePane('activityDays', { range: span })
  const tools = usePane('toolDays', { range: span })
  const productivity = usePane('productivityDays', { range: span })
  const revisions = usePane('revisions', { limit: REVISIONS })
  const reports = usePane('reports', {})
  const panes = [...credits.panes, activity, tools, productivity, revisions, reports]

  const creditDays = credits.days
  const activityDays = shownOf(activity)?.data
  const toolDays = shownOf(tools)?.data
  const productivityDays = shownOf(productivity)?.data
  const revisionRows = shownOf(revisions)?.data
  const reportRows = shownOf(reports)?.data
  const overview = useMemo(
    () =>
      overviewOf({
        range,
        previous,
        credits: creditDays?.days,
        activity: activityDays,
        tools: toolDays,
        productivity: productivityDays,
        revisions: revisionRows,
        reports: reportRows,
        now: session.now(),
      }),
    [session, range, previous, creditDays, activityDays, toolDays, productivityDays, revisionRows, reportRows],
  )
  const repositories = useMemo(() => repositoryRows(reportRows ?? []), [reportRows])
  const hasRoomForCredits = paneWidths(width).credits > 0
  const compared = credits.hasHistory ? previous : undefined
  const shares = useMemo(
    () => (creditDays && hasRoomForCredits ? creditShares(creditDays, range, compared) : undefined),
    [creditDays, hasRoomForCredits, range, compared],
  )
  const tiles = tilesOf(overview, {
    credits: stateOf(credits.pane),
    activity: stateOf(activity),
    tools: stateOf(tools),
    productivity: stateOf(productivity),
  })

  const failures = failuresOf(panes).flatMap((error) => failedLines(error, width, theme))
  const isWide = width >= 100
  const { credits: creditsWidth, readiness: half, controls: rest } = paneWidths(width)
  const minute = Math.floor(now / 60_000) * 60_000
  const repositoryText = useMemo(
    () => createRowTexts(placeColumns(repositoryColumns(theme), [], half - 2), theme),
    [half, theme],
  )
  const revisionText = useMemo(
    () => createRowTexts(placeColumns(revisionColumns(minute), [], rest - 2), theme),
    [minute, rest, theme],
  )
  const room = Math.max(0, height - tileHeight(width) - 1 - failures.length)
  const [pane, setPane] = useKept<'readiness' | 'controls'>('pane', 'controls')
  // Where the panes stand one above the other and there is little room, the one that has the keys takes it and the other
  // keeps its heading. What has arrived does not count, or all below would move.
  const shared = pane === 'controls' ? 1 : Math.max(1, room - 2)
  const readinessRoom = isWide ? room : room < 10 ? shared : Math.ceil(room / 2)
  const controlsRoom = isWide ? room : room - readinessRoom - 1
  const readinessHead = readinessRoom < 5 ? 1 : 3
  const repositoryList = useList(
    'repository',
    repositories.map(({ repoUrl }) => repoUrl),
    readinessRoom - readinessHead,
  )
  const briefs = overview.revisions ?? []
  const revisionList = useList(
    'revision',
    briefs.map(({ revision }) => String(revision)),
    controlsRoom - 1,
  )
  const list = pane === 'readiness' ? repositoryList : revisionList
  const length = pane === 'readiness' ? repositories.length : briefs.length
  useKeys(keys, {
    ...listHandlers(list, pane === 'readiness' ? readinessRoom - readinessHead : controlsRoom - 1, length),
    pane: () => setPane(pane === 'readiness' ? 'controls' : 'readiness'),
    usage: () => open('usage'),
  })
  useReport('overview', {
    crumbs: [],
    command: `overview ${rangeArguments}${previous ? ' --compare prev' : ''}`,
    panes,
  })

  const readiness = (() => {
    const { readiness: brief } = overview
    const name = heading('READINESS', pane === 'readiness', theme)
    if (!brief) return [`${name}  ${theme.muted(waiting(reports))}`]
    if (brief.repositories === 0) return [`${name}  ${theme.muted('no report yet')}`]
    const rose = repositories.filter(({ level, before }) => before !== undefined && level > before)
    const fell = repositories.filter(({ level, before }) => before !== undefined && level < before)
    const moved = [
      // What fell comes first: where there is no room for both, that is what must be seen.
      ...(fell.length > 0 ? [`${theme.bad(theme.signs.down)} ${fell.map(({ name }) => name).join(', ')}`] : []),
      ...(rose.length > 0 ? [`${theme.good(theme.signs.up)} ${rose.map(({ name }) => name).join(', ')}`] : []),
    ]
    const lines = rowsOf(
      repositories,
      repositoryList,
      pane === 'readiness',
      readinessRoom - readinessHead,
      half,
      theme,
      repositoryText,
    )
    const head = [
      `${name}  ${brief.repositories} repositories, ${theme.strong(`L${brief.organisationLevel ?? '?'}`)} overall${partial(reports, theme)}`,
      levelBars(brief, half, theme),
      ` ${moved.length > 0 ? asManyAsFit(moved, half - 2, '   ') : theme.muted('no level changed with the last reports')}`,
    ]
    return [...head.slice(0, readinessHead), ...lines]
  })()
  const controls = (() => {
    const name = heading('CONTROLS', pane === 'controls', theme)
    const [latest] = briefs
    if (!overview.revisions) return [`${name}  ${theme.muted(waiting(revisions))}`]
    if (!latest) return [`${name}  ${theme.muted('no revision yet')}`]
    const summary = `latest ${theme.strong(String(latest.revision ?? '?'))}, ${ageOf(latest.updatedAt, now)} ago, ${safeText(latest.who ?? '?')}`
    const lines = rowsOf(briefs, revisionList, pane === 'controls', controlsRoom - 1, rest, theme, revisionText)
    return [`${name}  ${summary}`, ...lines]
  })()

  const used = useMemo(
    () => (shares ? creditsPane(shares, range, creditsWidth, room, theme) : [` ${theme.muted('CREDITS')}`]),
    [shares, range, creditsWidth, room, theme],
  )
  const isOld = usePatience(panes.some((one) => one.is === 'loading' && one.old !== undefined))
  const separator = ` ${theme.muted(theme.signs.vertical)} `
  const below = isWide
    ? beside(
        [
          ...(creditsWidth > 0 ? [{ lines: filled(used, room), width: creditsWidth }] : []),
          { lines: filled(readiness, room), width: half },
          { lines: filled(controls, room), width: rest },
        ],
        separator,
      )
    : [...filled(readiness, readinessRoom), rule(width, theme), ...controls]
  const figures = [...tileLines(tiles, width, theme), rule(width, theme)]
  const lines = [...figures, ...failures, ...below].map((line) => cutStyled(line, width))
  return <Body lines={isOld ? lines.map(theme.dim) : lines} height={height} />
}

/** Cells of the panes below the tiles: three from 140 on, two from 100 on, and one above the other below that. */
const paneWidths = (width: number): { credits: number; readiness: number; controls: number } => {
  if (width < 100) return { credits: 0, readiness: width, controls: width }
  const credits = width < 140 ? 0 : Math.floor((width - 6) * 0.36)
  const left = credits > 0 ? width - credits - 3 : width
  // Of the narrowest three, the second has to hold the count of each level.
  const readiness = Math.floor((left - 3) * (credits > 0 ? 0.46 : 0.42))
  return { credits, readiness, controls: left - readiness - 3 }
}

const stateOf = (pane: Pane<unknown>) => pane.is

// A sum over part of the reports is marked as one.
const partial = (pane: Pane<unknown>, theme: Theme): string =>
  shownOf(pane)?.incomplete === undefined ? '' : theme.warn('  ! not all of them')

const waiting = (pane: Pane<unknown>): string => (pane.is === 'failed' ? 'not loaded' : 'loading')

const heading = (title: string, isActive: boolean, theme: Theme): string =>
  ` ${isActive ? theme.accent(title) : theme.muted(title)}`

/** The rows of a list's window, each behind a bar cell. */
const rowsOf = <Row,>(
  rows: readonly Row[],
  list: List,
  isActive: boolean,
  height: number,
  width: number,
  theme: Theme,
  line: (row: Row) => string,
): string[] =>
  rows.slice(list.top, list.top + Math.max(0, height)).map((row, y) => {
    const text = line(row)
    if (!isActive || list.top + y !== list.selected) return ` ${text}`
    return theme.selected(padStyled(`${theme.accent(theme.signs.bar)}${text}`, width))
  })

export const overview: Screen = {
  title: 'Overview',
  key: '1',
  letter: 'o',
  summary: 'the organisation over the chosen days',
  notes: [
    'Each sparkline has a scale of its own, from zero to its highest day; a gap is a day without data.',
    'People is the mean of daily active people; stickiness is daily over monthly active people.',
    'The month ends at what it has used so far and, for each day to come, the median of that weekday over the last four weeks.',
    'A repository starts at L1; passing 80 % of the criteria of a level that were not skipped opens the next. The overall level is the floor of their mean.',
    'Changes compare with as many days directly before.',
  ],
  keys,
  Component: Overview,
}
