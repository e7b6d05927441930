import type { Lenient } from '../../contract/lenient.ts'
import type { ReadinessReport } from '../../contract/readiness.ts'
import { criterionOf, type JudgedCriterion, judgedCriteria } from './judged-criteria.ts'
import { judgeReport, type Level, missingToUnlock, type Outcome } from './levels.ts'
import { isRegressed, shareOf } from './report-comparison.ts'

type Report = Lenient<ReadinessReport>

/** In how many repositories a criterion came to what, by their newest reports. */
export type CriterionTally = Record<Outcome, number>

/** The tally of each criterion by its id; `latest` holds one report for each repository. */
export const tallyCriteria = (latest: readonly Report[]): Map<string, CriterionTally> => {
  const tallies = new Map<string, CriterionTally>()
  for (const report of latest) {
    for (const { id, outcome } of judgedCriteria(report)) {
      const tally = tallies.get(id) ?? { passed: 0, failed: 0, skipped: 0, unknown: 0 }
      tally[outcome] += 1
      tallies.set(id, tally)
    }
  }
  return tallies
}

/** What opens the next level of a repository. */
export type NextLevel = {
  to: Level
  /** How many of the criteria have to pass; undefined: none of the level was judged, and one at least has to be. */
  missing: number | undefined
  /** What fails at the level, in the order in which it is best taken up: the kinds of {@link STEP_KINDS} one after the other. */
  criteria: Step[]
}

/**
 * Why a criterion stands where it does on the way: it got worse since the report before; some applications pass it already, those
 * that most of them pass first; or it is none of both, what most repositories pass first, as the easiest.
 */
export const STEP_KINDS = ['lost', 'nearly', 'easiest'] as const
export type StepKind = (typeof STEP_KINDS)[number]

type Step = JudgedCriterion & { step: StepKind }

/** The shortest way to the next level; undefined at the highest. @param older - The report before, if there is one. */
export const nextLevel = (
  report: Report,
  tallies: ReadonlyMap<string, CriterionTally>,
  older?: Report,
): NextLevel | undefined => {
  const { level, byLevel } = judgeReport(report)
  if (level === 5) return undefined
  const kindOf = (criterion: JudgedCriterion): StepKind => {
    if (isRegressed(older && criterionOf(older, criterion.id), criterion)) return 'lost'
    return shareOf(criterion) > 0 ? 'nearly' : 'easiest'
  }
  const passedBy = ({ id }: JudgedCriterion): number => tallies.get(id)?.passed ?? 0
  const lacking = ({ numerator, denominator }: JudgedCriterion): number => (denominator ?? 0) - (numerator ?? 0)
  return {
    to: (level + 1) as Level,
    missing: missingToUnlock(byLevel[level]),
    criteria: judgedCriteria(report)
      .filter((one) => one.level === level && one.outcome === 'failed')
      .map((one) => ({ ...one, step: kindOf(one) }))
      .sort(
        (a, b) =>
          STEP_KINDS.indexOf(a.step) - STEP_KINDS.indexOf(b.step) ||
          shareOf(b) - shareOf(a) ||
          passedBy(b) - passedBy(a) ||
          lacking(a) - lacking(b),
      ),
  }
}

/** How much of the way opens the next level, in a sentence. */
export const wayText = ({ to, missing, criteria }: NextLevel): string =>
  missing === undefined
    ? `Nothing of L${to - 1} is judged, so it does not open L${to}.`
    : `${missing} more of these ${criteria.length} ${missing === 1 ? 'opens' : 'open'} L${to}.`
