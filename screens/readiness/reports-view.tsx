import { useCallback, useMemo } from 'react'
import { reportTable } from '../../src/domain/readiness/report-filter.ts'
import { type ReportRow, reportRows } from '../../src/domain/readiness/report-rows.ts'
import { moment } from '../../src/domain/text/format.ts'
import { safeText } from '../../src/domain/text/safe-text.ts'
import { useKeys } from '../../src/ui/keys/use-keys.ts'
import { joinFitting } from '../../src/ui/layout/columns.ts'
import type { Theme } from '../../src/ui/layout/theme.ts'
import { shellWord } from '../kit/export/command-options.ts'
import { backHint } from '../kit/list/list-screen-keys.ts'
import { useListScreen } from '../kit/list/use-list-screen.tsx'
import { NOT_KNOWN } from '../kit/query/states.ts'
import { webAddress } from '../kit/screen/screen-report.ts'
import { useSession } from '../kit/session/session.ts'
import { useAgeReference } from '../kit/session/use-range.ts'
import { modelText, reportDay } from './detail-lines.ts'
import { reportsExports } from './readiness-exports.ts'
import { reportState, reportsKeys } from './readiness-keys.ts'
import { reportColumns, reportText } from './report-columns.ts'
import { crumbText, shortName } from './report-lines.ts'
import { keyOf, type ReportsViewProps, useChosenReports } from './use-shown-report.ts'

type ReportsProps = ReportsViewProps & {
  leave: () => void
}

/** All reports of a repository, newest first. The user chooses one to show or to compare with. */
export const ReportsView = ({ width, height, loaded, leave, repository: repoUrl, mode }: ReportsProps) => {
  const { theme } = useSession()
  const { state } = loaded
  const chosen = useChosenReports(loaded.repositories, repoUrl, mode)
  const { repository, reports, report: shown, base } = chosen
  const all = useMemo(() => reportRows(reports), [reports])
  const end = useAgeReference()
  const isUnknown = state.is === 'failed' && all.length === 0
  const name = repository?.name ?? repoUrl
  const idOf = useCallback(({ report }: ReportRow) => keyOf(report, reports.indexOf(report)), [reports])
  const screen = useListScreen({
    name: 'readiness',
    keys,
    place: crumbText(name),
    levels: [...chosen.levels, { crumb: 'reports', leave }],
    width,
    height,
    state,
    entries: all,
    idOf,
    // The displayed report is selected first.
    target: shown && keyOf(shown, reports.indexOf(shown)),
    table: useMemo(() => reportTable(reports, end, textsOf), [reports, end]),
    sortedBy: { id: 'time', isDescending: true },
    columns: useMemo(() => reportColumns(shown, base, theme), [shown, base, theme]),
    measured: none,
    head: () => headLine(name, isUnknown ? undefined : all.length, width, theme),
    empty: () =>
      all.length > 0
        ? 'No matching report. Press Esc to show all.'
        : isUnknown
          ? `reports ${NOT_KNOWN}`
          : 'No reports.',
    enter: ({ report }) => `show ${reportDay(report)}`,
    copies,
    exports: (rows) => repository && reportsExports(repository.name, rows),
    command: { list: `readiness list --all --repo ${shellWord(repoUrl)}` },
    address: () => webAddress('the repository', repoUrl),
    hinted,
  })
  useKeys(reportsKeys, {
    ...screen.handlers,
    open: screen.onRow(({ report }) => {
      chosen.show(reports.indexOf(report))
      if (chosen.mode === 'compare') chosen.setMode('levels')
      return leave()
    }),
    compare: screen.onRow(({ report }) => {
      if (!chosen.compareWith(reports.indexOf(report)))
        return 'This is the current report. Choose another one to compare.'
      chosen.setMode('compare')
      return leave()
    }),
    list: leave,
  })
  return screen.body
}

const hinted = [...reportsKeys, backHint]

/** The filter is not shared with that of the criteria. */
const keys = { row: reportState.reportsRow, filter: reportState.reportsFilter }

const headLine = (name: string, count: number | undefined, width: number, theme: Theme): string => {
  const parts = [
    theme.strong(shortName(name, width)),
    ...(count === undefined ? [] : [`${theme.strong(String(count))} ${count === 1 ? 'report' : 'reports'}`]),
    theme.muted('Enter shows a report, d compares it with the current one'),
  ]
  return ` ${joinFitting(parts, width - 2, '   ')}`
}

const none: readonly ReportRow[] = []

const copies = {
  row: reportText,
  id: ({ report }: ReportRow) => report.reportId,
  idLabel: 'the id of the report.',
  json: ({ report }: ReportRow) => report,
  jsonLabel: 'the report as JSON.',
}

/** The texts that filters search, in addition to the id. */
const textsOf = ({ report, level }: ReportRow): string[] =>
  [moment(report.createdAt), `L${level}`, report.branch, report.commitHash, modelText(report)].map((part) =>
    safeText(part ?? ''),
  )
