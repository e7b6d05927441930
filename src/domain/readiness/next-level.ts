import type { Lenient } from '../../contract/lenient.ts'
import type { ReadinessReport } from '../../contract/readiness.ts'
import { type CriterionResult, criterionOf, criterionResults } from './criterion-results.ts'
import { evaluateReport, type Level, missingToUnlock, type Outcome } from './levels.ts'
import { isRegressed, shareOf } from './report-comparison.ts'

type Report = Lenient<ReadinessReport>

/** Number of repositories by a criterion's outcome in their newest reports. */
export type CriterionTally = Record<Outcome, number>

export const noTally = (): CriterionTally => ({ passed: 0, failed: 0, skipped: 0, unknown: 0 })

/** The tally of each criterion by id. `latest` has one report per repository. */
export const tallyCriteria = (latest: readonly Report[]): Map<string, CriterionTally> => {
  const tallies = new Map<string, CriterionTally>()
  for (const report of latest) {
    for (const { id, outcome } of criterionResults(report)) {
      const tally = tallies.get(id) ?? noTally()
      tally[outcome] += 1
      tallies.set(id, tally)
    }
  }
  return tallies
}

/** Requirements for the next level of a repository. */
export type NextLevel = {
  to: Level
  /** Number of criteria that must pass. Undefined if no criterion of the level was evaluated; at least one must be. */
  missing: number | undefined
  /** The level's failed criteria in the recommended order: by {@link STEP_KINDS}. */
  criteria: (CriterionResult & { step: StepKind })[]
}

/**
 * Rank of a criterion: `lost` is worse than in the previous report; `nearly` passes for some applications already,
 * highest share first; `easiest` is any other; those that most repositories pass come first.
 */
export const STEP_KINDS = ['lost', 'nearly', 'easiest'] as const
export type StepKind = (typeof STEP_KINDS)[number]

/** The shortest way to the next level; undefined at the highest level. @param older - The previous report, if any. */
export const nextLevel = (
  report: Report,
  tallies: ReadonlyMap<string, CriterionTally>,
  older?: Report,
): NextLevel | undefined => {
  const { level, byLevel } = evaluateReport(report)
  if (level === 5) return undefined
  const kindOf = (criterion: CriterionResult): StepKind => {
    if (isRegressed(older && criterionOf(older, criterion.id), criterion)) return 'lost'
    return shareOf(criterion) > 0 ? 'nearly' : 'easiest'
  }
  const passedBy = ({ id }: CriterionResult): number => tallies.get(id)?.passed ?? 0
  const remaining = ({ numerator, denominator }: CriterionResult): number => (denominator ?? 0) - (numerator ?? 0)
  return {
    to: (level + 1) as Level,
    missing: missingToUnlock(byLevel[level]),
    criteria: criterionResults(report)
      .filter((one) => one.level === level && one.outcome === 'failed')
      .map((one) => ({ ...one, step: kindOf(one) }))
      .sort(
        (a, b) =>
          STEP_KINDS.indexOf(a.step) - STEP_KINDS.indexOf(b.step) ||
          shareOf(b) - shareOf(a) ||
          passedBy(b) - passedBy(a) ||
          remaining(a) - remaining(b),
      ),
  }
}

/** How many criteria unlock the next level, as a sentence. */
export const nextLevelText = ({ to, missing, criteria }: NextLevel): string =>
  missing === undefined
    ? `No L${to - 1} criterion was evaluated, so L${to} stays locked.`
    : `${missing} more of these ${criteria.length} ${missing === 1 ? 'unlocks' : 'unlock'} L${to}.`
