import { useMemo } from 'react'
import { memoizePerObject } from '../../src/base/memoize.ts'
import { criterionTable } from '../../src/domain/readiness/report-filter.ts'
import { paneSizes } from '../kit/detail/list-and-detail.ts'
import { type FoundLines, noLines, useLiveDetail } from '../kit/detail/use-detail.ts'
import { useFilteredRows } from '../kit/filter/use-where.ts'
import { failureLines } from '../kit/query/states.ts'
import { useScreenState } from '../kit/screen/screen-state.ts'
import { useSession } from '../kit/session/session.ts'
import type { CriterionEntry } from './criteria-groups.ts'
import type { CriteriaRow } from './criteria-rows.ts'
import { aboutLines, criterionLines, groupLines } from './detail-lines.ts'
import { QUICK_CONDITIONS, useQuickFilter } from './quick-filters.ts'
import { reportState } from './readiness-keys.ts'
import { useCriteriaList } from './use-criteria-list.ts'
import { type ReportsViewProps, useShownReport } from './use-shown-report.ts'

export type ReportPanesProps = ReportsViewProps & {
  /** Id of the criterion to select first. */
  criterion: string | undefined
}

/** Rows of the head and divider. */
const HEAD = 3

export type ReportPanes = ReturnType<typeof useReportPanes>

/** A report, the list of its criteria, and the detail of the selected one. */
export const useReportPanes = (props: ReportPanesProps) => {
  const { width, height, loaded, repository: repoUrl, criterion: first } = props
  const { theme } = useSession()
  const { state, tallies } = loaded
  const shown = useShownReport(loaded, repoUrl, props.mode)
  const { report, older, base } = shown
  const [showsInfo, setShowsInfo] = useScreenState(reportState.about)
  const quick = useQuickFilter((next) =>
    next === 'all' ? 'Showing all criteria.' : `Showing only ${next} criteria. Press f to show others.`,
  )
  const entries = useMemo(() => shown.groups.flatMap((group) => group.entries), [shown.groups])
  const filtered = useFilteredRows(reportState.filter, entries, table, { also: QUICK_CONDITIONS[quick.quick] })
  const { searchWord } = filtered
  const failures = failureLines([state], width, theme)
  const sizes = paneSizes(width, Math.max(1, height - HEAD - failures.length))
  const { listWidth, listHeight, detailWidth, detailHeight } = sizes
  const criteria = useCriteriaList(shown.groups, {
    quick: quick.quick,
    left: filtered.filter.text.trim() === '' ? undefined : filtered.rows,
    searchWord,
    first,
    top: HEAD + failures.length,
    height: listHeight,
    width: listWidth,
  })
  const rowLines = memoizePerObject((row: CriteriaRow): FoundLines => {
    if (!report) return noLines
    if (!row.entry) return { lines: groupLines(row.group, report, detailWidth, theme), found: [] }
    const { criterion, before } = row.entry
    const reports = shown.reports.slice(shown.reports.indexOf(report))
    const tally = tallies.get(criterion.id)
    const about = { criterion, before, older: base ?? older, reports, tally, wanted: searchWord }
    return criterionLines(about, { width: detailWidth, height: detailHeight }, theme)
  })
  const linesOf = (row: CriteriaRow | undefined): FoundLines => {
    if (row && !showsInfo) return rowLines(row)
    return report ? { lines: aboutLines(report, detailWidth, theme), found: [] } : noLines
  }
  const getDetail = useLiveDetail(() => {
    const row = criteria.getSelected()
    return { id: showsInfo ? 'about' : `${row?.id}\n${searchWord}`, ...linesOf(row) }
  }, detailHeight)
  const info = { showsInfo, setShowsInfo }
  return { repoUrl, loaded, shown, quick, ...info, filtered, failures, sizes, criteria, getDetail }
}

const table = criterionTable<CriterionEntry>()
