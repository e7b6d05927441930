import { passChange, type ReportRow } from '../../src/domain/readiness/report-rows.ts'
import { decimal, fullNumber, moment, percent } from '../../src/domain/text/format.ts'
import { safeText } from '../../src/domain/text/safe-text.ts'
import { shortHash } from '../../src/domain/text/short-hash.ts'
import type { Column } from '../../src/ui/layout/data-table.ts'
import type { Theme } from '../../src/ui/layout/theme.ts'
import { modelText } from './detail-lines.ts'
import { standingColumns } from './standing.ts'
import type { Report } from './use-reports.ts'

/** The change of the pass rate since the report before, in points. */
export const changeColumn = (theme: Theme): Column<ReportRow> => ({
  id: 'delta',
  title: 'CHANGE PT',
  align: 'right',
  width: 9,
  priority: 2,
  text: (row) => changeText(passChange(row), theme),
  role: (row) => {
    const change = passChange(row)
    return change === undefined || Math.abs(change) < LEAST ? 'muted' : change > 0 ? 'good' : 'bad'
  },
})

/** What the criteria came to. */
export const countColumns: readonly Column<ReportRow>[] = [
  {
    id: 'passed',
    title: 'PASSED',
    align: 'right',
    width: 7,
    priority: 3,
    text: ({ passed, failed }) => `${passed}/${passed + failed}`,
  },
  {
    id: 'skipped',
    title: 'SKIPPED',
    align: 'right',
    width: 7,
    priority: 7,
    text: ({ skipped }) => fullNumber(skipped),
  },
  { id: 'apps', title: 'APPS', align: 'right', width: 4, priority: 6, text: ({ apps }) => fullNumber(apps) },
]

/** What was judged, and by whom. */
export const commitColumn: Column<ReportRow> = {
  id: 'commit',
  title: 'COMMIT',
  align: 'left',
  width: 7,
  priority: 4,
  text: ({ report }) => shortHash(report.commitHash),
  role: () => 'muted',
}
export const modelColumn: Column<ReportRow> = {
  id: 'model',
  title: 'MODEL',
  align: 'left',
  width: 24,
  priority: 8,
  text: ({ report }) => modelText(report) ?? '',
  role: () => 'muted',
}

/** The columns of the reports of a repository, of which one is shown and one may be what it is compared with. */
export const reportColumns = (
  shown: Report | undefined,
  base: Report | undefined,
  theme: Theme,
): Column<ReportRow>[] => [
  {
    id: 'time',
    title: 'JUDGED',
    align: 'left',
    width: 20,
    priority: 0,
    text: ({ report }) => moment(report.createdAt),
  },
  ...standingColumns(theme),
  changeColumn(theme),
  ...countColumns,
  {
    id: 'use',
    title: '',
    align: 'left',
    width: 6,
    priority: 1,
    text: ({ report }) => (report === shown ? 'shown' : report === base ? 'base' : ''),
    role: () => 'accent',
  },
  commitColumn,
  {
    id: 'branch',
    title: 'BRANCH',
    align: 'left',
    width: { grow: true, min: 8 },
    priority: 3,
    text: ({ report }) => safeText(report.branch ?? ''),
    role: () => 'muted',
  },
  modelColumn,
]

// Half of the last digit that is shown.
const LEAST = 0.0005

const changeText = (change: number | undefined, { signs }: Theme): string => {
  if (change === undefined) return ''
  if (Math.abs(change) < LEAST) return '='
  return `${change > 0 ? signs.up : signs.down} ${decimal(Math.abs(change) * 100, 1)}`
}

/** The cells of a report for the clipboard. */
export const reportText = ({ report, level, passRate, passed, failed }: ReportRow): string =>
  [
    moment(report.createdAt),
    `L${level}`,
    percent(passRate),
    `${passed}/${passed + failed}`,
    safeText(report.branch ?? ''),
    safeText(report.commitHash ?? ''),
    safeText(report.reportId ?? ''),
  ].join('\t')
