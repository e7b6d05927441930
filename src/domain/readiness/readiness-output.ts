import type { Lenient } from '../../contract/lenient.ts'
import type { ReadinessReport } from '../../contract/readiness.ts'
import type { OutputRow } from '../output/csv.ts'
import { type JudgedCriterion, judgedCriteria } from './judged-criteria.ts'
import { type Level, latestReports, levelOf, madeAt, organisationLevel, reportsByRepository } from './levels.ts'
import type { ReportRow } from './report-rows.ts'
import { type JudgedRepository, type RepositoryRow, repositoryRows } from './repository-rows.ts'

/** When a report was made, for programs; null where it is not known. */
const madeAtText = (report: Lenient<ReadinessReport>): string | null => {
  const ms = madeAt(report)
  return ms === undefined ? null : new Date(ms).toISOString()
}

/** A repository for programs, by {@link REPOSITORY_COLUMNS}: null for what is not known, rates from 0 to 1. */
export const repositoryOutput = (row: RepositoryRow): OutputRow => {
  const [newest] = row.reports
  return {
    repo_url: row.repoUrl,
    level: row.level,
    level_before: row.before ?? null,
    pass_rate: row.passRate ?? null,
    pass_rate_before: row.passRateBefore ?? null,
    passed: row.passed,
    failed: row.failed,
    skipped: row.skipped,
    gained: row.change?.gained.length ?? null,
    lost: row.change?.lost.length ?? null,
    apps: row.apps ?? null,
    reports: row.reports.length,
    created_at: newest ? madeAtText(newest) : null,
    branch: newest?.branch ?? null,
    report_id: newest?.reportId ?? null,
  }
}

/** A report for programs, by {@link REPORT_COLUMNS}: null for what is not known, rates from 0 to 1. */
export const reportOutput = ({ report, ...row }: ReportRow): OutputRow => ({
  repo_url: report.repoUrl ?? null,
  level: row.level,
  pass_rate: row.passRate ?? null,
  passed: row.passed,
  failed: row.failed,
  skipped: row.skipped,
  apps: row.apps ?? null,
  created_at: madeAtText(report),
  branch: report.branch ?? null,
  report_id: report.reportId ?? null,
})

export const CRITERION_COLUMNS = ['criterion', 'level', 'verdict', 'numerator', 'denominator', 'rationale'] as const

/** A criterion for programs, by {@link CRITERION_COLUMNS}: null for what is not known. */
export const criterionOutput = (criterion: JudgedCriterion): OutputRow => ({
  criterion: criterion.id,
  level: criterion.level ?? null,
  verdict: criterion.outcome,
  numerator: criterion.numerator ?? null,
  denominator: criterion.denominator ?? null,
  rationale: criterion.rationale ?? null,
})

const [emptyRow] = repositoryRows([{ repoUrl: '' }]) as [RepositoryRow]
export const REPOSITORY_COLUMNS = Object.keys(repositoryOutput(emptyRow))
export const REPORT_COLUMNS = Object.keys(reportOutput(emptyRow))

export const JUDGED_COLUMNS = ['repo_url', ...CRITERION_COLUMNS, 'created_at', 'report_id'] as const

/** What a repository came to in a criterion for programs, by {@link JUDGED_COLUMNS}. */
export const judgedOutput = ({ repository, report, criterion }: JudgedRepository): OutputRow => ({
  repo_url: repository.repoUrl,
  ...criterionOutput(criterion),
  created_at: madeAtText(report),
  report_id: report.reportId ?? null,
})

/** Every criterion of a report for programs, in the order of the levels. */
export const criteriaOutput = (report: Lenient<ReadinessReport>): OutputRow[] =>
  judgedCriteria(report).map(criterionOutput)

/** The readiness of an organisation in a few numbers. */
export type ReadinessBrief = ReturnType<typeof readinessBrief>

/** Sums reports up; only the two newest of each repository count. */
export const readinessBrief = (reports: readonly Lenient<ReadinessReport>[]) => {
  const levels = latestReports(reports).map(levelOf).sort()
  const perLevel: Record<Level, number> = { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 }
  for (const level of levels) perLevel[level] += 1
  const changes = [...reportsByRepository(reports)].flatMap(([repoUrl, [newer, older]]) =>
    newer && older ? [{ repoUrl, from: levelOf(older), to: levelOf(newer) }] : [],
  )
  return {
    /** Repositories with a report. */
    repositories: levels.length,
    /** How many repositories stand at each level, by their newest report. */
    perLevel,
    /** The floor of the mean of the repositories' levels; undefined without any. */
    organisationLevel: organisationLevel(reports),
    /** The level in the middle, the lower one of two; undefined without any. */
    medianLevel: levels[Math.floor((levels.length - 1) / 2)],
    /** Repositories whose level fell, or rose, between their last two reports; the one with the newest report first. */
    fell: changes.filter(({ from, to }) => to < from),
    rose: changes.filter(({ from, to }) => to > from),
  }
}
