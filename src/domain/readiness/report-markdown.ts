import type { Lenient } from '../../contract/lenient.ts'
import type { ReadinessReport } from '../../contract/readiness.ts'
import { toMarkdownTable } from '../output/output.ts'
import { codeSpan, escapedMarkdown } from '../text/code-span.ts'
import { moment, percent } from '../text/format.ts'
import { oneLine } from '../text/one-line.ts'
import { safeText } from '../text/safe-text.ts'
import { evaluationDetails } from './criterion-issue.ts'
import { type CriterionResult, criterionResults, numberProblem, ratioText } from './criterion-results.ts'
import { appsOf, clientVersionOf, evaluateReport, LEVELS, type LevelCount, levelTitle } from './levels.ts'
import { CRITERION_CHANGES, compareReports } from './report-comparison.ts'

type Report = Lenient<ReadinessReport>

/** A report in Markdown: its level and pass rate, its metadata, its applications, and its criteria by level. */
export const reportMarkdown = (report: Report, name: string): string => {
  const { level, passRate, byLevel, other } = evaluateReport(report)
  const criteria = criterionResults(report)
  const levels = [...LEVELS, undefined].flatMap((one) => {
    const levelCriteria = criteria.filter((criterion) => criterion.level === one)
    const count = one === undefined ? other : byLevel[one]
    return levelCriteria.length === 0
      ? []
      : [`## ${levelTitle(one)}: ${countText(count)}`, '', criteriaTable(levelCriteria)]
  })
  const lines = [
    `# ${escapedMarkdown(safeText(name))}: L${level}, ${percent(passRate)} pass`,
    '',
    ...aboutItems(report).map((item) => `- ${item}`),
    '',
    ...levels,
  ]
  return `${lines.join('\n').trimEnd()}\n`
}

const countText = ({ passed, failed, skipped, unknown }: LevelCount): string =>
  [
    passed + failed === 0 ? 'none evaluated' : `${passed} of ${passed + failed} pass`,
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
    ...(unknown > 0 ? [`${unknown} unclear`] : []),
  ].join(', ')

const aboutItems = (report: Report): string[] => {
  const { modelUsed, hasLocalChanges, hasNonRemoteCommits } = report
  const version = clientVersionOf(report)
  const effort = modelUsed?.reasoningEffort
  const apps = appsOf(report).map(({ path, description }) => {
    const text = escapedMarkdown(safeText(description ?? ''))
    return `Application ${codeSpan(safeText(path))}${text === '' ? '' : `: ${text}`}`
  })
  return [
    `Repository: ${codeSpan(safeText(report.repoUrl ?? '?'))}`,
    `Evaluated: ${evaluationDetails(report)}`,
    ...(hasLocalChanges ? ['There were uncommitted changes.'] : []),
    ...(hasNonRemoteCommits ? ['There were unpushed commits.'] : []),
    ...(modelUsed === undefined
      ? []
      : [
          `Model: ${codeSpan(safeText(modelUsed.id ?? '?'))}${effort === undefined ? '' : `, ${codeSpan(safeText(effort))} effort`}`,
        ]),
    ...(version === undefined ? [] : [`Client: ${codeSpan(safeText(version))}`]),
    `Report: ${codeSpan(safeText(report.reportId ?? '?'))}`,
    ...apps,
  ]
}

const criteriaTable = (criteria: readonly CriterionResult[]): string =>
  toMarkdownTable(
    criteria.map((criterion) => {
      const numberNote = numberProblem(criterion)
      return {
        criterion: criterion.id,
        verdict: criterion.outcome,
        result: `${ratioText(criterion)}${numberNote === undefined ? '' : ` (${numberNote})`}`,
        rationale: oneLine(criterion.rationale),
      }
    }),
    ['criterion', 'verdict', 'result', 'rationale'],
  )

/** The changes between two reports of a repository in Markdown, grouped by kind. */
export const comparisonMarkdown = (older: Report, newer: Report, name: string): string => {
  const { from, to, passRateFrom, passRateTo, changes, unchanged } = compareReports(older, newer)
  const kinds = CRITERION_CHANGES.flatMap((kind) => {
    const kindChanges = changes.filter((change) => change.kind === kind)
    const rows = kindChanges.map(({ id, before, after }) => ({
      criterion: id,
      level: levelTitle((after ?? before)?.level),
      before: before && ratioText(before),
      after: after && ratioText(after),
      rationale: oneLine(after?.rationale),
    }))
    const columns = ['criterion', 'level', 'before', 'after', 'rationale']
    return kindChanges.length === 0 ? [] : [`## ${kind}: ${kindChanges.length}`, '', toMarkdownTable(rows, columns)]
  })
  const lines = [
    `# ${escapedMarkdown(safeText(name))}: L${from} to L${to}`,
    '',
    `- Repository: ${codeSpan(safeText(newer.repoUrl ?? '?'))}`,
    `- Older report: ${codeSpan(safeText(older.reportId ?? '?'))}, ${moment(older.createdAt)}, L${from}, ${percent(passRateFrom)} pass`,
    `- Newer report: ${codeSpan(safeText(newer.reportId ?? '?'))}, ${moment(newer.createdAt)}, L${to}, ${percent(passRateTo)} pass`,
    `- Criteria: ${changes.length} changed, ${unchanged} unchanged`,
    '',
    ...kinds,
  ]
  return `${lines.join('\n').trimEnd()}\n`
}
