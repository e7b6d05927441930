import { useMemo } from 'react'
import { memoize } from '../../src/base/memoize.ts'
import { criterionTable } from '../../src/domain/readiness/report-filter.ts'
import { safeText } from '../../src/domain/text/safe-text.ts'
import { cutStyled } from '../../src/ui/layout/columns.ts'
import { Body } from '../../src/ui/layout/rows.tsx'
import { useRowClicks } from '../../src/ui/mouse/click-areas.ts'
import { joinPanes, paneSizes } from '../kit/detail/list-and-detail.ts'
import { type FoundLines, MAX_DETAILS, noLines, useLateDetail } from '../kit/detail/use-detail.ts'
import { useFilteredRows } from '../kit/filter/use-where.ts'
import { ListBody } from '../kit/list/list-body.tsx'
import { listRows } from '../kit/list/list-rows.ts'
import { useLeaving } from '../kit/list/use-list.ts'
import { failureLines, NOT_KNOWN } from '../kit/query/states.ts'
import { usePatience } from '../kit/query/ticks.ts'
import { foldWord } from '../kit/screen/enter-hint.ts'
import type { ScreenProps } from '../kit/screen/screen.ts'
import { useReport, webAddress } from '../kit/screen/screen-report.ts'
import { useScreenState } from '../kit/screen/screen-state.ts'
import { useSession } from '../kit/session/session.ts'
import type { CriterionEntry } from './criteria-groups.ts'
import { type CriteriaRow, createCriteriaTexts } from './criteria-rows.ts'
import { aboutLines, criterionLines, groupLines } from './detail-lines.ts'
import { QUICK_CONDITIONS, type QuickFilter } from './quick-filters.ts'
import { backHints, reportKeys } from './readiness-keys.ts'
import { reportCommand } from './report-command.ts'
import { crumbText, reportHead } from './report-lines.ts'
import { useCriteriaList } from './use-criteria-list.ts'
import { useReportKeys } from './use-report-keys.ts'
import type { LoadedReports } from './use-reports.ts'
import { type ReportMode, useShownReport } from './use-shown-report.ts'

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

/** Rows of the head and of the divider below it. */
const HEAD = 3

/** One report of a repository: its criteria by level, beside the report before. */
export const ReportView = ({ width, height, open, loaded, chooseReport, ...begin }: ReportViewProps) => {
  const { theme } = useSession()
  const { state, tallies } = loaded
  const repoUrl = begin.repository
  const shown = useShownReport(loaded, repoUrl, begin.mode)
  const { repository, report, older, base, mode } = shown
  const [quick, setQuick] = useScreenState<QuickFilter>('quick', 'all')
  const [isAbout, setIsAbout] = useScreenState('about', false)
  const entries = useMemo(() => shown.groups.flatMap((group) => group.entries), [shown.groups])
  const filtered = useFilteredRows(entries, table, { also: QUICK_CONDITIONS[quick] })
  const { filter, sought: wanted } = filtered

  const failures = failureLines([state], width, theme)
  const sizes = paneSizes(width, Math.max(1, height - HEAD - failures.length))
  const { listWidth, listHeight, detailWidth, detailHeight } = sizes
  const left = filter.text.trim() === '' ? undefined : filtered.rows
  const listed = { quick, left, sought: wanted, height: listHeight, first: begin.criterion }
  const criteria = useCriteriaList(shown.groups, listed)
  const { list, rows } = criteria
  useRowClicks(list, { top: HEAD + failures.length, height: listHeight, width: listWidth, count: rows.length })
  const detailOf = useMemo(() => {
    const linesOf = (row: CriteriaRow | undefined): FoundLines => {
      if (!report) return noLines
      if (isAbout || !row) return { lines: aboutLines(report, detailWidth, theme), found: [] }
      if (!row.entry) return { lines: groupLines(row.group, report, detailWidth, theme), found: [] }
      const { criterion, before } = row.entry
      const about = { criterion, before, older: base ?? older, tally: tallies.get(criterion.id), wanted }
      return criterionLines(about, detailWidth, theme)
    }
    return memoize(linesOf, MAX_DETAILS)
  }, [report, isAbout, base, older, tallies, wanted, detailWidth, theme])
  const detail = useLateDetail(() => {
    const { row } = criteria
    return { id: isAbout ? 'about' : `${row?.id}\n${wanted}`, ...detailOf(row) }
  }, detailHeight)
  const views = { quick, setQuick, isAbout, setIsAbout, filter, detail, height: listHeight }
  useReportKeys(shown, criteria, { ...views, repoUrl, tallies, repositories: loaded.repositories, open, chooseReport })
  // What the report was opened with is left together with it.
  useLeaving(mode !== 'levels' && mode !== begin.mode, () => shown.setMode('levels'))
  useReport('readiness', {
    crumbs: [
      crumbText(repository?.name ?? repoUrl),
      ...(mode === 'levels' ? [] : [mode === 'way' ? 'way up' : 'compared']),
    ],
    enter: () => criteria.row && (criteria.row.entry ? 'all repos' : foldWord(criteria.row.isOpen)),
    address: () => webAddress('the repository', repoUrl),
    command: `${reportCommand(shown.reports, report, base, mode === 'way')}${filtered.option}`,
    fieldKeys: filter.fieldKeys ?? hinted,
    states: [state],
  })

  const textOf = useMemo(() => createCriteriaTexts(listWidth - 1, theme), [listWidth, theme])
  const isOld = usePatience(state.is === 'loading' && state.old !== undefined)

  if (!repository || !report) {
    const words =
      state.is === 'loading' && state.old === undefined
        ? 'loading readiness reports'
        : state.is === 'failed'
          ? `What is reported of ${safeText(repoUrl)} is ${NOT_KNOWN}: Esc goes back.`
          : `There is no report of ${safeText(repoUrl)}: Esc goes back.`
    return <Body lines={[...failures, cutStyled(` ${theme.muted(words)}`, width)]} height={height} />
  }
  const empty = ` ${theme.muted(emptyText(mode, quick, shown.groups.length > 0))}`
  const above = [
    ...reportHead({ repository, report, older, comparison: shown.comparison }, width, theme),
    filtered.divider(criteria.total, width, theme, criteria.left),
    ...failures,
  ]
  const linesNow = () => {
    const drawn = listRows(rows, textOf, { list, height: listHeight, width: listWidth }, theme)
    const { shown, hidden } = detail()
    const lines = [...above, ...joinPanes(drawn.length > 0 ? drawn : [empty], shown, hidden, width, sizes, theme)]
    return isOld ? lines.map(theme.dim) : lines
  }
  return <ListBody list={list} height={height} lines={linesNow} />
}

const table = criterionTable<CriterionEntry>()

const hinted = [...reportKeys, ...backHints]

const emptyText = (mode: ReportMode, quick: QuickFilter, hasAny: boolean): string => {
  if (hasAny)
    return quick === 'all' ? 'No criterion holds this: Esc shows all.' : `No criterion is ${quick}: f shows others.`
  if (mode === 'compare') return 'Nothing differs between these two reports.'
  return mode === 'way' ? 'Nothing fails at this level.' : 'The report is empty: it judges no criterion.'
}
