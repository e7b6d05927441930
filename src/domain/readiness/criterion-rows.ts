import { compareText, missingLast } from '../../base/text.ts'
import type { Order } from '../filter/sorts.ts'
import { byLevelAndId, type CriterionResult, criterionResults, ratioText } from './criterion-results.ts'
import { LEVELS, type Level, levelIfPassed, levelOf } from './levels.ts'
import { type CriterionTally, noTally } from './next-level.ts'
import { shareOf } from './report-comparison.ts'
import type { RepositoryRow } from './repository-rows.ts'

/** A repository that fails a criterion in its newest report. */
export type FailingRepository = {
  repository: RepositoryRow
  criterion: CriterionResult
  /** The level that it would reach if this criterion alone passed; undefined: it would keep its level. */
  unlocks: Level | undefined
}

/** A criterion over the newest reports of all repositories. */
export type CriterionRow = {
  /** Untrusted text. */
  id: string
  level: Level | undefined
  /** Number of repositories by outcome. */
  tally: CriterionTally
  /** The repositories that fail it, those with the lowest share of passing applications first. */
  failing: readonly FailingRepository[]
}

/** All criteria of the repositories' newest reports, in the order of the levels. */
export const criterionRows = (repositories: readonly RepositoryRow[]): CriterionRow[] => {
  const rows = new Map<string, CriterionRow & { failing: FailingRepository[] }>()
  for (const repository of repositories) {
    for (const criterion of criterionResults(repository.report)) {
      const { id, level, outcome } = criterion
      const row = rows.get(id) ?? { id, level, tally: noTally(), failing: [] }
      rows.set(id, row)
      row.tally[outcome] += 1
      if (outcome !== 'failed') continue
      const reached = levelIfPassed(repository.report, level)
      const unlocks = reached > levelOf(repository.report) ? reached : undefined
      row.failing.push({ repository, criterion, unlocks })
    }
  }
  for (const { failing } of rows.values()) failing.sort(worstFirst)
  return [...rows.values()].sort(byLevelAndId)
}

/** Of two equal shares, the one of more applications is worse. */
const worstFirst = (a: FailingRepository, b: FailingRepository): number =>
  shareOf(a.criterion) - shareOf(b.criterion) ||
  (b.criterion.denominator ?? 0) - (a.criterion.denominator ?? 0) ||
  compareText(a.repository.name, b.repository.name)

/** Number of repositories that a criterion would bring to each level if it alone passed. Other levels are left out. */
export const unlockedLevels = ({ failing }: CriterionRow): { level: Level; repositories: number }[] =>
  LEVELS.map((level) => ({ level, repositories: failing.filter(({ unlocks }) => unlocks === level).length })).filter(
    ({ repositories }) => repositories > 0,
  )

/** Number of repositories whose next level a criterion would unlock if it alone passed. */
export const unlockedCount = ({ failing }: CriterionRow): number =>
  failing.filter(({ unlocks }) => unlocks !== undefined).length

/** Number of repositories that fail a criterion of their current level: there it counts towards the next level. */
export const towardsCount = ({ level, failing }: CriterionRow): number =>
  level === undefined || level === 5 ? 0 : failing.filter(({ repository }) => repository.level === level).length

/**
 * `L4 in 2 repositories`, or `L3 in 1, L5 in 2`. If it alone unlocks no level: `towards L4 in 3`, or an empty text where
 * it does not count towards the next level.
 */
export const unlocksText = (row: CriterionRow): string => {
  const [first, ...others] = unlockedLevels(row)
  if (first && others.length === 0)
    return `L${first.level} in ${first.repositories} ${first.repositories === 1 ? 'repository' : 'repositories'}`
  if (first) return [first, ...others].map(({ level, repositories }) => `L${level} in ${repositories}`).join(', ')
  const towards = towardsCount(row)
  return towards === 0 ? '' : `towards L${(row.level ?? 0) + 1} in ${towards}`
}

/** The repository with the worst result and its passing applications: `checkout 0/2`; empty if none fails. Safe text. */
export const worstText = ({ failing: [worst] }: CriterionRow): string =>
  worst ? `${worst.repository.name} ${ratioText(worst.criterion)}` : ''

export const CRITERION_SORTS = ['failing', 'level', 'unlocks', 'worst', 'passing', 'skipped', 'name'] as const
export type CriterionSort = (typeof CRITERION_SORTS)[number]

const ascending: readonly CriterionSort[] = ['level', 'worst', 'name']

/** Default order of a sort: what fails most, is worst or unlocks most first. */
export const criterionSortBy = (by: CriterionSort): Order<CriterionSort> => ({
  by,
  isDescending: !ascending.includes(by),
})

type SortValue = number | string | undefined

/** What each sort compares; further values decide between equal ones. */
const values: Record<CriterionSort, (row: CriterionRow) => readonly SortValue[]> = {
  failing: ({ tally }) => [tally.failed],
  level: ({ level }) => [level],
  unlocks: (row) => [unlockedCount(row), towardsCount(row), row.tally.failed],
  worst: ({ failing: [worst] }) => [worst && shareOf(worst.criterion)],
  passing: ({ tally }) => [tally.passed],
  skipped: ({ tally }) => [tally.skipped],
  name: ({ id }) => [id],
}

/** Sorts rows. Missing values come last in both directions; equal rows are in the order of the levels. */
export const sortedCriteria = (
  rows: readonly CriterionRow[],
  { by, isDescending }: Order<CriterionSort>,
): CriterionRow[] => {
  const valuesOf = values[by]
  const byValue = missingLast<number | string>((a, b) => {
    const difference = typeof a === 'number' && typeof b === 'number' ? a - b : compareText(String(a), String(b))
    return isDescending ? -difference : difference
  })
  return rows.toSorted((a, b) => {
    const others = valuesOf(b)
    return (
      valuesOf(a).reduce<number>((order, value, at) => order || byValue(value, others[at]), 0) || byLevelAndId(a, b)
    )
  })
}
