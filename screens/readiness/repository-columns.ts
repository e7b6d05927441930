import { sparkline } from '../../src/domain/charts/sparkline.ts'
import { madeAt } from '../../src/domain/readiness/report-facts.ts'
import type { RepositoryRow } from '../../src/domain/readiness/repository-rows.ts'
import { fullNumber, percent } from '../../src/domain/text/format.ts'
import { safeText } from '../../src/domain/text/safe-text.ts'
import type { Column } from '../../src/ui/layout/data-table.ts'
import type { Theme } from '../../src/ui/layout/theme.ts'
import { reportDay } from './detail-lines.ts'
import { changeColumn, countColumns, passChange } from './report-columns.ts'
import { nameColumn, standingColumns } from './standing.ts'

export const REPOSITORY_SORTS = ['time', 'level', 'pass', 'delta', 'name'] as const
export type RepositorySort = { by: (typeof REPOSITORY_SORTS)[number]; isDescending: boolean }

/** The order a key begins with: what is newest, worst or fell most comes first. */
export const sortBy = (by: RepositorySort['by']): RepositorySort => ({ by, isDescending: by === 'time' })

/** Rows in an order; what lacks a value comes last either way, and equals stand by their names. */
export const sortedRepositories = (
  rows: readonly RepositoryRow[],
  { by, isDescending }: RepositorySort,
): RepositoryRow[] => {
  const sign = isDescending ? -1 : 1
  const values: Record<Exclude<RepositorySort['by'], 'name'>, (row: RepositoryRow) => number | undefined> = {
    time: ({ reports: [newest] }) => newest && madeAt(newest),
    level: ({ level }) => level,
    pass: ({ passRate }) => passRate,
    delta: passChange,
  }
  const byName = (a: RepositoryRow, b: RepositoryRow) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)
  if (by === 'name') return rows.toSorted((a, b) => sign * byName(a, b))
  const value = values[by]
  return rows.toSorted((a, b) => {
    const [left, right] = [value(a), value(b)]
    if (left === undefined || right === undefined)
      return Number(left === undefined) - Number(right === undefined) || byName(a, b)
    return sign * (left - right) || byName(a, b)
  })
}

/** Reports of a course that are drawn, one cell each. */
const COURSE_CELLS = 12

/** The columns of the list of repositories; courses share the scale from 0 to 100 %. */
export const repositoryColumns = (theme: Theme): Column<RepositoryRow>[] => [
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
    title: 'REPORTS',
    align: 'left',
    width: COURSE_CELLS,
    priority: 3,
    text: ({ course }) => sparkline(course.slice(-COURSE_CELLS), { max: 1, ascii: theme.isAscii }),
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
]

/** The cells of a repository for the clipboard. */
export const repositoryText = ({ name, level, passRate, passed, failed, repoUrl }: RepositoryRow): string =>
  [name, `L${level}`, percent(passRate), `${passed}/${passed + failed}`, repoUrl].join('\t')
