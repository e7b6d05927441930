import type { Lenient } from '../contract/lenient.ts'
import type { ReadinessReport } from '../contract/readiness.ts'
import { moment } from './format.ts'
import { type JudgedCriterion, oddityOf } from './judged-criteria.ts'
import { safeText } from './safe-text.ts'

/** A criterion of a report as the text of an issue, in Markdown: a heading, the facts, the rationale as a quote. */
export const criterionIssue = (report: Lenient<ReadinessReport>, criterion: JudgedCriterion): string => {
  const { id, level, verdict, numerator, denominator, rationale } = criterion
  const oddity = oddityOf(criterion)
  const result =
    verdict === 'skipped' ? 'skipped' : `${verdict}: ${numerator ?? '?'} of ${denominator ?? '?'} applications`
  const commit = report.commitHash === undefined ? [] : [`commit ${code(report.commitHash)}`]
  const branch = report.branch === undefined ? [] : [`branch ${code(report.branch)}`]
  const facts = [
    `Repository: ${code(report.repoUrl ?? '?')}`,
    `Level: ${level ?? 'other'}`,
    `Result: ${result}${oddity === undefined ? '' : ` (${oddity})`}`,
    `Judged: ${[moment(report.createdAt), ...commit, ...branch].join(', ')}`,
    `Report: ${code(report.reportId ?? '?')}`,
  ]
  const quote = safeText(rationale || 'The report gives no rationale.', 'text')
    .split('\n')
    .map((line) => `> ${escaped(line)}`.trimEnd())
  return [`# ${escaped(safeText(id))}`, '', ...facts.map((fact) => `- ${fact}`), '', ...quote, ''].join('\n')
}

// A backtick would end the code, and none of these names needs one.
const code = (text: string): string => `\`${safeText(text).replaceAll('`', "'")}\``

// A rationale is prose that a model wrote: it may not become markup, links or mentions of people.
const escaped = (text: string): string => text.replace(/[&<>@\\`*_[\]|~#!]/g, (sign) => entities[sign] ?? `\\${sign}`)

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '@': '&#64;' }
