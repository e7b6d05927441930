import { decimal, fullNumber, percent } from '../../src/domain/format.ts'
import { madeAt } from '../../src/domain/report-facts.ts'
import type { RepositoryRow } from '../../src/domain/repository-rows.ts'
import { safeText } from '../../src/domain/safe-text.ts'
import { sparkline } from '../../src/domain/sparkline.ts'
import type { Column } from '../../src/ui/data-table.ts'
import type { Theme } from '../../src/ui/theme.ts'
import { repositoryColumns as briefColumns } from '../overview/panes.ts'
import { reportDay } from './detail-lines.ts'

export const SORTS = ['time', 'level', 'pass', 'delta', 'name'] as const
export type RepositorySort = { by: (typeof SORTS)[number]; isDescending: boolean }

/** The order a key begins with: what is newest, worst or fell most comes first. */
export const sortBy = (by: RepositorySort['by']): RepositorySort => ({ by, isDescending: by === 'time' })

/** The change of the pass rate since the report before, in parts of 1; undefined where one of the two is not known. */
export const passChange = ({ passRate, passRateBefore }: RepositoryRow): number | undefined =>
  passRate === undefined || passRateBefore === undefined ? undefined : passRate - passRateBefore

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
export const repositoryColumns = (theme: Theme): Column<RepositoryRow>[] => {
  const [name, level, pass] = briefColumns(theme)
  return [
    ...[name, level].flatMap((column) => (column ? [column] : [])),
    ...(pass ? [pass] : []),
    {
      id: 'delta',
      title: 'CHANGE',
      align: 'right',
      width: 9,
      priority: 2,
      text: (row) => changeText(passChange(row), theme),
      role: (row) => {
        const change = passChange(row)
        return change === undefined || Math.abs(change) < LEAST ? 'muted' : change > 0 ? 'good' : 'bad'
      },
    },
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
}

// Half of the last digit that is shown.
const LEAST = 0.0005

const changeText = (change: number | undefined, { signs }: Theme): string => {
  if (change === undefined) return ''
  if (Math.abs(change) < LEAST) return '='
  return `${change > 0 ? signs.up : signs.down} ${decimal(Math.abs(change) * 100, 1)}`
}

/** The cells of a repository for the clipboard. */
export const repositoryText = ({ name, level, passRate, passed, failed, repoUrl }: RepositoryRow): string =>
  [name, `L${level}`, percent(passRate), `${passed}/${passed + failed}`, repoUrl].join('\t')
