import { dayAt, daysSince, fieldsOf } from '../filter/field-of.ts'
import type { RowField, RowTable } from '../filter/row-columns.ts'
import { CRITERIA } from './criteria.ts'
import { type CriterionResult, criterionResults } from './criterion-results.ts'
import { type CriterionRow, towardsCount, unlockedCount } from './criterion-rows.ts'
import { levelTitle, OUTCOMES, reportChange, reportsByRepository, reportTimeMs, repositoryIdOf } from './levels.ts'
import { CRITERION_CHANGES, type CriterionChangeKind, isRegressed } from './report-comparison.ts'
import { type ReportRow, reportRows } from './report-rows.ts'
import { type CriterionRepository, type RepositoryRow, repositoryNames } from './repository-rows.ts'

type Report = ReportRow['report']

/** A report with its repository's display name and the repository's previous report. */
export type ReportWithPrevious = { row: ReportRow; name: string; older: Report | undefined }

/** Adds the previous report to each report, in the same order. @param reports - Newest first. */
export const withPreviousReports = (reports: readonly Report[]): ReportWithPrevious[] => {
  const byRepository = reportsByRepository(reports)
  const names = repositoryNames([...byRepository.keys()])
  const found = new Map<Report, ReportWithPrevious>()
  for (const [repoUrl, own] of byRepository) {
    reportRows(own).forEach((row, at) => {
      found.set(row.report, { row, name: names.get(repoUrl) ?? '', older: own[at + 1] })
    })
  }
  return reports.flatMap((report) => found.get(report) ?? reportRows([report]).map(withoutRepository))
}

const withoutRepository = (row: ReportRow): ReportWithPrevious => ({
  row,
  name: row.report.repoUrl ?? '',
  older: undefined,
})

/** Filter fields of reports. `now` is the time for which ages are computed, Unix ms. */
const reportFields = <Row>(now: number, reportOf: (row: Row) => ReportWithPrevious): RowField<Row>[] => {
  const field = fieldsOf(reportOf)
  return [
    field('level', 'number', ({ row }) => row.level),
    field('before', 'number', ({ row }) => row.before, ['levelBefore']),
    field('pass', 'percent', ({ row }) => row.passRate, ['passRate', 'rate']),
    field('change', 'percent', ({ row: { passRate, passRateBefore } }) => (passRate ?? NaN) - (passRateBefore ?? NaN), [
      'delta',
      'change_pt',
    ]),
    field('passed', 'number', ({ row }) => row.passed),
    field('failed', 'number', ({ row }) => row.failed),
    field('skipped', 'number', ({ row }) => row.skipped),
    field('apps', 'number', ({ row }) => row.apps),
    field('evaluated', 'day', ({ row }) => dayAt(reportTimeMs(row.report)), [
      'judged',
      'createdAt',
      'date',
      'day',
      'newest',
    ]),
    field('age', 'age', ({ row }) => daysSince(reportTimeMs(row.report), now)),
    field('fails', 'word', ({ row }) => failing(row.report)),
    field('lost', 'word', ({ row, older }) => (older ? reportChange(older, row.report).lost : [])),
    field('won', 'word', ({ row, older }) => (older ? reportChange(older, row.report).gained : []), ['gained']),
    field('branch', 'word', ({ row }) => row.report.branch),
    field('commit', 'text', ({ row }) => row.report.commitHash),
    field('model', 'text', ({ row: { report } }) => [
      report.modelUsed?.id ?? '',
      report.modelUsed?.reasoningEffort ?? '',
    ]),
    field('repo', 'text', ({ name, row }) => [name, row.report.repoUrl ?? ''], ['repository', 'repoUrl', 'name']),
    field('report', 'text', ({ row }) => row.report.reportId, ['reportId', 'id']),
  ]
}

const failing = (report: Report): string[] =>
  criterionResults(report).flatMap(({ id, outcome }) => (outcome === 'failed' ? [id] : []))

/** Filter fields of repositories. A free word is searched for in the repository's name, URL and id. */
export const repositoryTable = (now: number): RowTable<RepositoryRow> => ({
  isPhrase: true,
  fields: reportFields(now, (row) => ({ row, name: row.name, older: row.reports[1] })),
  nameOf: ({ name }) => name,
  textsOf: ({ repoUrl, reports: [newest] }) => [repoUrl, newest && repositoryIdOf(newest)],
})

/** Filter fields of reports in commands. A free word is searched for as in {@link repositoryTable}. */
export const reportWithPreviousTable = (now: number): RowTable<ReportWithPrevious> => ({
  isPhrase: true,
  fields: reportFields(now, (found) => found),
  nameOf: ({ name }) => name,
  textsOf: ({ row: { report } }) => [report.repoUrl, repositoryIdOf(report)],
})

/** Filter fields of the reports of one repository. @param textsOf - Texts to search in addition to the id. */
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

/** A criterion in a list. */
export type ListedCriterion = {
  criterion: CriterionResult
  /** The criterion in the report to compare with. */
  before: CriterionResult | undefined
  /** The change of the criterion, if two reports are compared. */
  kind?: CriterionChangeKind
}

/** Filter fields of rows with a criterion. A free word is searched for in the id and the rationale. */
export const criterionTable = <Row extends ListedCriterion>(
  own: readonly RowField<Row>[] = [],
  nameOf: (row: Row) => string = ({ criterion }) => criterion.id,
): RowTable<Row> => {
  const field = fieldsOf((row: Row): ListedCriterion => row)
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

/** The kind of the change, and `regressed` for any criterion that is worse, even if it failed before. */
const changesOf = ({ criterion, before, kind }: ListedCriterion): string[] => [
  ...(isRegressed(before, criterion) ? ['regressed'] : []),
  ...(kind === undefined ? [] : [kind]),
]

/** Filter fields of the repositories that a criterion applies to. */
export const criterionRepositoryTable = criterionTable<CriterionRepository>(
  [
    fieldsOf((row: CriterionRepository) => row.repository)('repo', 'text', ({ name, repoUrl }) => [name, repoUrl], [
      'repository',
      'repoUrl',
    ]),
  ],
  ({ repository }) => repository.name,
)

const field = fieldsOf((row: CriterionRow) => row)

/** Filter fields of criteria over all repositories. A free word is searched for in the id and the name of the level. */
export const criterionRowTable: RowTable<CriterionRow> = {
  isPhrase: true,
  fields: [
    field('level', 'number', ({ level }) => level),
    field('failing', 'number', ({ tally }) => tally.failed, ['failed']),
    field('passing', 'number', ({ tally }) => tally.passed, ['passed']),
    field('skipped', 'number', ({ tally }) => tally.skipped),
    field('unclear', 'number', ({ tally }) => tally.unknown),
    field('unlocks', 'number', unlockedCount),
    field('towards', 'number', towardsCount),
    field('scope', 'word', ({ id }) => CRITERIA.get(id)?.scope, [], ['repository', 'app']),
    field('worst', 'text', ({ failing: [worst] }) => worst && [worst.repository.name, worst.repository.repoUrl]),
    field('repo', 'text', ({ failing }) => failing.flatMap(({ repository: { name, repoUrl } }) => [name, repoUrl]), [
      'repository',
      'repoUrl',
    ]),
    field('criterion', 'text', ({ id }) => id, ['id']),
  ],
  nameOf: ({ id }) => id,
  textsOf: ({ level }) => [levelTitle(level)],
}
