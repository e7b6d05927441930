import { sparkline } from '../../src/domain/charts/sparkline.ts'
import { passChange, type ReportRow } from '../../src/domain/readiness/report-rows.ts'
import type { RepositoryRow } from '../../src/domain/readiness/repository-rows.ts'
import { decimal, fullNumber, moment, percent } from '../../src/domain/text/format.ts'
import { safeText } from '../../src/domain/text/safe-text.ts'
import { shortHash } from '../../src/domain/text/short-hash.ts'
import type { Column } from '../../src/ui/layout/data-table.ts'
import type { Theme } from '../../src/ui/layout/theme.ts'
import type { CourseScale } from '../kit/charts/chart-text.ts'
import { modelText, reportDay } from './detail-lines.ts'
import { nameColumn, standingColumns } from './standing.ts'
import type { Report } from './use-reports.ts'

/** The change of the pass rate since the report before, in points. */
const changeColumn = (theme: Theme): Column<ReportRow> => ({
  id: 'delta',
  title: 'CHANGE PT',
  align: 'right',
  width: 9,
  priority: 2,
  text: (row) => changeText(passChange(row), theme),
  role: (row) => {
    const change = passChange(row)
    return change === undefined || Math.abs(change) < MIN ? 'muted' : change > 0 ? 'good' : 'bad'
  },
})

/** What the criteria came to. */
const countColumns: readonly Column<ReportRow>[] = [
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
const commitColumn: Column<ReportRow> = {
  id: 'commit',
  title: 'COMMIT',
  align: 'left',
  width: 7,
  priority: 4,
  text: ({ report }) => shortHash(report.commitHash),
  role: () => 'muted',
}
const modelColumn: Column<ReportRow> = {
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
const MIN = 0.0005

const changeText = (change: number | undefined, { signs }: Theme): string => {
  if (change === undefined) return ''
  if (Math.abs(change) < MIN) return '='
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

/** Reports of a course that are drawn, one cell each. */
const COURSE_CELLS = 12

/** The columns of the list of repositories; courses share the scale from 0 to 100 %, or have each its own. */
export const repositoryColumns = (theme: Theme, scale: CourseScale): Column<RepositoryRow>[] => [
  nameColumn,
  ...standingColumns(theme),
  changeColumn(theme),
  {
    id: 'won',
    title: 'WON',
    align: 'right',
    width: 4,
    priority: 5,
    text: ({ change }) => (change ? fullNumber(change.gained.length) : ''),
  },
  {
    id: 'lost',
    title: 'LOST',
    align: 'right',
    width: 4,
    priority: 4,
    text: ({ change }) => (change ? fullNumber(change.lost.length) : ''),
  },
  ...countColumns,
  {
    id: 'course',
    title: scale === 'row' ? 'REPORTS BY ROW' : 'REPORTS',
    align: 'left',
    width: scale === 'row' ? 'REPORTS BY ROW'.length : COURSE_CELLS,
    priority: 3,
    text: ({ course }) => {
      const max = scale === 'row' ? undefined : 1
      return sparkline(course.slice(-COURSE_CELLS), { max, ascii: theme.isAscii })
    },
    role: () => 'accent',
  },
  {
    id: 'time',
    title: 'NEWEST',
    align: 'left',
    width: 7,
    priority: 7,
    text: ({ reports: [newest] }) => (newest ? reportDay(newest) : '?'),
  },
  {
    id: 'branch',
    title: 'BRANCH',
    align: 'left',
    width: 16,
    priority: 9,
    text: ({ reports: [newest] }) => safeText(newest?.branch ?? ''),
    role: () => 'muted',
  },
  { ...commitColumn, priority: 10 },
  { ...modelColumn, priority: 11 },
]

/** The cells of a repository for the clipboard. */
export const repositoryText = ({ name, level, passRate, passed, failed, repoUrl }: RepositoryRow): string =>
  [name, `L${level}`, percent(passRate), `${passed}/${passed + failed}`, repoUrl].join('\t')
