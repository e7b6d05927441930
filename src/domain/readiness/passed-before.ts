import type { Lenient } from '../../contract/lenient.ts'
import type { ReadinessReport } from '../../contract/readiness.ts'
import { criterionOf, type JudgedCriterion } from './judged-criteria.ts'

type Report = Lenient<ReadinessReport>

/** A report in which a criterion passed, and how it was judged there. */
export type Passed = {
  report: Report
  criterion: JudgedCriterion
  /** Whether it is a report of the same repository. */
  isOwn: boolean
}

/**
 * Where a criterion passed: in the newest older report of the same repository, else in another repository by its newest report;
 * undefined where it passes nowhere.
 *
 * @param own - Older reports of the repository, newest first.
 * @param others - The newest report of each other repository, in the order in which they are asked.
 */
export const passedBefore = (id: string, own: readonly Report[], others: readonly Report[]): Passed | undefined => {
  const passedIn = (reports: readonly Report[], isOwn: boolean): Passed | undefined => {
    for (const report of reports) {
      const criterion = criterionOf(report, id)
      if (criterion?.outcome === 'passed') return { report, criterion, isOwn }
    }
    return undefined
  }
  return passedIn(own, true) ?? passedIn(others, false)
}
