import { criterionOf, type JudgedCriterion, ratioText } from '../../src/domain/readiness/judged-criteria.ts'
import type { Outcome } from '../../src/domain/readiness/levels.ts'
import type { RepositoryRow } from '../../src/domain/readiness/repository-rows.ts'
import { fit } from '../../src/domain/text/fit.ts'
import type { Theme } from '../../src/ui/layout/theme.ts'
import { outcomeSign, signCells, wasText } from './criterion-outcome.ts'
import type { Report } from './use-reports.ts'

/** What a repository came to in one criterion. */
export type CriterionRow = {
  repository: RepositoryRow
  report: Report
  criterion: JudgedCriterion
  /** In the report before. */
  before: JudgedCriterion | undefined
}

const outcomeOrder: Record<Outcome, number> = { failed: 0, unknown: 1, skipped: 2, passed: 3 }

/** The repositories that a criterion judges, those first that fail it. */
export const criterionRows = (repositories: readonly RepositoryRow[], id: string): CriterionRow[] => {
  const judged = repositories.flatMap((repository): CriterionRow[] => {
    const [report, older] = repository.reports
    const criterion = report && criterionOf(report, id)
    return report && criterion ? [{ repository, report, criterion, before: older && criterionOf(older, id) }] : []
  })
  return judged.sort(
    (a, b) =>
      outcomeOrder[a.criterion.outcome] - outcomeOrder[b.criterion.outcome] ||
      (a.repository.name < b.repository.name ? -1 : 1),
  )
}

const RATIO_CELLS = 7
const NOTE_CELLS = 13

/** A row: the repository, its level, and what it came to in the criterion. */
export const criterionRowText = (
  { repository, criterion, before }: CriterionRow,
  width: number,
  theme: Theme,
): string => {
  const cells = Math.max(8, width - RATIO_CELLS - NOTE_CELLS - signCells(theme) - 7)
  const ratio = fit(ratioText(criterion), RATIO_CELLS, 'right')
  return `${outcomeSign(criterion.outcome, theme)}${fit(repository.name, cells)} ${theme.muted(`L${repository.level}`)} ${ratio} ${wasText(before, criterion, theme)}`
}
