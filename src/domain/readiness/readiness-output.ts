import type { Lenient } from '../../contract/lenient.ts'
import type { ReadinessReport } from '../../contract/readiness.ts'
import type { OutputRow } from '../output/csv.ts'
import { type JudgedCriterion, judgedCriteria } from './judged-criteria.ts'
import { madeAt } from './report-facts.ts'
import type { ReportRow } from './report-rows.ts'
import type { RepositoryRow } from './repository-rows.ts'

/** When a report was made, for programs; null where it is not known. */
export const madeAtText = (report: Lenient<ReadinessReport>): string | null => {
  const ms = madeAt(report)
  return ms === undefined ? null : new Date(ms).toISOString()
}

export const REPOSITORY_COLUMNS = [
  'repo_url',
  'level',
  'level_before',
  'pass_rate',
  'pass_rate_before',
  'passed',
  'failed',
  'skipped',
  'gained',
  'lost',
  'apps',
  'reports',
  'created_at',
  'branch',
  'report_id',
] as const

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

export const REPORT_COLUMNS = [
  'repo_url',
  'level',
  'pass_rate',
  'passed',
  'failed',
  'skipped',
  'apps',
  'created_at',
  'branch',
  'report_id',
] as const

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

/** Every criterion of a report for programs, in the order of the levels. */
export const criteriaOutput = (report: Lenient<ReadinessReport>): OutputRow[] =>
  judgedCriteria(report).map(criterionOutput)
