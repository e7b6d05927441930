import type { Lenient } from '../../contract/lenient.ts'
import type { ReadinessReport } from '../../contract/readiness.ts'
import { codeSpan, escapedMarkdown } from '../text/code-span.ts'
import { moment } from '../text/format.ts'
import { safeText } from '../text/safe-text.ts'
import type { Passed } from './criterion-results.ts'
import { type CriterionResult, numberProblem, resultText } from './criterion-results.ts'

/** A criterion of a report as the text of an issue, in Markdown: a heading, the facts, and the rationale as a quote. */
export const criterionIssue = (report: Lenient<ReadinessReport>, criterion: CriterionResult): string => {
  const { id, level, outcome, rationale } = criterion
  const numberNote = numberProblem(criterion)
  const result = outcome === 'skipped' ? 'skipped' : `${outcome}: ${resultText(criterion)}`
  const facts = [
    `Repository: ${codeSpan(safeText(report.repoUrl ?? '?'))}`,
    `Level: ${level ?? 'other'}`,
    `Result: ${result}${numberNote === undefined ? '' : ` (${numberNote})`}`,
    `Evaluated: ${evaluationDetails(report)}`,
    `Report: ${codeSpan(safeText(report.reportId ?? '?'))}`,
  ]
  const quote = quotedText(rationale)
  return [`# ${codeSpan(safeText(id))}`, '', ...facts.map((fact) => `- ${fact}`), '', ...quote, ''].join('\n')
}

/** A rationale as lines of a Markdown quote. */
const quotedText = (rationale: string | undefined): string[] =>
  safeText(rationale || 'The report gives no rationale.', 'text')
    .split('\n')
    .map((line) => `> ${escapedMarkdown(line).replace(/^(\s*)([-+=])/, '$1\\$2')}`.trimEnd())

/** Time, commit and branch of a report, in Markdown. */
export const evaluationDetails = ({ createdAt, commitHash, branch }: Lenient<ReadinessReport>): string =>
  [
    moment(createdAt),
    ...(commitHash === undefined ? [] : [`commit ${codeSpan(safeText(commitHash))}`]),
    ...(branch === undefined ? [] : [`branch ${codeSpan(safeText(branch))}`]),
  ].join(', ')

/** Heading and goal of an issue about several criteria. Plain text. */
export type IssueAim = { title: string; aim: string }

/**
 * Criteria of a report as the text of one issue, in Markdown: a heading, the facts, then a checkbox for each criterion
 * in the given order, with its rationale as a quote.
 *
 * @param passedIn - Returns a report in which a criterion passed. Its rationale is quoted too, as an example. @default
 * none
 */
export const criteriaIssue = (
  report: Lenient<ReadinessReport>,
  { title, aim }: IssueAim,
  criteria: readonly CriterionResult[],
  passedIn: (criterion: CriterionResult) => Passed | undefined = () => undefined,
): string => {
  const facts = [
    `Repository: ${codeSpan(safeText(report.repoUrl ?? '?'))}`,
    `Aim: ${escapedMarkdown(safeText(aim))}`,
    `Evaluated: ${evaluationDetails(report)}`,
    `Report: ${codeSpan(safeText(report.reportId ?? '?'))}`,
  ]
  const tasks = criteria.flatMap((criterion) => [
    `- [ ] ${codeSpan(safeText(criterion.id))}: ${resultText(criterion)}`,
    '',
    ...quotedText(criterion.rationale).map((line) => `  ${line}`),
    '',
    ...passedText(passedIn(criterion)).map((line) => (line === '' ? '' : `  ${line}`)),
  ])
  return [`# ${escapedMarkdown(safeText(title))}`, '', ...facts.map((fact) => `- ${fact}`), '', ...tasks].join('\n')
}

const passedText = (passed: Passed | undefined): string[] => {
  if (!passed) return []
  const { report, criterion, isOwn } = passed
  const where = isOwn ? 'Passed' : `Passes in ${codeSpan(safeText(report.repoUrl ?? '?'))}`
  return [`${where}, evaluated ${evaluationDetails(report)}:`, '', ...quotedText(criterion.rationale), '']
}
