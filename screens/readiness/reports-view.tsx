import { useEffect, useMemo } from 'react'
import { toJson } from '../../src/domain/output/output.ts'
import { reportTable } from '../../src/domain/readiness/report-filter.ts'
import { type ReportRow, reportRows } from '../../src/domain/readiness/report-rows.ts'
import { moment } from '../../src/domain/text/format.ts'
import { safeText } from '../../src/domain/text/safe-text.ts'
import { useKeys } from '../../src/ui/keys/use-keys.ts'
import { asManyAsFit, cutStyled, filled } from '../../src/ui/layout/columns.ts'
import { createRowTexts, headingRow, placeColumns } from '../../src/ui/layout/data-table.ts'
import { useRowClicks } from '../../src/ui/mouse/click-areas.ts'
import { shellWord } from '../kit/export/command-options.ts'
import { useExports } from '../kit/export/exports.ts'
import { useFilteredRows } from '../kit/filter/use-where.ts'
import { ListBody } from '../kit/list/list-body.tsx'
import { listRows } from '../kit/list/list-rows.ts'
import { listHandlers, NO_ROW, useQuietList } from '../kit/list/use-list.ts'
import { failureLines, NOT_KNOWN } from '../kit/query/states.ts'
import type { ScreenProps } from '../kit/screen/screen.ts'
import { useReport, webAddress } from '../kit/screen/screen-report.ts'
import { useScreenState } from '../kit/screen/screen-state.ts'
import { useSession } from '../kit/session/session.ts'
import { useLastRow } from '../kit/session/use-last-row.ts'
import { useAgeEnd } from '../kit/session/use-range.ts'
import { modelText, reportDay } from './detail-lines.ts'
import { reportsExports } from './readiness-exports.ts'
import { reportsKeys } from './readiness-keys.ts'
import { reportColumns, reportText } from './report-columns.ts'
import { crumbText, shortName } from './report-lines.ts'
import type { LoadedReports } from './use-reports.ts'
import { keyOf, type ReportMode, useChosenReports } from './use-shown-report.ts'

export type ReportsViewProps = Pick<ScreenProps, 'width' | 'height'> & {
  loaded: LoadedReports
  /** The URL of the repository. */
  repository: string
  /** What the report began with. */
  mode: ReportMode
  /** Goes back to the report. */
  leave: () => void
}

/** Rows of the head, the divider and the heading. */
const HEAD = 3

/** Every report of a repository, the newest first, to choose the one to show or to compare with. */
export const ReportsView = ({ width, height, loaded, leave, ...begin }: ReportsViewProps) => {
  const session = useSession()
  const { theme } = session
  const repoUrl = begin.repository
  const repository = loaded.repositories.find((one) => one.repoUrl === repoUrl)
  const reports = repository?.reports ?? none
  const chosen = useChosenReports(reports)
  const [mode, setMode] = useScreenState<ReportMode>('mode', begin.mode)
  // A filter of criteria is another one.
  const all = useMemo(() => reportRows(reports), [reports])
  const end = useAgeEnd()
  const table = useMemo(() => reportTable(reports, end, textsOf), [reports, end])
  const { filter, rows, divider, option } = useFilteredRows(all, table, { key: 'reportsFilter' })
  const ids = useMemo(() => {
    const places = new Map(all.map(({ report }, at) => [report, keyOf(report, at)]))
    return rows.map(({ report }) => places.get(report) ?? '')
  }, [all, rows])

  const failures = failureLines([loaded.state], width, theme)
  const listHeight = Math.max(1, height - HEAD - failures.length)
  const list = useQuietList('reports', ids, listHeight)
  useRowClicks(list, { top: 3 + failures.length, height: listHeight, count: ids.length })
  const selectedNow = () => rows[list.selected]
  // It begins at the report that is shown.
  const shownAt = rows.findIndex(({ report }) => report === chosen.report)
  const [begunAt, setBegunAt] = useScreenState<string | undefined>('reportsAt', undefined)
  const shownId = ids[shownAt]
  useEffect(() => {
    if (shownId === undefined || begunAt === shownId) return
    setBegunAt(shownId)
    list.moveTo(shownAt)
  })

  const base = mode === 'compare' ? chosen.base : undefined
  const placed = useMemo(
    () => placeColumns(reportColumns(chosen.report, base, theme), [], width - 2),
    [chosen.report, base, theme, width],
  )
  const textOf = useMemo(() => createRowTexts(placed, theme), [placed, theme])

  const { copy } = useLastRow()
  const placeOf = ({ report }: ReportRow) => reports.indexOf(report)
  useKeys(reportsKeys, {
    ...listHandlers(list, listHeight, rows.length),
    open: () => {
      const selected = selectedNow()
      if (!selected) return NO_ROW
      chosen.show(placeOf(selected))
      if (mode === 'compare') setMode('levels')
      return leave()
    },
    compare: () => {
      const selected = selectedNow()
      if (!selected) return NO_ROW
      if (!chosen.compareWith(placeOf(selected)))
        return 'This is the report that is shown: choose another one to compare it with.'
      setMode('compare')
      return leave()
    },
    filter: filter.open,
    leave,
    copyRow() {
      const selected = selectedNow()
      copy(selected && reportText(selected), 'the row.')
    },
    copyId: () => copy(selectedNow()?.report.reportId, 'the id of the report.'),
    copyJson() {
      const selected = selectedNow()
      copy(selected && toJson(selected.report, { indent: 2 }), 'the report as JSON.', 'text')
    },
    ...useExports(() => repository && reportsExports(repository.name, rows)),
  })
  useReport('readiness', {
    crumbs: [crumbText(repository?.name ?? repoUrl), 'reports'],
    enter: () => {
      const selected = selectedNow()
      return selected && `show ${reportDay(selected.report)}`
    },
    address: () => webAddress('the repository', repoUrl),
    command: `readiness list --all --repo ${shellWord(repoUrl)}${option}`,
    fieldKeys: filter.fieldKeys ?? reportsKeys,
    states: [loaded.state],
  })

  const head = [
    theme.strong(shortName(repository?.name ?? repoUrl, width)),
    ...(all.length === 0 && loaded.state.is === 'failed'
      ? []
      : [`${theme.strong(String(all.length))} ${all.length === 1 ? 'report' : 'reports'}`]),
    theme.muted('Enter shows one, d compares the one shown with it'),
  ]
  const without = loaded.state.is === 'failed' ? `reports ${NOT_KNOWN}` : 'There is no report of it.'
  const empty = all.length === 0 ? without : 'No report holds this: Esc shows all.'
  const above = [
    ` ${asManyAsFit(head, width - 2, '   ')}`,
    divider(all.length, width, theme),
    ` ${headingRow(placed, { id: 'time', isDescending: true }, theme)}`,
    ...failures,
  ]
  const lines = () => {
    const shown =
      rows.length > 0 ? listRows(rows, textOf, { list, height: listHeight, width }, theme) : [` ${theme.muted(empty)}`]
    return [...above, ...filled(shown, listHeight)].map((line) => cutStyled(line, width))
  }
  return <ListBody list={list} lines={lines} height={height} />
}

const none: LoadedReports['repositories'][number]['reports'] = []

/** Where the words of a filter are looked for, besides the id. */
const textsOf = ({ report, level }: ReportRow): string[] =>
  [moment(report.createdAt), `L${level}`, report.branch, report.commitHash, modelText(report)].map((part) =>
    safeText(part ?? ''),
  )
