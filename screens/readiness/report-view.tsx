import { useMemo } from 'react'
import { filteredText } from '../../src/domain/readiness/criterion-filter.ts'
import { nextLevel } from '../../src/domain/readiness/next-level.ts'
import { compareReports } from '../../src/domain/readiness/report-comparison.ts'
import { safeText } from '../../src/domain/text/safe-text.ts'
import { useKeys } from '../../src/ui/keys/use-keys.ts'
import { Body } from '../../src/ui/layout/rows.tsx'
import { useExports } from '../kit/exports.ts'
import { type FoundLines, noLines } from '../kit/found-words.ts'
import { joinPanes, paneSizes } from '../kit/list-and-detail.ts'
import { listRows } from '../kit/list-rows.ts'
import type { ScreenProps } from '../kit/screen.ts'
import { useReport } from '../kit/screen-report.ts'
import { useScreenState } from '../kit/screen-state.ts'
import { useSession } from '../kit/session.ts'
import { failureLines } from '../kit/states.ts'
import { usePatience } from '../kit/ticks.ts'
import { useDetail } from '../kit/use-detail.ts'
import { useFilter } from '../kit/use-filter.ts'
import { useLastRow } from '../kit/use-last-row.ts'
import { listHandlers } from '../kit/use-list.ts'
import { changeGroups, levelGroups, wayGroups } from './criteria-groups.ts'
import { createCriteriaTexts } from './criteria-rows.ts'
import { aboutLines, criterionLines, groupLines } from './detail-lines.ts'
import { nextQuickFilter, type QuickFilter } from './quick-filters.ts'
import { copiedRow, type IssueOf, issueText, reportExports } from './readiness-exports.ts'
import { backHints, reportKeys } from './readiness-keys.ts'
import { reportCommand } from './report-command.ts'
import { crumbText, reportHead } from './report-lines.ts'
import { useChosenReports } from './use-chosen-reports.ts'
import { useCriteriaList } from './use-criteria-list.ts'
import type { LoadedReports } from './use-reports.ts'

export type ReportViewProps = Pick<ScreenProps, 'width' | 'height' | 'open'> & {
  loaded: LoadedReports
  /** The URL of the repository. */
  repository: string
  /** The criterion to begin at. */
  criterion: string | undefined
  /** What to begin with. */
  mode: ReportMode
  /** Lists all reports of the repository. */
  chooseReport: () => void
}

/** Criteria by level, what opens the next level, or what changed since an older report. */
export const REPORT_MODES = ['levels', 'way', 'compare'] as const
export type ReportMode = (typeof REPORT_MODES)[number]

/** Rows of the head and of the divider below it. */
const HEAD = 3

/** One report of a repository: its criteria by level, beside the report before. */
export const ReportView = ({ width, height, open, loaded, chooseReport, ...begin }: ReportViewProps) => {
  const { theme } = useSession()
  const { state, repositories, tallies } = loaded
  const repoUrl = begin.repository
  const repository = repositories.find((one) => one.repoUrl === repoUrl)
  const chosen = useChosenReports(repository?.reports ?? none)
  const { report, older } = chosen
  const [mode, setMode] = useScreenState<ReportMode>('mode', begin.mode)
  const [quick, setQuick] = useScreenState<QuickFilter>('quick', 'all')
  const [isAbout, setIsAbout] = useScreenState('about', false)
  const filter = useFilter()

  const base = mode === 'compare' ? chosen.base : undefined
  const comparison = useMemo(
    () => (report && base ? { base, result: compareReports(base, report) } : undefined),
    [report, base],
  )
  const way = useMemo(
    () => (report && mode === 'way' ? nextLevel(report, tallies) : undefined),
    [report, mode, tallies],
  )
  const all = useMemo(() => {
    if (!report) return []
    if (comparison) return changeGroups(comparison.result)
    if (!way) return levelGroups(report, older)
    return wayGroups(way, older, ({ id }) => {
      const tally = tallies.get(id)
      return tally ? `passes in ${tally.passed}` : ''
    })
  }, [report, older, comparison, way, tallies])

  const failures = failureLines([state], width, theme)
  const sizes = paneSizes(width, Math.max(1, height - HEAD - failures.length))
  const { listWidth, listHeight, detailWidth, detailHeight } = sizes
  const criteria = useCriteriaList(all, { quick, text: filter.text, height: listHeight, first: begin.criterion })
  const { list, rows, row } = criteria
  const entry = row?.entry
  const wanted = filteredText(filter.text)

  const details = useMemo((): FoundLines => {
    if (!report) return noLines
    if (isAbout || !row) return { lines: aboutLines(report, detailWidth, theme), found: [] }
    if (!entry) return { lines: groupLines(row.group, report, detailWidth, theme), found: [] }
    const { criterion, before } = entry
    const detail = { criterion, before, older: base ?? older, tally: tallies.get(criterion.id), wanted }
    return criterionLines(detail, detailWidth, theme)
  }, [report, row, entry, isAbout, base, older, tallies, wanted, detailWidth, theme])
  const detail = useDetail(isAbout ? 'about' : `${row?.id}\n${wanted}`, details, detailHeight)

  const { tell, copy } = useLastRow()
  const copyOr = (text: string | undefined, what: string) =>
    text === undefined ? tell('Nothing to copy: this row is no criterion.') : copy(text, what)
  // Whoever looks for a text goes from one place to the next that holds it.
  const findNext = (step: 1 | -1) => () => {
    const isLooking = filter.text.trim() !== ''
    if (isLooking && !isAbout && detail.scrollToFound(step)) return
    const isWanted = isLooking ? () => true : undefined
    if (criteria.seek(step, isWanted ?? (({ criterion }) => criterion.outcome === 'failed'))) return
    tell(`No criterion ${isLooking ? 'holds it' : 'fails'} ${step === 1 ? 'below' : 'above'} this one.`)
  }
  const issue = (): IssueOf | undefined => {
    if (!report || !row) return undefined
    if (entry) return { is: 'criterion', report, criterion: entry.criterion }
    const { title, told, entries } = row.group
    const criteria = entries.map(({ criterion }) => criterion)
    return { is: 'group', report, title: `${repository?.name}: ${title}`, aim: told[0] ?? '', criteria }
  }
  const moveBase = (step: 1 | -1) => () => {
    if (!base) tell('Nothing is compared: d compares with an older report.')
    else if (!chosen.moveBase(step))
      tell(step === 1 ? 'There is no older report.' : 'The base is older than the report.')
  }
  useKeys(reportKeys, {
    ...listHandlers(list, listHeight, rows.length),
    open: () => {
      if (entry) open('readiness', { criterion: entry.criterion.id })
      else criteria.fold(row?.isOpen ?? true)
    },
    reports: chooseReport,
    fold: () => criteria.fold(true),
    unfold: () => criteria.fold(false),
    foldAll: criteria.foldAll,
    scrollDown: detail.scrollDown,
    scrollUp: detail.scrollUp,
    nextFailing: findNext(1),
    previousFailing: findNext(-1),
    quick: () => {
      const next = nextQuickFilter(quick)
      setQuick(next)
      tell(next === 'all' ? 'All criteria.' : `Only ${next} criteria: f shows others.`)
    },
    filter: filter.open,
    compare: () => {
      if (mode === 'compare') setMode('levels')
      else if (older) setMode('compare')
      else tell('There is no older report of this repository to compare with.')
    },
    way: () => {
      if (mode === 'way') setMode('levels')
      else if (report && !nextLevel(report, tallies)) tell('This is the highest level.')
      else setMode('way')
    },
    about: () => setIsAbout(!isAbout),
    olderReport: () => !chosen.showReport(1) && tell('This is the oldest report.'),
    newerReport: () => !chosen.showReport(-1) && tell('This is the newest report.'),
    olderBase: moveBase(1),
    newerBase: moveBase(-1),
    ...useExports(() => repository && report && reportExports(repository.name, report, base, issue())),
    copyRow: () => copyOr(entry && copiedRow(entry.criterion.id, entry.criterion), 'the row.'),
    copyId: () =>
      copy(entry?.criterion.id ?? repoUrl, entry ? 'the id of the criterion.' : 'the URL of the repository.'),
    copyJson: () =>
      copyOr(JSON.stringify(entry ? report?.report?.[entry.criterion.id] : report, undefined, 2), 'the JSON.'),
    copyIssue: () => {
      const about = issue()
      const text = about && issueText(about)
      if (text === undefined) return tell('No criterion fails here: there is nothing to make an issue of.')
      copy(text, entry ? 'the criterion as an issue.' : 'what fails here as one issue.')
    },
  })
  useReport('readiness', {
    crumbs: [
      crumbText(repository?.name ?? repoUrl),
      ...(mode === 'levels' ? [] : [mode === 'way' ? 'way up' : 'compared']),
    ],
    command: reportCommand(repository?.reports ?? none, report, base, quick === 'failing'),
    fieldKeys: filter.fieldKeys ?? hinted,
    states: [state],
  })

  const textOf = useMemo(() => createCriteriaTexts(listWidth - 1, theme), [listWidth, theme])
  const isOld = usePatience(state.is === 'loading' && state.old !== undefined)

  if (!repository || !report) {
    const words =
      state.is === 'loading' && state.old === undefined
        ? 'loading readiness reports'
        : `There is no report of ${safeText(repoUrl)}: Esc goes back.`
    return <Body lines={[...failures, ` ${theme.muted(words)}`]} height={height} />
  }
  const shown = listRows(rows, textOf, { list, height: listHeight, width: listWidth }, theme)
  const lines = [
    ...reportHead({ repository, report, older, comparison }, width, theme),
    filter.divider(criteria.left, criteria.total, width, theme),
    ...failures,
    ...joinPanes(
      shown.length > 0 ? shown : [` ${theme.muted(emptyText(mode, quick, all.length > 0))}`],
      detail.shown,
      detail.hidden,
      width,
      sizes,
      theme,
    ),
  ]
  return <Body lines={isOld ? lines.map(theme.dim) : lines} height={height} />
}

const none: LoadedReports['repositories'][number]['reports'] = []
const hinted = [...reportKeys, ...backHints]

const emptyText = (mode: ReportMode, quick: QuickFilter, hasAny: boolean): string => {
  if (hasAny)
    return quick === 'all' ? 'No criterion holds this: Esc shows all.' : `No criterion is ${quick}: f shows others.`
  if (mode === 'compare') return 'Nothing differs between these two reports.'
  return mode === 'way' ? 'Nothing fails at this level.' : 'The report is empty: it judges no criterion.'
}
