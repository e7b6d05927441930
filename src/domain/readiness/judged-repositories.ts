import { compareText } from '../../base/text.ts'
import type { Lenient } from '../../contract/lenient.ts'
import type { ReadinessReport } from '../../contract/readiness.ts'
import { criterionOf, type JudgedCriterion } from './judged-criteria.ts'
import type { Outcome } from './levels.ts'
import type { RepositoryRow } from './repository-rows.ts'

/** What a repository came to in one criterion. */
export type JudgedRepository = {
  repository: RepositoryRow
  report: Lenient<ReadinessReport>
  criterion: JudgedCriterion
  /** In the report before. */
  before: JudgedCriterion | undefined
}

const outcomeOrder: Record<Outcome, number> = { failed: 0, unknown: 1, skipped: 2, passed: 3 }

/** The repositories that a criterion judges, those first that fail it. */
export const judgedRepositories = (repositories: readonly RepositoryRow[], id: string): JudgedRepository[] => {
  const judged = repositories.flatMap((repository): JudgedRepository[] => {
    const [report, older] = repository.reports
    const criterion = report && criterionOf(report, id)
    return report && criterion ? [{ repository, report, criterion, before: older && criterionOf(older, id) }] : []
  })
  return judged.sort(
    (a, b) =>
      outcomeOrder[a.criterion.outcome] - outcomeOrder[b.criterion.outcome] ||
      compareText(a.repository.name, b.repository.name),
  )
}
