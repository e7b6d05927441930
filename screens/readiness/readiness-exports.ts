import { type OutputRow, valueText } from '../../src/domain/output/csv.ts'
import { toCsv, toMarkdownTable } from '../../src/domain/output/output.ts'
import { criteriaIssue, criterionIssue, type IssueAim } from '../../src/domain/readiness/criterion-issue.ts'
import { type CriterionResult, type Passed, ratioText } from '../../src/domain/readiness/criterion-results.ts'
import type { CriterionRow } from '../../src/domain/readiness/criterion-rows.ts'
import {
  CRITERION_COLUMNS,
  CRITERION_ROW_COLUMNS,
  CRITERION_ROW_READABLE,
  criteriaOutput,
  criterionRowOutput,
  REPORT_COLUMNS,
  REPOSITORY_COLUMNS,
  REPOSITORY_RESULT_COLUMNS,
  reportOutput,
  repositoryOutput,
  repositoryResultOutput,
} from '../../src/domain/readiness/readiness-output.ts'
import { compareReports } from '../../src/domain/readiness/report-comparison.ts'
import { comparisonMarkdown, reportMarkdown } from '../../src/domain/readiness/report-markdown.ts'
import type { ReportRow } from '../../src/domain/readiness/report-rows.ts'
import type { CriterionRepository, RepositoryRow } from '../../src/domain/readiness/repository-rows.ts'
import { moment } from '../../src/domain/text/format.ts'
import { oneLine } from '../../src/domain/text/one-line.ts'
import { copiedCells } from '../kit/export/command-options.ts'
import { type ExportFormat, type Exports, formatOf, jsonFormat, listExports } from '../kit/export/exports.ts'
import type { Report } from './use-reports.ts'

const csv = (rows: () => readonly OutputRow[], columns: readonly string[]): ExportFormat =>
  formatOf('csv', 'CSV', () => toCsv(rows(), columns))
const markdown = (text: () => string): ExportFormat => formatOf('md', 'Markdown', text)

/** @param toReadable - Maps a row for Markdown. @default unchanged */
const rowsExports = (
  name: string,
  rows: readonly OutputRow[],
  columns: readonly string[],
  toReadable = (row: OutputRow): OutputRow => row,
): Exports | undefined => {
  if (rows.length === 0) return undefined
  const table = markdown(() => toMarkdownTable(rows.map(toReadable), columns))
  return { name, formats: [csv(() => rows, columns), jsonFormat(() => rows), table], shown: 'md' }
}

/** A name with the result in a criterion, for the clipboard: cells separated by tabs, on one line. */
export const copiedRow = (name: string, criterion: CriterionResult): string =>
  copiedCells([name, ratioText(criterion), oneLine(criterion.rationale)])

export const repositoriesExports = (rows: readonly RepositoryRow[]): Exports | undefined =>
  rowsExports('readiness', rows.map(repositoryOutput), REPOSITORY_COLUMNS)

export const criteriaExports = (rows: readonly CriterionRow[]): Exports | undefined =>
  listExports('readiness-criteria', {
    rows: rows.map(criterionRowOutput),
    columns: CRITERION_ROW_COLUMNS,
    readable: CRITERION_ROW_READABLE,
  })

export const reportsExports = (name: string, rows: readonly ReportRow[]): Exports | undefined =>
  rowsExports(`readiness-${name}-reports`, rows.map(reportOutput), REPORT_COLUMNS)

/** The selected part of a report that an issue is about. */
export type IssueOf = { report: Report } & (
  | { is: 'criterion'; criterion: CriterionResult }
  | ({
      is: 'group'
      criteria: readonly CriterionResult[]
      /** Where a criterion passed. @default nowhere */
      passedIn?: (criterion: CriterionResult) => Passed | undefined
    } & IssueAim)
)

/** The text of an issue about a criterion, or about the failing criteria of a group; undefined if none fails. */
export const issueText = (issue: IssueOf): string | undefined => {
  if (issue.is === 'criterion') return criterionIssue(issue.report, issue.criterion)
  const failing = issue.criteria.filter(({ outcome }) => outcome === 'failed')
  return failing.length === 0 ? undefined : criteriaIssue(issue.report, issue, failing, issue.passedIn)
}

const issueFormats = (issue: IssueOf | undefined): ExportFormat[] => {
  const text = issue && issueText(issue)
  if (!issue || text === undefined) return []
  const title = issue.is === 'criterion' ? 'Issue about the criterion' : 'Issue about what fails here'
  return [{ id: 'issue', title, extension: 'issue.md', text: () => text }]
}

/** Exports a report, or its differences from an older one, and the issue about the selected part. */
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
        jsonFormat(() => ({
          older: base.reportId ?? null,
          newer: report.reportId ?? null,
          ...compareReports(base, report),
        })),
      ]
    : [
        markdown(() => reportMarkdown(report, name)),
        jsonFormat(() => report),
        csv(() => criteriaOutput(report), CRITERION_COLUMNS),
      ]
  return {
    name: `readiness-${name}-${base ? `${moment(base.createdAt).slice(0, 10)}-${day}` : day}`,
    formats: [...formats, ...issueFormats(issue)],
  }
}

const readable = (row: OutputRow): OutputRow => ({ ...row, rationale: oneLine(valueText(row.rationale)) })

/** Exports one criterion in the listed repositories, and the issue about the selected one. */
export const criterionExports = (
  id: string,
  rows: readonly CriterionRepository[],
  issue: IssueOf | undefined,
): Exports | undefined => {
  const own = rowsExports(`readiness-${id}`, rows.map(repositoryResultOutput), REPOSITORY_RESULT_COLUMNS, readable)
  return own && { ...own, formats: [...own.formats, ...issueFormats(issue)] }
}
