import { compareText } from '../../base/text.ts'
import type { Lenient } from '../../contract/lenient.ts'
import type { Criterion, ReadinessReport } from '../../contract/readiness.ts'
import { CRITERIA, type Level } from './criteria.ts'
import { type Outcome, outcomeOf } from './levels.ts'

type Report = Lenient<ReadinessReport>

/** A criterion with its result in a report. */
export type CriterionResult = {
  /** Untrusted text. */
  id: string
  /** Undefined if it has no known level. */
  level: Level | undefined
  outcome: Outcome
  /** Null: skipped. Undefined: the report has no valid number. */
  numerator: number | null | undefined
  denominator: number | undefined
  /** Untrusted text with several lines. */
  rationale: string | undefined
}

/** All criteria of a report in the order of the levels, then those without a level by id. */
export const criterionResults = (report: Report): CriterionResult[] =>
  Object.entries(report.report ?? {})
    .map(([id, criterion]) => resultOf(id, criterion))
    .sort(byLevelAndId)

/** A criterion of a report; undefined if the report doesn't contain it. */
export const criterionOf = ({ report }: Report, id: string): CriterionResult | undefined =>
  report !== undefined && Object.hasOwn(report, id) ? resultOf(id, report[id]) : undefined

const resultOf = (id: string, criterion: Lenient<Criterion> | undefined): CriterionResult => ({
  id,
  level: CRITERIA.get(id)?.level,
  outcome: outcomeOf(criterion),
  numerator: criterion?.numerator,
  denominator: criterion?.denominator,
  rationale: criterion?.rationale,
})

const places: ReadonlyMap<string, number> = new Map([...CRITERIA.keys()].map((id, place) => [id, place]))
const placeOf = (id: string): number => places.get(id) ?? places.size

/** Compares criteria: in the order of the levels, then those without a level by id. */
export const byLevelAndId = (a: { id: string }, b: { id: string }): number =>
  placeOf(a.id) - placeOf(b.id) || compareText(a.id, b.id)

/** The numbers of a criterion: `1/2`, or `skipped`; `?` for a missing number. */
export const ratioText = ({ numerator, denominator }: Pick<CriterionResult, 'numerator' | 'denominator'>): string =>
  numerator === null ? 'skipped' : `${numerator ?? '?'}/${denominator ?? '?'}`

/** The result for a sentence: `1 of 2 applications`, `0 of 1, evaluated once for the repository`. */
export const resultText = ({ id, outcome, numerator, denominator }: CriterionResult): string => {
  if (outcome === 'skipped') return 'skipped: not counted'
  const ratio = `${numerator ?? '?'} of ${denominator ?? '?'}`
  const scope = CRITERIA.get(id)?.scope
  if (scope === 'repository') return denominator === 1 ? `${ratio}, evaluated once for the repository` : ratio
  // The scope is known only for criteria with a level.
  return scope === undefined ? ratio : `${ratio} ${denominator === 1 ? 'application' : 'applications'}`
}

/** Why the numbers of a criterion are unusual, in a few words; undefined if they are consistent. */
export const numberProblem = ({ numerator, denominator, outcome }: CriterionResult): string | undefined => {
  if (outcome === 'skipped') return undefined
  if (numerator === undefined || denominator === undefined) return 'the report has no numbers'
  if (denominator === 0) return 'nothing to evaluate; not counted'
  if (outcome === 'unknown') return 'invalid numbers; not counted'
  return (numerator ?? 0) > denominator ? 'more passed than were evaluated' : undefined
}

/** A report in which a criterion passed. */
export type Passed = {
  report: Report
  criterion: CriterionResult
  /** Whether the report belongs to the same repository. */
  isOwn: boolean
}

/**
 * Finds a report in which a criterion passed: the newest older report of the same repository, otherwise the newest
 * report of another repository; undefined if it passes in none.
 *
 * @param own - Older reports of the repository, newest first.
 * @param others - The newest report of each other repository, in search order.
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

/** Since which report a criterion fails. */
export type FailingSince = {
  report: Report
  /** Number of reports in a row that it fails in. */
  reports: number
  /** Whether no earlier report is known. */
  isFirst: boolean
}

/** The start of the reports in a row that a criterion fails in; undefined if it does not fail. @param reports - Newest first. */
export const failingSince = (id: string, reports: readonly Report[]): FailingSince | undefined => {
  const end = reports.findIndex((report) => criterionOf(report, id)?.outcome !== 'failed')
  const count = end < 0 ? reports.length : end
  const report = reports[count - 1]
  return report && { report, reports: count, isFirst: end < 0 }
}
