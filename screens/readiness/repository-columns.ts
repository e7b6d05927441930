import { sparkline } from '../../src/domain/charts/sparkline.ts'
import type { RepositoryRow } from '../../src/domain/readiness/repository-rows.ts'
import { fullNumber, percent } from '../../src/domain/text/format.ts'
import { safeText } from '../../src/domain/text/safe-text.ts'
import type { Column } from '../../src/ui/layout/data-table.ts'
import type { Theme } from '../../src/ui/layout/theme.ts'
import type { CourseScale } from '../kit/charts/use-course-scale.ts'
import { reportDay } from './detail-lines.ts'
import { changeColumn, commitColumn, countColumns, modelColumn } from './report-columns.ts'
import { nameColumn, standingColumns } from './standing.ts'

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
