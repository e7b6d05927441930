import type { Lenient } from '../../contract/lenient.ts'
import type { ReadinessReport } from '../../contract/readiness.ts'
import { codeSpan } from '../text/code-span.ts'
import { escapedMarkdown } from '../text/escaped-markdown.ts'
import { safeText } from '../text/safe-text.ts'
import { judgedWhen, quotedText } from './issue-text.ts'
import { type JudgedCriterion, judgedText } from './judged-criteria.ts'
import type { Passed } from './passed-before.ts'

/** What an issue over several criteria is about: its heading, and what has to be done. Plain text. */
export type IssueAim = { title: string; aim: string }

/**
 * Criteria of a report as the text of one issue, in Markdown: a heading, the facts, then a box to tick for each criterion in
 * the order given, with its rationale as a quote below.
 *
 * @param passedIn - Where a criterion passed: why it did so is quoted as well, as what is to be reached. @default nowhere
 */
export const criteriaIssue = (
  report: Lenient<ReadinessReport>,
  { title, aim }: IssueAim,
  criteria: readonly JudgedCriterion[],
  passedIn: (criterion: JudgedCriterion) => Passed | undefined = () => undefined,
): string => {
  const facts = [
    `Repository: ${codeSpan(safeText(report.repoUrl ?? '?'))}`,
    `Aim: ${escapedMarkdown(safeText(aim))}`,
    `Judged: ${judgedWhen(report)}`,
    `Report: ${codeSpan(safeText(report.reportId ?? '?'))}`,
  ]
  const tasks = criteria.flatMap((criterion) => [
    `- [ ] ${codeSpan(safeText(criterion.id))}: ${judgedText(criterion)}`,
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
  return [`${where}, judged ${judgedWhen(report)}:`, '', ...quotedText(criterion.rationale), '']
}
