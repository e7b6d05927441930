import type { Lenient } from '../../contract/lenient.ts'
import type { ReadinessReport } from '../../contract/readiness.ts'
import { wildcardMatcher } from '../filter/wildcard-matcher.ts'
import { targetLink } from '../links/target-link.ts'
import { CRITERIA } from '../readiness/criteria.ts'
import { type CriterionResult, criterionOf, criterionResults, ratioText } from '../readiness/criterion-results.ts'
import { criterionRows } from '../readiness/criterion-rows.ts'
import { type RepositoryRow, repositoryNamesOf, repositoryRows } from '../readiness/repository-rows.ts'
import { counted } from '../text/format.ts'
import { nearestWord } from '../text/fuzzy.ts'
import { type CheckItem, type CheckOutcome, concludeCount, concludeUnknown, type Part, sentences } from './conclude.ts'
import type { Check } from './policy.ts'

type Reports = readonly Lenient<ReadinessReport>[]

const matching = (reports: Reports, pattern: string): RepositoryRow[] => {
  const matches = wildcardMatcher(pattern.split('*'))
  return repositoryRows(reports).filter(({ report }) => repositoryNamesOf(report).some(matches))
}

/** Why nothing can be said: reports are the only source of repositories. */
const nothingMatches = (reports: Reports, pattern: string): string =>
  reports.length === 0 ? 'There are no readiness reports' : `No repository with a report matches ${pattern}`

/** Reports that name no repository, so no pattern can match them. */
const anonymous = (reports: Reports): string[] => {
  const count = reports.filter(({ repoUrl }) => repoUrl === undefined).length
  return count === 0 ? [] : [`${counted(count, 'report')} without a repository cannot be evaluated`]
}

const itemOf = ({ repoUrl, name }: RepositoryRow, text: string, criterion?: string): CheckItem => ({
  id: repoUrl,
  text: `${name} ${text}`,
  link: targetLink({ screen: 'readiness', repoUrl, criterion }, false),
})

/** A criterion without valid numbers; one with nothing to evaluate is valid. */
const hasNoNumbers = ({ outcome, denominator }: CriterionResult): boolean => outcome === 'unknown' && denominator !== 0

/** Whether each repository has a level in its newest report, as the screen Readiness shows it. */
export const evaluateLevel = (check: Check<'readiness.level'>, { data, gaps }: Part<Reports>): CheckOutcome => {
  const { repositories: pattern, min } = check
  if (data === undefined) return concludeUnknown(min, gaps)
  const rows = matching(data, pattern)
  if (rows.length === 0) return concludeUnknown(min, [nothingMatches(data, pattern), ...gaps])
  const below = rows.filter(({ level }) => level < min)
  const unread = rows.filter(({ report, level }) => level >= min && criterionResults(report).some(hasNoNumbers))
  const missing = [
    ...(unread.length > 0
      ? [`${counted(unread.length, 'repository has', 'repositories have')} criteria without valid numbers`]
      : []),
    ...anonymous(data),
    ...gaps,
  ]
  const whole = counted(rows.length, 'repository', 'repositories')
  return {
    status: below.length > 0 ? 'failed' : missing.length > 0 ? 'unknown' : 'passed',
    found: Math.min(...rows.map(({ level }) => level)),
    limit: min,
    why: sentences([`${below.length} of ${whole} ${below.length === 1 ? 'is' : 'are'} below level ${min}`, ...missing]),
    items: below.map((row) => itemOf(row, `is at level ${row.level}`)),
  }
}

/** Counts the repositories whose newest report fails the criterion, as `qd readiness criteria` does. */
export const evaluateCriterion = (check: Check<'readiness.criterion'>, { data, gaps }: Part<Reports>): CheckOutcome => {
  const { criterion: id, repositories: pattern, maxFailing: max } = check
  if (data === undefined) return concludeUnknown(max, gaps)
  const rows = matching(data, pattern)
  if (rows.length === 0) return concludeUnknown(max, [nothingMatches(data, pattern), ...gaps])
  const row = criterionRows(rows).find((each) => each.id === id)
  if (row === undefined) return concludeUnknown(max, [unknownCriterion(id, rows), ...gaps])
  const unread = rows.filter(({ report }) => {
    const result = criterionOf(report, id)
    return result === undefined || hasNoNumbers(result)
  })
  return concludeCount({
    items: row.failing.map(({ repository, criterion }) => itemOf(repository, `passes ${ratioText(criterion)}`, id)),
    max,
    sentence: `${row.failing.length} of ${counted(rows.length, 'repository', 'repositories')} ${row.failing.length === 1 ? 'fails' : 'fail'} ${id}`,
    gaps: [...anonymous(data), ...gaps],
    uncertain: [
      {
        count: unread.length,
        why: `${counted(unread.length, 'repository has', 'repositories have')} no valid result for it`,
      },
    ],
  })
}

const unknownCriterion = (id: string, rows: readonly RepositoryRow[]): string => {
  const known = [...new Set([...CRITERIA.keys(), ...criterionRows(rows).map((row) => row.id)])]
  const nearest = known.includes(id) ? undefined : nearestWord(id, known)
  return `No report has the criterion ${id}${nearest === undefined ? '' : `; did you mean ${nearest}?`}`
}
