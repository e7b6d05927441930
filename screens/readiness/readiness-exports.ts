import { type OutputRow, plain } from '../../src/domain/output/csv.ts'
import { toCsv, toJson, toMarkdownTable } from '../../src/domain/output/output.ts'
import { criteriaIssue, criterionIssue, type IssueAim } from '../../src/domain/readiness/criterion-issue.ts'
import { type JudgedCriterion, type Passed, ratioText } from '../../src/domain/readiness/judged-criteria.ts'
import {
  CRITERION_COLUMNS,
  criteriaOutput,
  JUDGED_COLUMNS,
  judgedOutput,
  REPORT_COLUMNS,
  REPOSITORY_COLUMNS,
  reportOutput,
  repositoryOutput,
} from '../../src/domain/readiness/readiness-output.ts'
import { compareReports } from '../../src/domain/readiness/report-comparison.ts'
import { comparisonMarkdown, reportMarkdown } from '../../src/domain/readiness/report-markdown.ts'
import type { ReportRow } from '../../src/domain/readiness/report-rows.ts'
import type { JudgedRepository, RepositoryRow } from '../../src/domain/readiness/repository-rows.ts'
import { moment } from '../../src/domain/text/format.ts'
import { oneLine } from '../../src/domain/text/one-line.ts'
import { copiedCells } from '../kit/export/command-options.ts'
import type { ExportFormat, Exports } from '../kit/export/exports.ts'
import type { Report } from './use-reports.ts'

const json = (value: () => unknown): ExportFormat => ({
  id: 'json',
  title: 'JSON',
  extension: 'json',
  text: () => `${toJson(value(), { indent: 2 })}\n`,
})
const csv = (rows: () => OutputRow[], columns: readonly string[]): ExportFormat => ({
  id: 'csv',
  title: 'CSV',
  extension: 'csv',
  text: () => toCsv(rows(), columns),
})
const markdown = (text: () => string): ExportFormat => ({ id: 'md', title: 'Markdown', extension: 'md', text })

/** What a criterion came to under a name, for the clipboard: cells with tabs between them, on one line. */
export const copiedRow = (name: string, criterion: JudgedCriterion): string =>
  copiedCells([name, ratioText(criterion), oneLine(criterion.rationale)])

/** Repositories as they are listed. */
export const repositoriesExports = (rows: readonly RepositoryRow[]): Exports | undefined => {
  if (rows.length === 0) return undefined
  const output = () => rows.map(repositoryOutput)
  const table = () => toMarkdownTable(output(), REPOSITORY_COLUMNS)
  return {
    name: 'readiness',
    formats: [csv(output, REPOSITORY_COLUMNS), json(output), markdown(table)],
    shown: 'md',
  }
}

/** Reports of a repository as they are listed. */
export const reportsExports = (name: string, rows: readonly ReportRow[]): Exports | undefined => {
  if (rows.length === 0) return undefined
  const output = () => rows.map(reportOutput)
  return {
    name: `readiness-${name}-reports`,
    formats: [csv(output, REPORT_COLUMNS), json(output), markdown(() => toMarkdownTable(output(), REPORT_COLUMNS))],
    shown: 'md',
  }
}

/** What of a report is selected, for an issue over it. */
export type IssueOf = { report: Report } & (
  | { is: 'criterion'; criterion: JudgedCriterion }
  | ({
      is: 'group'
      criteria: readonly JudgedCriterion[]
      /** Where a criterion passed. @default nowhere */
      passedIn?: (criterion: JudgedCriterion) => Passed | undefined
    } & IssueAim)
)

/** The text of an issue over a criterion, or over those of a group that fail; undefined where none does. */
export const issueText = (issue: IssueOf): string | undefined => {
  if (issue.is === 'criterion') return criterionIssue(issue.report, issue.criterion)
  const failing = issue.criteria.filter(({ outcome }) => outcome === 'failed')
  return failing.length === 0 ? undefined : criteriaIssue(issue.report, issue, failing, issue.passedIn)
}

const issueFormats = (issue: IssueOf | undefined): ExportFormat[] => {
  const text = issue && issueText(issue)
  if (!issue || text === undefined) return []
  const title = issue.is === 'criterion' ? 'Issue of the criterion' : 'Issue of what fails here'
  return [{ id: 'issue', title, extension: 'issue.md', text: () => text }]
}

/** A report, or what changed since an older one, and the issue of what is selected. */
export const reportExports = (
  name: string,
  report: Report,
  base: Report | undefined,
  issue: IssueOf | undefined,
): Exports => {
  const day = moment(report.createdAt).slice(0, 10)
  const formats = base
    ? [
        markdown(() => comparisonMarkdown(base, report, name)),
        json(() => ({
          older: base.reportId ?? null,
          newer: report.reportId ?? null,
          ...compareReports(base, report),
        })),
      ]
    : [
        markdown(() => reportMarkdown(report, name)),
        json(() => report),
        csv(() => criteriaOutput(report), CRITERION_COLUMNS),
      ]
  return {
    name: `readiness-${name}-${base ? `${moment(base.createdAt).slice(0, 10)}-${day}` : day}`,
    formats: [...formats, ...issueFormats(issue)],
  }
}

const readable = (row: OutputRow): OutputRow => ({ ...row, rationale: oneLine(plain(row.rationale)) })

/** One criterion in the repositories that are listed, and the issue of the selected one. */
export const criterionExports = (
  id: string,
  rows: readonly JudgedRepository[],
  issue: IssueOf | undefined,
): Exports | undefined => {
  if (rows.length === 0) return undefined
  const output = () => rows.map(judgedOutput)
  return {
    name: `readiness-${id}`,
    formats: [
      csv(output, JUDGED_COLUMNS),
      json(output),
      markdown(() => toMarkdownTable(output().map(readable), JUDGED_COLUMNS)),
      ...issueFormats(issue),
    ],
    shown: 'md',
  }
}
