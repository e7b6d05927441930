import type { Lenient } from '../../contract/lenient.ts'
import type { ReadinessReport } from '../../contract/readiness.ts'
import { type JudgedCriterion, judgedCriteria } from './judged-criteria.ts'
import { judgeReport, type Level, missingToUnlock, type Outcome } from './levels.ts'

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
  /** What fails at the level, easiest first: what most repositories pass, then what lacks the fewest applications. */
  criteria: JudgedCriterion[]
}

/** The shortest way to the next level; undefined at the highest. */
export const nextLevel = (report: Report, tallies: ReadonlyMap<string, CriterionTally>): NextLevel | undefined => {
  const { level, byLevel } = judgeReport(report)
  if (level === 5) return undefined
  const passedBy = ({ id }: JudgedCriterion): number => tallies.get(id)?.passed ?? 0
  const lacking = ({ numerator, denominator }: JudgedCriterion): number => (denominator ?? 0) - (numerator ?? 0)
  return {
    to: (level + 1) as Level,
    missing: missingToUnlock(byLevel[level]),
    criteria: judgedCriteria(report)
      .filter((one) => one.level === level && one.outcome === 'failed')
      .sort((a, b) => passedBy(b) - passedBy(a) || lacking(a) - lacking(b)),
  }
}
