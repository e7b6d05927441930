import { dayAt, daysSince, fieldsOf } from '../filter/field-of.ts'
import type { RowField, RowTable } from '../filter/row-columns.ts'
import { type JudgedCriterion, judgedCriteria } from './judged-criteria.ts'
import { madeAt, OUTCOMES, reportChange, reportsByRepository, repositoryIdOf } from './levels.ts'
import { CRITERION_CHANGES, type CriterionChangeKind, isRegressed } from './report-comparison.ts'
import { type ReportRow, reportRows } from './report-rows.ts'
import { type JudgedRepository, type RepositoryRow, repositoryNames } from './repository-rows.ts'

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

/** What filters of reports can be about; `now`, Unix ms, is what ages are counted to. */
const reportFields = <Row>(now: number, filedOf: (row: Row) => FiledReport): RowField<Row>[] => {
  const field = fieldsOf(filedOf)
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
    field('judged', 'day', ({ row }) => dayAt(madeAt(row.report)), ['created_at', 'date', 'day']),
    field('age', 'age', ({ row }) => daysSince(madeAt(row.report), now)),
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
export const repositoryTable = (now: number): RowTable<RepositoryRow> => ({
  isPhrase: true,
  fields: reportFields(now, (row) => ({ row, name: row.name, older: row.reports[1] })),
  nameOf: ({ name }) => name,
  textsOf: ({ repoUrl, reports: [newest] }) => [repoUrl, newest && repositoryIdOf(newest)],
})

/** Filters of reports as commands list them. A word is looked for where {@link repositoryTable} looks for it. */
export const filedReportTable = (now: number): RowTable<FiledReport> => ({
  isPhrase: true,
  fields: reportFields(now, (filed) => filed),
  nameOf: ({ name }) => name,
  textsOf: ({ row: { report } }) => [report.repoUrl, repositoryIdOf(report)],
})

/**
 * Filters of the reports of one repository. @param textsOf - Where a word is looked for, besides the id.
 */
export const reportTable = (
  reports: readonly Report[],
  now: number,
  textsOf: (row: ReportRow) => readonly string[],
): RowTable<ReportRow> => ({
  isPhrase: true,
  fields: reportFields<ReportRow>(now, (row) => ({
    row,
    name: '',
    older: reports[reports.indexOf(row.report) + 1],
  })).filter(({ name }) => name !== 'repo'),
  nameOf: ({ report }) => report.reportId ?? '',
  textsOf,
})

/** A criterion as lists have it. */
export type SeenCriterion = {
  criterion: JudgedCriterion
  /** The same in the report that it is seen beside. */
  before: JudgedCriterion | undefined
  /** What became of it since then, where two reports are compared. */
  kind?: CriterionChangeKind
}

/** Filters of what holds a criterion. A word is looked for in the name and the rationale. */
export const criterionTable = <Row extends SeenCriterion>(
  own: readonly RowField<Row>[] = [],
  nameOf: (row: Row) => string = ({ criterion }) => criterion.id,
): RowTable<Row> => {
  const field = fieldsOf((row: Row): SeenCriterion => row)
  return {
    isPhrase: true,
    fields: [
      field('verdict', 'word', ({ criterion }) => criterion.outcome, ['outcome'], OUTCOMES),
      field('change', 'word', changesOf, [], ['regressed', ...CRITERION_CHANGES]),
      field('level', 'number', ({ criterion }) => criterion.level),
      field('passed', 'number', ({ criterion }) => criterion.numerator, ['numerator']),
      field('of', 'number', ({ criterion }) => criterion.denominator, ['denominator']),
      field('criterion', 'text', ({ criterion }) => criterion.id, ['id']),
      field('rationale', 'text', ({ criterion }) => criterion.rationale),
      ...own,
    ],
    nameOf,
    textsOf: ({ criterion }) => [criterion.rationale],
  }
}

/** `regressed` for what got worse, also where it failed before, and the kind of the change. */
const changesOf = ({ criterion, before, kind }: SeenCriterion): string[] => [
  ...(isRegressed(before, criterion) ? ['regressed'] : []),
  ...(kind === undefined ? [] : [kind]),
]

/** Filters of the repositories that a criterion judges. */
export const judgedTable = criterionTable<JudgedRepository>(
  [
    {
      name: 'repo',
      aliases: ['repository', 'repo_url'],
      kind: 'text',
      read: ({ repository: { name, repoUrl } }) => [name, repoUrl],
    },
  ],
  ({ repository }) => repository.name,
)
