import { percent } from '../text/format.ts'
import { criterionOf, judgedCriteria, ratioText } from './judged-criteria.ts'
import { levelTitle } from './level-title.ts'
import { judgeReport, LEVELS, type Outcome } from './levels.ts'
import type { RepositoryRow } from './repository-rows.ts'

/** What a figure or a criterion comes to in one repository. */
export type SideBySideCell = {
  text: string
  /** Of a criterion. */
  outcome?: Outcome
}

/** A row of repositories side by side: a figure, or a criterion that is not the same in all of them. */
export type SideBySideRow = {
  /** The name of the figure; untrusted text for a criterion. */
  name: string
  isCriterion: boolean
  /** One for each repository; undefined: its report says nothing of it. */
  cells: readonly (SideBySideCell | undefined)[]
}

/** Level, pass rate and levels of repositories by their newest reports, then the criteria that came to something else in one of them. */
export const sideBySide = (repositories: readonly RepositoryRow[]): SideBySideRow[] => {
  const reports = repositories.map(({ reports: [newest = {}] }) => newest)
  const judged = reports.map(judgeReport)
  const figure = (name: string, textOf: (own: (typeof judged)[number]) => string): SideBySideRow => ({
    name,
    isCriterion: false,
    cells: judged.map((own) => ({ text: textOf(own) })),
  })
  const ids = new Set(reports.flatMap((report) => judgedCriteria(report).map(({ id }) => id)))
  const differing = [...ids].flatMap((name): SideBySideRow[] => {
    const own = reports.map((report) => criterionOf(report, name))
    if (new Set(own.map((one) => one?.outcome)).size < 2) return []
    const cells = own.map((one) => one && { text: ratioText(one), outcome: one.outcome })
    return [{ name, isCriterion: true, cells }]
  })
  return [
    figure('level', ({ level }) => `L${level}`),
    figure('pass rate', ({ passRate }) => percent(passRate)),
    ...LEVELS.map((level) =>
      figure(levelTitle(level), ({ byLevel: { [level]: own } }) => `${own.passed}/${own.passed + own.failed}`),
    ),
    ...differing,
  ]
}
