import type { Lenient } from '../../contract/lenient.ts'
import type { Criterion, ReadinessReport } from '../../contract/readiness.ts'
import { CRITERIA, type Level } from './criteria.ts'
import { type Outcome, outcomeOf } from './levels.ts'

type Report = Lenient<ReadinessReport>

/** One criterion of one report. */
export type JudgedCriterion = {
  /** Untrusted text. */
  id: string
  /** Undefined: it belongs to no level that is known today. */
  level: Level | undefined
  outcome: Outcome
  /** Null: skipped. Undefined: the answer held no usable number. */
  numerator: number | null | undefined
  denominator: number | undefined
  /** Untrusted text, over several lines. */
  rationale: string | undefined
}

/** Every criterion of a report: by level and in the order of the levels, then those of no level by their ids. */
export const judgedCriteria = (report: Report): JudgedCriterion[] =>
  Object.entries(report.report ?? {})
    .map(([id, criterion]) => judgedCriterion(id, criterion))
    .sort((a, b) => placeOf(a.id) - placeOf(b.id) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))

/** One criterion of a report; undefined when the report does not speak of it. */
export const criterionOf = ({ report }: Report, id: string): JudgedCriterion | undefined =>
  report !== undefined && Object.hasOwn(report, id) ? judgedCriterion(id, report[id]) : undefined

const judgedCriterion = (id: string, criterion: Lenient<Criterion> | undefined): JudgedCriterion => ({
  id,
  level: CRITERIA.get(id)?.level,
  outcome: outcomeOf(criterion),
  numerator: criterion?.numerator,
  denominator: criterion?.denominator,
  rationale: criterion?.rationale,
})

const places: ReadonlyMap<string, number> = new Map([...CRITERIA.keys()].map((id, place) => [id, place]))
const placeOf = (id: string): number => places.get(id) ?? places.size

/** What a criterion came to: `1/2`, `skipped`; `?` for each number that is missing. */
export const ratioText = ({ numerator, denominator }: Pick<JudgedCriterion, 'numerator' | 'denominator'>): string =>
  numerator === null ? 'skipped' : `${numerator ?? '?'}/${denominator ?? '?'}`

/** The same for a sentence: `1 of 2 applications`, `0 of 1, judged once for the repository`. */
export const judgedText = ({ id, outcome, numerator, denominator }: JudgedCriterion): string => {
  if (outcome === 'skipped') return 'skipped: it counts neither way'
  const ratio = `${numerator ?? '?'} of ${denominator ?? '?'}`
  const scope = CRITERIA.get(id)?.scope
  if (scope === 'repository') return denominator === 1 ? `${ratio}, judged once for the repository` : ratio
  // What a criterion of no known level is judged once for, nobody says.
  return scope === undefined ? ratio : `${ratio} ${denominator === 1 ? 'application' : 'applications'}`
}

/** What is odd about the numbers of a criterion, in a few words; undefined where they make sense. */
export const oddityOf = ({ numerator, denominator, outcome }: JudgedCriterion): string | undefined => {
  if (outcome === 'skipped') return undefined
  if (numerator === undefined || denominator === undefined) return 'the report lacks the numbers'
  if (denominator === 0) return 'nothing was there to be judged, so it counts neither way'
  if (outcome === 'unknown') return 'the numbers make no sense, so it counts neither way'
  return (numerator ?? 0) > denominator ? 'more pass than were judged' : undefined
}

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
