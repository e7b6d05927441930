import { safeText } from '../../src/domain/text/safe-text.ts'
import { cutStyled } from '../../src/ui/layout/columns.ts'
import { Body } from '../../src/ui/layout/rows.tsx'
import { joinPanes } from '../kit/detail/list-and-detail.ts'
import { ListBody } from '../kit/list/list-body.tsx'
import { NOT_KNOWN } from '../kit/query/states.ts'
import { useDelayedBusy } from '../kit/query/ticks.ts'
import { foldLabel } from '../kit/screen/enter-hint.ts'
import type { ScreenProps } from '../kit/screen/screen.ts'
import { useReport, webAddress } from '../kit/screen/screen-report.ts'
import { useSession } from '../kit/session/session.ts'
import type { QuickFilter } from './quick-filters.ts'
import { backHints, type ReportMode, reportKeys } from './readiness-keys.ts'
import { crumbText, reportCommand, reportHead } from './report-lines.ts'
import { useReportKeys } from './use-report-keys.ts'
import { type ReportPanesProps, useReportPanes } from './use-report-panes.ts'

type ReportViewProps = ReportPanesProps & {
  open: ScreenProps['open']
  /** Lists all reports of the repository. */
  chooseReport: () => void
}

/** One report of a repository: its criteria by level, compared with the previous report. */
export const ReportView = ({ open, chooseReport, ...props }: ReportViewProps) => {
  const { width, height } = props
  const { theme } = useSession()
  const panes = useReportPanes(props)
  const { repoUrl, shown, filtered, failures, criteria } = panes
  const { state } = props.loaded
  const { repository, report, mode } = shown
  useReportKeys(panes, open, chooseReport)
  useReport('readiness', {
    place: crumbText(repository?.name ?? repoUrl),
    levels: shown.levels,
    enter: () => {
      const row = criteria.getSelected()
      return row && (row.entry ? 'all repos' : foldLabel(row.isOpen))
    },
    address: () => webAddress('the repository', repoUrl),
    command: `${reportCommand(shown.reports, report, shown.base, mode === 'way')}${filtered.option}`,
    fieldKeys: filtered.filter.fieldKeys ?? hinted,
    states: [state],
  })
  const isOld = useDelayedBusy(state.is === 'loading' && state.old !== undefined)

  if (!repository || !report) {
    const words =
      state.is === 'loading' && state.old === undefined
        ? 'loading readiness reports'
        : state.is === 'failed'
          ? `Reports of ${safeText(repoUrl)}: ${NOT_KNOWN}. Press Esc to go back.`
          : `${safeText(repoUrl)} has no report. Press Esc to go back.`
    return <Body lines={[...failures, cutStyled(` ${theme.muted(words)}`, width)]} height={height} />
  }
  const empty = emptyText(mode, panes.quick.quick, shown.groups.length > 0)
  const above = [
    ...reportHead(repository, report, shown, width, theme),
    filtered.divider(criteria.total, width, theme, criteria.left),
    ...failures,
  ]
  const getLines = () => {
    const { shown, hidden } = panes.getDetail()
    const lines = [...above, ...joinPanes(criteria.getLines(empty), shown, hidden, width, panes.sizes, theme)]
    return isOld ? lines.map(theme.dim) : lines
  }
  return <ListBody list={criteria.list} height={height} lines={getLines} />
}

const hinted = [...reportKeys, ...backHints]

const emptyText = (mode: ReportMode, quick: QuickFilter, hasAny: boolean): string => {
  if (hasAny)
    return quick === 'all'
      ? 'No matching criterion. Press Esc to show all.'
      : `No criterion is ${quick}. Press f to show others.`
  if (mode === 'compare') return 'The two reports do not differ.'
  return mode === 'way' ? 'Nothing fails at this level.' : 'The report is empty.'
}
