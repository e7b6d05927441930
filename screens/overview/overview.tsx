import { useMemo, useState } from 'react'
import { type QueryState, shownOf } from '../../src/cache/load/query-state.ts'
import { type AttentionItem, type AttentionTarget, attentionOf } from '../../src/domain/overview/attention.ts'
import { withHiddenAuthor } from '../../src/domain/overview/hidden-people.ts'
import { comparisonFor, overviewOf, overviewSpan } from '../../src/domain/overview/overview-figures.ts'
import { repositoryRows } from '../../src/domain/readiness/repository-rows.ts'
import { isNewSince } from '../../src/domain/revisions/last-look.ts'
import { safeText } from '../../src/domain/text/safe-text.ts'
import { FORECAST_METHOD } from '../../src/domain/usage/forecast.ts'
import type { Binding } from '../../src/ui/keys/bindings.ts'
import { useKeys } from '../../src/ui/keys/use-keys.ts'
import { asManyAsFit, beside, cutStyled, filled } from '../../src/ui/layout/columns.ts'
import { createRowTexts, placeColumns } from '../../src/ui/layout/data-table.ts'
import { Body } from '../../src/ui/layout/rows.tsx'
import type { Theme } from '../../src/ui/layout/theme.ts'
import { exportKeys, useExports } from '../kit/exports.ts'
import { rule } from '../kit/frame.ts'
import { listRows } from '../kit/list-rows.ts'
import { SCREEN_NAMES } from '../kit/names.ts'
import { usePersonName, usePrivateSalt } from '../kit/person-name.ts'
import type { Screen, ScreenProps, Target } from '../kit/screen.ts'
import { useReport } from '../kit/screen-report.ts'
import { useScreenState } from '../kit/screen-state.ts'
import { useSession } from '../kit/session.ts'
import { failureLines } from '../kit/states.ts'
import { usePatience } from '../kit/ticks.ts'
import { useCreditDays } from '../kit/use-credit-days.ts'
import { type List, listHandlers, listKeys, useList } from '../kit/use-list.ts'
import { useQuery } from '../kit/use-query.ts'
import { useRange } from '../kit/use-range.ts'
import { levelBars } from '../readiness/standing.ts'
import { attentionEntries, attentionHead, attentionRows } from './attention-pane.ts'
import { ageOf, repositoryColumns, revisionColumns } from './brief-columns.ts'
import { creditShares, creditsPane } from './credits-pane.ts'
import { layoutOf, PANES, type PaneName, READINESS_HEAD } from './layout.ts'
import { overviewExports } from './overview-exports.ts'
import { tileHeight, tileLines, tilesOf } from './tiles.ts'

// The hints of a narrow window have room for what opens the keys and what leaves; these stand in help.
const [{ hint: _, ...exportKey }, ...readKeys] = exportKeys

const keys = [
  ...listKeys,
  { keys: ['Tab'], action: 'nextPane', help: 'the next list', group: 'Move', hint: 'list' },
  { keys: ['S-Tab'], action: 'lastPane', help: 'the list before', group: 'Move' },
  {
    keys: ['Enter'],
    action: 'open',
    help: 'open what needs attention, the repository or the revision',
    group: 'Go',
    hint: 'open',
  },
  exportKey,
  ...readKeys,
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
  const activity = useQuery('activityDays', { range: span })
  const tools = useQuery('toolDays', { range: span })
  const productivity = useQuery('productivityDays', { range: span })
  const revisions = useQuery('revisions', { limit: REVISIONS })
  const reports = useQuery('reports', {})
  const states = [...credits.states, activity, tools, productivity, revisions, reports]

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
  const items = useMemo(
    () =>
      attentionOf({
        range,
        now: session.now(),
        credits: creditDays,
        tools: toolDays,
        activity: activityDays,
        productivity: productivityDays,
        revisions: revisionRows,
        reports: reportRows,
      }),
    [session, range, creditDays, toolDays, activityDays, productivityDays, revisionRows, reportRows],
  )
  const hasRoomForCredits = paneWidths(width).credits > 0
  const nameOf = usePersonName()
  const compared = credits.hasHistory ? previous : undefined
  const shares = useMemo(
    () => (creditDays && hasRoomForCredits ? creditShares(creditDays, range, compared, nameOf) : undefined),
    [creditDays, hasRoomForCredits, range, compared, nameOf],
  )
  const tiles = tilesOf(overview, {
    credits: stateOf(credits.state),
    activity: stateOf(activity),
    tools: stateOf(tools),
    productivity: stateOf(productivity),
  })

  const failures = failureLines(states, width, theme)
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
  const [pane, setPane] = useScreenState<PaneName>('pane', 'attention')
  const layout = layoutOf(width, room, pane)
  // Without room for a list below it, the head alone says more than its first row and two of the list.
  const isWhole = pane !== 'readiness' && layout.readiness === READINESS_HEAD
  const readinessHead = isWhole || layout.readiness > READINESS_HEAD + 1 ? READINESS_HEAD : 1
  const salt = usePrivateSalt()
  const [look] = useState(() => session.looks.last())
  const briefs = useMemo(() => {
    const revisions = overview.revisions ?? []
    return salt === undefined ? revisions : revisions.map((one) => withHiddenAuthor(one, salt))
  }, [overview, salt])
  const [isOpen, setIsOpen] = useScreenState('stopped', false)
  const entries = useMemo(() => attentionEntries(items, isOpen), [items, isOpen])
  const attentionIds = useMemo(() => entries.map(({ id }) => id), [entries])
  const attentionList = useList('attention', attentionIds, layout.attention - 1)
  const repositoryList = useList(
    'repository',
    repositories.map(({ repoUrl }) => repoUrl),
    layout.readiness - readinessHead,
  )
  const revisionList = useList(
    'revision',
    briefs.map(({ revision }) => String(revision)),
    layout.controls - 1,
  )
  const lists = {
    attention: { list: attentionList, height: layout.attention - 1, length: entries.length },
    readiness: { list: repositoryList, height: layout.readiness - readinessHead, length: repositories.length },
    controls: { list: revisionList, height: layout.controls - 1, length: briefs.length },
  }
  const { list, height: listHeight, length } = lists[pane]
  const showPane = (step: 1 | -1) => () =>
    setPane(PANES[(PANES.indexOf(pane) + step + PANES.length) % PANES.length] ?? 'attention')
  const follow = ({ target }: AttentionItem) => {
    const screen = SCREEN_NAMES.find((name) => name === target.screen)
    if (screen) open(screen, targetOf(target))
  }
  useKeys(keys, {
    ...listHandlers(list, listHeight, length),
    ...useExports(() =>
      overviewExports({
        overview: { ...overview, revisions: overview.revisions && briefs },
        attention: items,
        repositories,
        salt,
      }),
    ),
    nextPane: showPane(1),
    lastPane: showPane(-1),
    open: () => {
      const entry = pane === 'attention' ? entries[attentionList.selected] : undefined
      if (entry?.person) open('people', { person: entry.person.id })
      else if (entry?.item.kind === 'stopped') setIsOpen(!isOpen)
      else if (entry) follow(entry.item)
      else if (pane === 'readiness') open('readiness', repositoryTarget(repositories[repositoryList.selected]?.repoUrl))
      else if (pane === 'controls')
        open('controls', targetOf({ screen: 'controls', revision: briefs[revisionList.selected]?.revision }))
      else open('usage')
    },
  })
  useReport('overview', {
    crumbs: [],
    command: `overview ${rangeArguments}${previous ? ' --compare prev' : ''}${salt === undefined ? '' : ' --pseudonyms'}`,
    states,
  })

  const attentionTexts = useMemo(() => {
    const names = new Map(repositories.map(({ repoUrl, name }) => [repoUrl, name]))
    return attentionRows(entries, width - 2, theme, { nameOf, repositoryOf: (repoUrl) => names.get(repoUrl) })
  }, [entries, repositories, width, theme, nameOf])
  const attention = [
    ...attentionHead(
      items.length,
      {
        isWaiting: states.some((one) => one.is === 'loading' && one.old === undefined),
        hasFailed: states.some((one) => one.is === 'failed' && one.old === undefined),
      },
      heading('NEEDS ATTENTION', pane === 'attention', theme),
      theme,
    ),
    ...rowsOf(attentionTexts, attentionList, pane === 'attention', layout.attention - 1, width, theme, asItIs),
  ]
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
      layout.readiness - readinessHead,
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
    const newCount = briefs.filter(({ revision }) => isNewSince(look, revision)).length
    const news = newCount > 0 ? `• ${theme.strong(`${newCount} new`)}   ` : ''
    const summary = `${news}latest ${theme.strong(String(latest.revision ?? '?'))}, ${ageOf(latest.updatedAt, now)} ago, ${safeText(latest.who ?? '?')}`
    const lines = rowsOf(briefs, revisionList, pane === 'controls', layout.controls - 1, rest, theme, revisionText)
    return [`${name}  ${summary}`, ...lines]
  })()

  const used = useMemo(
    () => (shares ? creditsPane(shares, range, creditsWidth, layout.readiness, theme) : [` ${theme.muted('CREDITS')}`]),
    [shares, range, creditsWidth, layout.readiness, theme],
  )
  const isOld = usePatience(states.some((one) => one.is === 'loading' && one.old !== undefined))
  const between = layout.hasRules ? [rule(width, theme)] : []
  const separator = ` ${theme.muted(theme.signs.vertical)} `
  const below = layout.isWide
    ? beside(
        [
          ...(creditsWidth > 0 ? [{ lines: filled(used, layout.readiness), width: creditsWidth }] : []),
          { lines: filled(readiness, layout.readiness), width: half },
          { lines: filled(controls, layout.controls), width: rest },
        ],
        separator,
      )
    : [...filled(readiness, layout.readiness), ...between, ...filled(controls, layout.controls)]
  const figures = [...tileLines(tiles, width, theme), rule(width, theme)]
  const attended = [...filled(attention, layout.attention), ...between]
  const lines = [...figures, ...failures, ...attended, ...below].map((line) => cutStyled(line, width))
  return <Body lines={isOld ? lines.map(theme.dim) : lines} height={height} />
}

const asItIs = (text: string): string => text

/** What the item's own screen is opened at. */
const targetOf = (target: AttentionTarget): Target | undefined => {
  if (target.screen === 'usage') return { view: target.view, day: target.day }
  if (target.screen === 'readiness') return repositoryTarget(target.repoUrl)
  return target.screen === 'controls' && target.revision !== undefined ? { revision: target.revision } : undefined
}

const repositoryTarget = (repository: string | undefined): Target | undefined =>
  repository === undefined ? undefined : { repository }

/** Cells of the panes below the tiles: three from 140 on, two from 100 on, and one above the other below that. */
const paneWidths = (width: number): { credits: number; readiness: number; controls: number } => {
  if (width < 100) return { credits: 0, readiness: width, controls: width }
  const credits = width < 140 ? 0 : Math.floor((width - 6) * 0.36)
  const left = credits > 0 ? width - credits - 3 : width
  // Of the narrowest three, the second has to hold the count of each level.
  const readiness = Math.floor((left - 3) * (credits > 0 ? 0.46 : 0.42))
  return { credits, readiness, controls: left - readiness - 3 }
}

const stateOf = (state: QueryState<unknown>) => state.is

// A sum over part of the reports is marked as one.
const partial = (state: QueryState<unknown>, theme: Theme): string =>
  shownOf(state)?.incomplete === undefined ? '' : theme.warn('  ! not all of them')

const waiting = (state: QueryState<unknown>): string => (state.is === 'failed' ? 'not loaded' : 'loading')

const heading = (title: string, isActive: boolean, theme: Theme): string =>
  ` ${isActive ? theme.accent(title) : theme.muted(title)}`

/** The rows of a list's window; only that of the pane that has the keys has a selected one. */
const rowsOf = <Row,>(
  rows: readonly Row[],
  list: List,
  isActive: boolean,
  height: number,
  width: number,
  theme: Theme,
  line: (row: Row) => string,
): string[] => listRows(rows, line, { list: isActive ? list : { ...list, selected: -1 }, height, width }, theme)

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
    'What needs attention is looked for in the last 30 days of the range: unusual days (by the rule of Usage), revisions that allow more and were not taken back, repositories whose last report fell a level, people with use on 3 or more days of a month and none for 14 days.',
    'A repository starts at L1; passing 80 % of the criteria of a level that were not skipped opens the next. The overall level is the floor of their mean.',
    'Changes compare with as many days directly before: weekday by weekday where they are whole weeks.',
  ],
  keys,
  Component: Overview,
}
