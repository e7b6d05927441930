import { useEffect, useMemo } from 'react'
import { reportTable } from '../../src/domain/readiness/report-filter.ts'
import { type ReportRow, reportRows } from '../../src/domain/readiness/report-rows.ts'
import { moment } from '../../src/domain/text/format.ts'
import { safeText } from '../../src/domain/text/safe-text.ts'
import { useKeys } from '../../src/ui/keys/use-keys.ts'
import { cutStyled, filled, joinFitting } from '../../src/ui/layout/columns.ts'
import type { Theme } from '../../src/ui/layout/theme.ts'
import { shellWord } from '../kit/export/command-options.ts'
import { useExports } from '../kit/export/exports.ts'
import { useFilteredRows } from '../kit/filter/use-where.ts'
import { ListBody } from '../kit/list/list-body.tsx'
import { useCopies } from '../kit/list/use-list-screen.tsx'
import { useColumns, useRows } from '../kit/list/use-rows.ts'
import { failureLines, NOT_KNOWN } from '../kit/query/states.ts'
import { useReport, webAddress } from '../kit/screen/screen-report.ts'
import { useScreenState } from '../kit/screen/screen-state.ts'
import { useSession } from '../kit/session/session.ts'
import { useAgeReference } from '../kit/session/use-range.ts'
import { modelText, reportDay } from './detail-lines.ts'
import { reportsExports } from './readiness-exports.ts'
import { reportsKeys } from './readiness-keys.ts'
import { reportState } from './readiness-state.ts'
import { reportColumns, reportText } from './report-columns.ts'
import { crumbText, shortName } from './report-lines.ts'
import { keyOf, type ReportsViewProps, useChosenReports } from './use-shown-report.ts'

/** Rows of the head, divider and heading. */
const HEAD = 3

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
  const table = useMemo(() => reportTable(reports, end, textsOf), [reports, end])
  // Not shared with the filter of criteria.
  const { filter, rows, divider, option } = useFilteredRows(reportState.reportsFilter, all, table)

  const failures = failureLines([state], width, theme)
  const top = HEAD + failures.length
  const listHeight = Math.max(1, height - top)
  const columns = useMemo(() => reportColumns(shown, base, theme), [shown, base, theme])
  const { textOf, heading } = useColumns(columns, none, width - 2)
  const idOf = useMemo(
    () =>
      ({ report }: ReportRow) =>
        keyOf(report, reports.indexOf(report)),
    [reports],
  )
  const listed = useRows(reportState.reportsRow, rows, idOf, { textOf, top, height: listHeight, width })
  const { ids, list, getSelected } = listed
  // Select the displayed report first.
  const shownIndex = rows.findIndex(({ report }) => report === shown)
  const [startedFor, setStartedFor] = useScreenState(reportState.reportsStarted)
  useEffect(() => {
    const shownId = ids[shownIndex]
    if (shownId === undefined || startedFor === shownId) return
    setStartedFor(shownId)
    list.moveTo(shownIndex)
  })

  useKeys(reportsKeys, {
    ...listed.handlers,
    ...useCopies(getSelected, copies),
    ...useExports(() => repository && reportsExports(repository.name, rows)),
    open: listed.onRow(({ report }) => {
      chosen.show(reports.indexOf(report))
      if (chosen.mode === 'compare') chosen.setMode('levels')
      return leave()
    }),
    compare: listed.onRow(({ report }) => {
      if (!chosen.compareWith(reports.indexOf(report)))
        return 'This is the current report. Choose another one to compare.'
      chosen.setMode('compare')
      return leave()
    }),
    filter: filter.open,
    leave,
  })
  useReport('readiness', {
    crumbs: [crumbText(repository?.name ?? repoUrl), 'reports'],
    enter: () => {
      const selected = getSelected()
      return selected && `show ${reportDay(selected.report)}`
    },
    address: () => webAddress('the repository', repoUrl),
    command: `readiness list --all --repo ${shellWord(repoUrl)}${option}`,
    fieldKeys: filter.fieldKeys ?? reportsKeys,
    states: [state],
  })

  const isUnknown = state.is === 'failed' && all.length === 0
  const without = isUnknown ? `reports ${NOT_KNOWN}` : 'No reports.'
  const empty = all.length === 0 ? without : 'No matching report: Esc shows all.'
  const above = [
    headLine(repository?.name ?? repoUrl, isUnknown ? undefined : all.length, width, theme),
    divider(all.length, width, theme),
    ` ${heading({ id: 'time', isDescending: true })}`,
    ...failures,
  ]
  const lines = () => [...above, ...filled(listed.getLines(empty), listHeight)].map((line) => cutStyled(line, width))
  return <ListBody list={list} lines={lines} height={height} />
}

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
