import { type Day, dayOf, daysBetween } from '../calendar/calendar.ts'
import type { RowField, RowTable } from '../filter/row-columns.ts'
import type { JudgedCriterion } from './judged-criteria.ts'
import { judgedCriteria } from './judged-criteria.ts'
import { reportChange, reportsByRepository } from './levels.ts'
import { madeAt, repositoryIdOf } from './report-facts.ts'
import { type ReportRow, reportRows } from './report-rows.ts'
import { repositoryNames } from './repository-names.ts'
import type { RepositoryRow } from './repository-rows.ts'

type Report = ReportRow['report']

/** A report with what it is called and the report before it of the same repository. */
export type FiledReport = { row: ReportRow; name: string; older: Report | undefined }

/** Each of some reports beside the one before it, in their order. @param reports - Newest first. */
export const filedReports = (reports: readonly Report[]): FiledReport[] => {
  const byRepository = reportsByRepository(reports)
  const names = repositoryNames([...byRepository.keys()])
  const filed = new Map<Report, FiledReport>()
  for (const [repoUrl, own] of byRepository) {
    reportRows(own).forEach((row, at) => {
      filed.set(row.report, { row, name: names.get(repoUrl) ?? '', older: own[at + 1] })
    })
  }
  return reports.flatMap((report) => filed.get(report) ?? reportRows([report]).map(withoutRepository))
}

const withoutRepository = (row: ReportRow): FiledReport => ({ row, name: row.report.repoUrl ?? '', older: undefined })

/** What filters of reports can be about; `today` is what ages are counted to. */
const reportFields = <Row>(today: Day, filedOf: (row: Row) => FiledReport): RowField<Row>[] => {
  const field = (
    name: string,
    kind: RowField<Row>['kind'],
    read: (filed: FiledReport) => ReturnType<RowField<Row>['read']>,
    aliases: readonly string[] = [],
  ): RowField<Row> => ({ name, kind, aliases, read: (row) => read(filedOf(row)) })
  const dayOfReport = ({ row }: FiledReport): Day | undefined => {
    const ms = madeAt(row.report)
    return ms === undefined ? undefined : dayOf(ms)
  }
  return [
    field('level', 'number', ({ row }) => row.level),
    field('before', 'number', ({ row }) => row.before, ['level_before']),
    field('pass', 'percent', ({ row }) => row.passRate, ['pass_rate', 'rate']),
    field('change', 'percent', ({ row: { passRate, passRateBefore } }) => (passRate ?? NaN) - (passRateBefore ?? NaN), [
      'delta',
    ]),
    field('passed', 'number', ({ row }) => row.passed),
    field('failed', 'number', ({ row }) => row.failed),
    field('skipped', 'number', ({ row }) => row.skipped),
    field('apps', 'number', ({ row }) => row.apps),
    field('judged', 'day', dayOfReport, ['created_at', 'date', 'day']),
    field('age', 'age', (filed) => {
      const day = dayOfReport(filed)
      return day === undefined ? undefined : daysBetween(day, today)
    }),
    field('fails', 'word', ({ row }) => failing(row.report)),
    field('lost', 'word', ({ row, older }) => (older ? reportChange(older, row.report).lost : [])),
    field('won', 'word', ({ row, older }) => (older ? reportChange(older, row.report).gained : []), ['gained']),
    field('branch', 'word', ({ row }) => row.report.branch),
    field('commit', 'text', ({ row }) => row.report.commitHash),
    field('repo', 'text', ({ name, row }) => [name, row.report.repoUrl ?? ''], ['repository', 'repo_url', 'name']),
    field('report', 'text', ({ row }) => row.report.reportId, ['report_id', 'id']),
  ]
}

const failing = (report: Report): string[] =>
  judgedCriteria(report).flatMap(({ id, outcome }) => (outcome === 'failed' ? [id] : []))

/** Filters of repositories by their newest reports. A word is looked for in the name, the URL and the id of the repository. */
export const repositoryTable = (today: Day): RowTable<RepositoryRow> => ({
  isPhrase: true,
  fields: reportFields(today, (row) => ({ row, name: row.name, older: row.reports[1] })),
  nameOf: ({ name }) => name,
  textsOf: ({ repoUrl, reports: [newest] }) => [repoUrl, newest && repositoryIdOf(newest)],
})

/** Filters of reports as commands list them. A word is looked for where {@link repositoryTable} looks for it. */
export const filedReportTable = (today: Day): RowTable<FiledReport> => ({
  isPhrase: true,
  fields: reportFields(today, (filed) => filed),
  nameOf: ({ name }) => name,
  textsOf: ({ row: { report } }) => [report.repoUrl, repositoryIdOf(report)],
})

/**
 * Filters of the reports of one repository. @param textsOf - Where a word is looked for, besides the id.
 */
export const reportTable = (
  reports: readonly Report[],
  today: Day,
  textsOf: (row: ReportRow) => readonly string[],
): RowTable<ReportRow> => ({
  isPhrase: true,
  fields: reportFields<ReportRow>(today, (row) => ({
    row,
    name: '',
    older: reports[reports.indexOf(row.report) + 1],
  })).filter(({ name }) => name !== 'repo'),
  nameOf: ({ report }) => report.reportId ?? '',
  textsOf,
})

/** Filters of what holds a criterion. A word is looked for in the name and the rationale. */
export const criterionTable = <Row>(
  criterionOf: (row: Row) => JudgedCriterion,
  own: readonly RowField<Row>[] = [],
  nameOf: (row: Row) => string = (row) => criterionOf(row).id,
): RowTable<Row> => ({
  isPhrase: true,
  fields: [
    { name: 'verdict', aliases: ['outcome'], kind: 'word', read: (row) => criterionOf(row).outcome },
    { name: 'level', kind: 'number', read: (row) => criterionOf(row).level },
    { name: 'passed', aliases: ['numerator'], kind: 'number', read: (row) => criterionOf(row).numerator },
    { name: 'of', aliases: ['denominator'], kind: 'number', read: (row) => criterionOf(row).denominator },
    { name: 'criterion', aliases: ['id'], kind: 'text', read: (row) => criterionOf(row).id },
    { name: 'rationale', kind: 'text', read: (row) => criterionOf(row).rationale },
    ...own,
  ],
  nameOf,
  textsOf: (row) => [criterionOf(row).rationale],
})
