import type { Order } from '../filter/sorts.ts'
import { percent } from '../text/format.ts'
import { byLevelAndId, criterionOf, criterionResults, ratioText } from './criterion-results.ts'
import { evaluateReport, LEVELS, levelTitle, type Outcome } from './levels.ts'
import type { RepositoryRow } from './repository-rows.ts'

/** The value of a figure or criterion in one repository. */
export type SideBySideCell = {
  text: string
  /** Only for a criterion. */
  outcome?: Outcome
}

/** A row of the comparison of repositories: a figure or a criterion. */
export type SideBySideRow = {
  /** Name of the figure, or id of the criterion (untrusted text). */
  name: string
  isCriterion: boolean
  /** One per repository; undefined if its report doesn't contain the criterion. */
  cells: readonly (SideBySideCell | undefined)[]
  /** Number of the repositories that fail the criterion; undefined for a figure. */
  failing: number | undefined
}

/** Which criteria are compared: those whose outcome differs, or those that any of the repositories fails. */
export const COMPARED = ['differing', 'failing'] as const
export type Compared = (typeof COMPARED)[number]

/** Compares repositories by their newest reports: level, pass rate, counts per level, and criteria. */
export const sideBySide = (
  repositories: readonly RepositoryRow[],
  compared: Compared = 'differing',
): SideBySideRow[] => {
  const reports = repositories.map(({ report }) => report)
  const evaluations = reports.map(evaluateReport)
  const figure = (name: string, textOf: (evaluation: (typeof evaluations)[number]) => string): SideBySideRow => ({
    name,
    isCriterion: false,
    cells: evaluations.map((evaluation) => ({ text: textOf(evaluation) })),
    failing: undefined,
  })
  const criteria = new Map(reports.flatMap((report) => criterionResults(report).map((one) => [one.id, one])))
  const rows = [...criteria.values()].sort(byLevelAndId).map(({ id: name }): SideBySideRow => {
    const results = reports.map((report) => criterionOf(report, name))
    const cells = results.map((one) => one && { text: ratioText(one), outcome: one.outcome })
    return { name, isCriterion: true, cells, failing: results.filter((one) => one?.outcome === 'failed').length }
  })
  const isShown = ({ cells, failing = 0 }: SideBySideRow): boolean =>
    compared === 'failing' ? failing > 0 : new Set(cells.map((cell) => cell?.outcome)).size > 1
  return [
    figure('level', ({ level }) => `L${level}`),
    figure('pass rate', ({ passRate }) => percent(passRate)),
    ...LEVELS.map((level) =>
      figure(levelTitle(level), ({ byLevel: { [level]: count } }) => `${count.passed}/${count.passed + count.failed}`),
    ),
    ...rows.filter(isShown),
  ]
}

export const SIDE_BY_SIDE_SORTS = ['level', 'failing'] as const
export type SideBySideSort = (typeof SIDE_BY_SIDE_SORTS)[number]

/** Default order of a sort: the order of the levels, or what most of the repositories fail first. */
export const sideBySideSortBy = (by: SideBySideSort): Order<SideBySideSort> => ({ by, isDescending: by === 'failing' })

/** Sorts the criteria below the figures. Criteria that equally many fail keep the order of the levels. */
export const sortedSideBySide = (
  rows: readonly SideBySideRow[],
  { by, isDescending }: Order<SideBySideSort>,
): SideBySideRow[] => {
  const criteria = rows.filter(({ isCriterion }) => isCriterion)
  const sign = isDescending ? -1 : 1
  if (by === 'failing') criteria.sort((a, b) => sign * ((a.failing ?? 0) - (b.failing ?? 0)))
  else if (isDescending) criteria.reverse()
  return [...rows.filter(({ isCriterion }) => !isCriterion), ...criteria]
}
