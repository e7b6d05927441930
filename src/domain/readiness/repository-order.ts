import { compareText } from '../../base/text.ts'
import { madeAt } from './report-facts.ts'
import { passChange } from './report-rows.ts'
import type { RepositoryRow } from './repository-rows.ts'

export const REPOSITORY_SORTS = ['time', 'level', 'pass', 'delta', 'name'] as const
export type RepositorySort = { by: (typeof REPOSITORY_SORTS)[number]; isDescending: boolean }

/** The order a key begins with: what is newest, worst or fell most comes first. */
export const repositorySortBy = (by: RepositorySort['by']): RepositorySort => ({ by, isDescending: by === 'time' })

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
  const byName = (a: RepositoryRow, b: RepositoryRow) => compareText(a.name, b.name)
  if (by === 'name') return rows.toSorted((a, b) => sign * byName(a, b))
  const value = values[by]
  return rows.toSorted((a, b) => {
    const [left, right] = [value(a), value(b)]
    if (left === undefined || right === undefined)
      return Number(left === undefined) - Number(right === undefined) || byName(a, b)
    return sign * (left - right) || byName(a, b)
  })
}
