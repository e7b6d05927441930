import { wrapText } from '../../src/domain/fit.ts'
import { dayLabel, moment } from '../../src/domain/format.ts'
import { type JudgedCriterion, oddityOf } from '../../src/domain/judged-criteria.ts'
import type { CriterionTally } from '../../src/domain/next-level.ts'
import { appsOf, clientVersionOf } from '../../src/domain/report-facts.ts'
import { safeText } from '../../src/domain/safe-text.ts'
import { asManyAsFit } from '../../src/ui/columns.ts'
import type { Theme } from '../../src/ui/theme.ts'
import type { Report } from './use-reports.ts'
import { levelTitle, verdictSign, wasText } from './verdicts.ts'

/** The widest lines that prose is still read well in. */
const WIDEST_PROSE = 90

/** One criterion: what it came to, what it was, why, and how other repositories do. */
export const criterionLines = (
  criterion: JudgedCriterion,
  before: JudgedCriterion | undefined,
  tally: CriterionTally | undefined,
  width: number,
  theme: Theme,
): string[] => {
  const oddity = oddityOf(criterion)
  const was = wasText(before, criterion, theme)
  const head = [theme.strong(safeText(criterion.id)), theme.muted(levelTitle(criterion.level))]
  const result = [`${verdictSign(criterion.verdict, theme)}${resultText(criterion)}`, ...(was === '' ? [] : [was])]
  const prose = safeText(criterion.rationale || 'The report gives no rationale.', 'text')
  return [
    asManyAsFit(head, width, '   '),
    asManyAsFit(result, width, '   '),
    ...(oddity === undefined ? [] : wrapText(`! ${oddity}`, width).map(theme.warn)),
    '',
    ...wrapText(prose, Math.min(width, WIDEST_PROSE)),
    ...(tally === undefined ? [] : ['', ...wrapText(tallyText(tally), width).map(theme.muted)]),
  ]
}

const resultText = ({ verdict, numerator, denominator }: JudgedCriterion): string => {
  if (verdict === 'skipped') return 'skipped: it counts neither way'
  return `${numerator ?? '?'} of ${denominator ?? '?'} ${denominator === 1 ? 'application' : 'applications'}`
}

/** How the repositories do by a criterion: `fails in 3 of 9 repositories, skipped in 1`. */
export const tallyText = ({ passed, failed, skipped, unknown }: CriterionTally): string => {
  const all = passed + failed + skipped + unknown
  const parts = [
    `fails in ${failed} of ${all} ${all === 1 ? 'repository' : 'repositories'}`,
    ...(skipped > 0 ? [`skipped in ${skipped}`] : []),
    ...(unknown > 0 ? [`unclear in ${unknown}`] : []),
  ]
  return parts.join(', ')
}

/** What a report says of itself: when, of which commit, judged by what, and its applications. */
export const aboutLines = (report: Report, width: number, theme: Theme): string[] => {
  const fact = (label: string, value: string | undefined): string[] =>
    value === undefined
      ? []
      : wrapText(value, Math.max(8, width - LABEL)).map(
          (line, y) => `${theme.muted((y === 0 ? label : '').padEnd(LABEL))}${line}`,
        )
  const yesNo = (value: boolean | undefined): string => (value === undefined ? '?' : value ? 'yes' : 'no')
  const apps = appsOf(report)
  const version = clientVersionOf(report)
  return [
    ...fact('report', safeText(report.reportId)),
    ...fact('judged', moment(report.createdAt)),
    ...fact('repository', safeText(report.repoUrl)),
    ...fact('commit', report.commitHash === undefined ? undefined : safeText(report.commitHash)),
    ...fact('branch', report.branch === undefined ? undefined : safeText(report.branch)),
    ...fact(
      'changes',
      `uncommitted: ${yesNo(report.hasLocalChanges)}   unpushed: ${yesNo(report.hasNonRemoteCommits)}`,
    ),
    ...fact('model', modelText(report)),
    ...fact('client', version === undefined ? undefined : safeText(version)),
    '',
    theme.muted(appsTitle(report, apps.length)),
    ...apps.flatMap(({ path, description }) => [
      ...wrapText(safeText(path), width).map(theme.strong),
      ...wrapText(safeText(description, 'text'), Math.max(8, width - 2)).map((line) => `  ${line}`),
    ]),
  ]
}

const LABEL = 12

const appsTitle = ({ apps }: Report, count: number): string => {
  if (apps === undefined) return 'The report lacks the list of applications.'
  if (count === 0) return 'The report names no application.'
  return count === 1 ? '1 application' : `${count} applications`
}

/** The model that judged and its effort; undefined where the report does not say. */
export const modelText = ({ modelUsed }: Report): string | undefined => {
  if (modelUsed === undefined) return undefined
  const effort = modelUsed.reasoningEffort
  return `${safeText(modelUsed.id)}${effort === undefined ? '' : `, ${safeText(effort)} effort`}`
}

/** `13 Nov`; `?` for a report without a time. */
export const reportDay = ({ createdAt }: Report): string => dayLabel(moment(createdAt).slice(0, 10)).slice(0, 6)
