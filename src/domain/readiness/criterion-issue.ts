import type { Lenient } from '../../contract/lenient.ts'
import type { ReadinessReport } from '../../contract/readiness.ts'
import { codeSpan } from '../text/code-span.ts'
import { safeText } from '../text/safe-text.ts'
import { judgedWhen, quotedText } from './issue-text.ts'
import { type JudgedCriterion, judgedText, oddityOf } from './judged-criteria.ts'

/** A criterion of a report as the text of an issue, in Markdown: a heading, the facts, the rationale as a quote. */
export const criterionIssue = (report: Lenient<ReadinessReport>, criterion: JudgedCriterion): string => {
  const { id, level, outcome, rationale } = criterion
  const oddity = oddityOf(criterion)
  const result = outcome === 'skipped' ? 'skipped' : `${outcome}: ${judgedText(criterion)}`
  const facts = [
    `Repository: ${codeSpan(safeText(report.repoUrl ?? '?'))}`,
    `Level: ${level ?? 'other'}`,
    `Result: ${result}${oddity === undefined ? '' : ` (${oddity})`}`,
    `Judged: ${judgedWhen(report)}`,
    `Report: ${codeSpan(safeText(report.reportId ?? '?'))}`,
  ]
  const quote = quotedText(rationale)
  return [`# ${codeSpan(safeText(id))}`, '', ...facts.map((fact) => `- ${fact}`), '', ...quote, ''].join('\n')
}
