import { sparkline } from '../../src/domain/charts/sparkline.ts'
import { passChange, type ReportRow } from '../../src/domain/readiness/report-rows.ts'
import type { RepositoryRow } from '../../src/domain/readiness/repository-rows.ts'
import { decimal, fullNumber, moment, percent } from '../../src/domain/text/format.ts'
import { safeText } from '../../src/domain/text/safe-text.ts'
import { shortHash } from '../../src/domain/text/short-hash.ts'
import { type CellRole, type Column, leftColumn, rightColumn } from '../../src/ui/layout/data-table.ts'
import type { Theme } from '../../src/ui/layout/theme.ts'
import { type SparklineScale, scaleWords } from '../kit/charts/chart-text.ts'
import { copiedCells } from '../kit/export/command-options.ts'
import { modelText, reportDay } from './detail-lines.ts'
import { levelColumns, nameColumn } from './level-columns.ts'
import type { Report } from './use-reports.ts'

/** The change of the pass rate since the previous report, in percentage points. */
const changeColumn = (theme: Theme): Column<ReportRow> =>
  rightColumn('delta', 'CHANGE PT', 9, 2, (row) => changeText(passChange(row), theme), changeRole)

const changeRole = (row: ReportRow): CellRole => {
  const change = passChange(row)
  return change === undefined || Math.abs(change) < MIN ? 'muted' : change > 0 ? 'good' : 'bad'
}

const countColumns: readonly Column<ReportRow>[] = [
  rightColumn('passed', 'PASSED', 7, 3, ({ passed, failed }) => `${passed}/${passed + failed}`),
  rightColumn('skipped', 'SKIPPED', 7, 7, ({ skipped }) => fullNumber(skipped)),
  rightColumn('apps', 'APPS', 4, 6, ({ apps }) => fullNumber(apps)),
]

const branchOf = ({ report }: ReportRow) => safeText(report.branch ?? '')
const commitOf = ({ report }: ReportRow) => shortHash(report.commitHash)
const modelOf = ({ report }: ReportRow) => modelText(report) ?? ''

/** Columns of the reports of a repository. One column marks the displayed report and the one it is compared with. */
export const reportColumns = (
  shown: Report | undefined,
  base: Report | undefined,
  theme: Theme,
): Column<ReportRow>[] => [
  leftColumn('time', 'EVALUATED', 20, 0, ({ report }) => moment(report.createdAt)),
  ...levelColumns(theme),
  changeColumn(theme),
  ...countColumns,
  leftColumn('use', '', 6, 1, ({ report }) => (report === shown ? 'shown' : report === base ? 'base' : ''), 'accent'),
  leftColumn('commit', 'COMMIT', 7, 4, commitOf, 'muted'),
  leftColumn('branch', 'BRANCH', { grow: true, min: 8 }, 3, branchOf, 'muted'),
  leftColumn('model', 'MODEL', 24, 8, modelOf, 'muted'),
]

// Half of the last displayed digit.
const MIN = 0.0005

const changeText = (change: number | undefined, { signs }: Theme): string => {
  if (change === undefined) return ''
  if (Math.abs(change) < MIN) return '='
  return `${change > 0 ? signs.up : signs.down} ${decimal(Math.abs(change) * 100, 1)}`
}

/** Cells of a report for the clipboard. */
export const reportText = ({ report, level, passRate, passed, failed }: ReportRow): string =>
  copiedCells([
    ...[moment(report.createdAt), `L${level}`, percent(passRate), `${passed}/${passed + failed}`],
    ...[report.branch, report.commitHash, report.reportId],
  ])

/** Maximum number of reports in a sparkline, one cell each. */
const SPARKLINE_CELLS = 12

/** Columns of the list of repositories. The sparklines share the scale from 0 to 100 %, or each has its own. */
export const repositoryColumns = (theme: Theme, scale: SparklineScale): Column<RepositoryRow>[] => {
  const max = scale === 'row' ? undefined : 1
  const sparklineOf = ({ passRates }: RepositoryRow) =>
    sparkline(passRates.slice(-SPARKLINE_CELLS), { max, ascii: theme.isAscii })
  return [
    nameColumn,
    ...levelColumns(theme),
    changeColumn(theme),
    rightColumn('won', 'WON', 4, 5, ({ change }) => (change ? fullNumber(change.gained.length) : '')),
    rightColumn('lost', 'LOST', 4, 4, ({ change }) => (change ? fullNumber(change.lost.length) : '')),
    ...countColumns,
    {
      ...leftColumn<RepositoryRow>('sparkline', 'REPORTS', SPARKLINE_CELLS, 3, sparklineOf, 'accent'),
      ...(scale === 'row' && { wideTitle: `REPORTS, ${scaleWords.row}` }),
    },
    leftColumn('time', 'NEWEST', 7, 7, ({ report }) => reportDay(report)),
    leftColumn('branch', 'BRANCH', 16, 9, branchOf, 'muted'),
    leftColumn('commit', 'COMMIT', 7, 10, commitOf, 'muted'),
    leftColumn('model', 'MODEL', 24, 11, modelOf, 'muted'),
  ]
}

/** Cells of a repository for the clipboard. */
export const repositoryText = ({ name, level, passRate, passed, failed, repoUrl }: RepositoryRow): string =>
  [name, `L${level}`, percent(passRate), `${passed}/${passed + failed}`, repoUrl].join('\t')
