import type { Lenient } from '../../contract/lenient.ts'
import type { ReadinessReport } from '../../contract/readiness.ts'
import { type OutputRow, outputOf, ownColumns } from '../output/csv.ts'
import { timeText } from '../text/time-text.ts'
import { type CriterionResult, criterionResults, type FailingSince, failingSince } from './criterion-results.ts'
import { type CriterionRow, towardsCount, unlockedCount, unlockedLevels } from './criterion-rows.ts'
import {
  type Level,
  latestReports,
  levelOf,
  organisationLevel,
  reportChange,
  reportsByRepository,
  reportTimeMs,
} from './levels.ts'
import { type ReportRow, reportRows } from './report-rows.ts'
import type { CriterionRepository, RepositoryRow } from './repository-rows.ts'

/** Time of a report for scripts; null if unknown. */
const createdAtText = (report: Lenient<ReadinessReport>): string | null => timeText(reportTimeMs(report))

/** Columns about the origin of a report. */
const originColumns = {
  createdAt: ({ report }: ReportRow) => createdAtText(report),
  branch: ({ report }: ReportRow) => report.branch,
  reportId: ({ report }: ReportRow) => report.reportId,
}

/** Repositories for scripts. Rates are 0 to 1. */
export const { columns: REPOSITORY_COLUMNS, rowOf: repositoryOutput } = outputOf<[RepositoryRow]>({
  repoUrl: ({ repoUrl }) => repoUrl,
  level: ({ level }) => level,
  levelBefore: ({ before }) => before,
  passRate: ({ passRate }) => passRate,
  passRateBefore: ({ passRateBefore }) => passRateBefore,
  ...ownColumns('passed', 'failed', 'skipped'),
  won: ({ change }) => change?.gained.length,
  lost: ({ change }) => change?.lost.length,
  apps: ({ apps }) => apps,
  reports: ({ reports }) => reports.length,
  ...originColumns,
})

/** Reports for scripts. Rates are 0 to 1. */
export const { columns: REPORT_COLUMNS, rowOf: reportOutput } = outputOf<[ReportRow]>({
  repoUrl: ({ report }) => report.repoUrl,
  level: ({ level }) => level,
  passRate: ({ passRate }) => passRate,
  ...ownColumns('passed', 'failed', 'skipped', 'apps'),
  ...originColumns,
})

/** What is computed for a report. `won` and `lost` are ids of criteria, null without a previous report. */
export const reportComputed = (report: Lenient<ReadinessReport>, older: Lenient<ReadinessReport> | undefined) => {
  const [row] = reportRows(older ? [report, older] : [report])
  const change = older && reportChange(older, report)
  return {
    level: row?.level ?? null,
    passRate: row?.passRate ?? null,
    levelBefore: row?.before ?? null,
    passRateBefore: row?.passRateBefore ?? null,
    passed: row?.passed ?? null,
    failed: row?.failed ?? null,
    skipped: row?.skipped ?? null,
    won: change?.gained ?? null,
    lost: change?.lost ?? null,
    createdAt: createdAtText(report),
  }
}

/** Criteria for scripts. */
export const { columns: CRITERION_COLUMNS, rowOf: criterionOutput } = outputOf<[CriterionResult]>({
  criterion: ({ id }) => id,
  level: ({ level }) => level,
  verdict: ({ outcome }) => outcome,
  ...ownColumns('numerator', 'denominator', 'rationale'),
})

export const REPOSITORY_RESULT_COLUMNS = [
  'repoUrl',
  ...CRITERION_COLUMNS,
  'failingSince',
  'createdAt',
  'reportId',
] as const

/** A repository's result for a criterion, for scripts, with the columns {@link REPOSITORY_RESULT_COLUMNS}. */
export const repositoryResultOutput = ({ repository, report, criterion }: CriterionRepository): OutputRow => ({
  repoUrl: repository.repoUrl,
  ...criterionOutput(criterion),
  failingSince: sinceText(failingSince(criterion.id, repository.reports)),
  createdAt: createdAtText(report),
  reportId: report.reportId ?? null,
})

const unlocked = (level: Level) => (row: CriterionRow) =>
  unlockedLevels(row).find((one) => one.level === level)?.repositories ?? 0

/**
 * Criteria over all repositories for scripts: numbers of repositories, the worst result, and the number of repositories
 * that would reach each level if this criterion alone passed, or in which it counts towards the next level.
 */
export const { columns: CRITERION_ROW_COLUMNS, rowOf: criterionRowOutput } = outputOf<[CriterionRow]>({
  criterion: ({ id }) => id,
  level: ({ level }) => level,
  failing: ({ tally }) => tally.failed,
  passing: ({ tally }) => tally.passed,
  skipped: ({ tally }) => tally.skipped,
  unclear: ({ tally }) => tally.unknown,
  worstRepoUrl: ({ failing: [worst] }) => worst?.repository.repoUrl,
  worstNumerator: ({ failing: [worst] }) => worst?.criterion.numerator,
  worstDenominator: ({ failing: [worst] }) => worst?.criterion.denominator,
  unlocks: unlockedCount,
  unlocksL2: unlocked(2),
  unlocksL3: unlocked(3),
  unlocksL4: unlocked(4),
  unlocksL5: unlocked(5),
  towards: towardsCount,
})

/** The columns for people: without those for each level. */
export const CRITERION_ROW_READABLE = CRITERION_ROW_COLUMNS.filter((name) => !name.startsWith('unlocksL'))

/** The time of the first report in a row that a criterion fails in; null if it does not fail. */
const sinceText = (since: FailingSince | undefined): string | null => (since ? createdAtText(since.report) : null)

/** All criteria of a report for scripts, in the order of the levels. */
export const criteriaOutput = (report: Lenient<ReadinessReport>): OutputRow[] =>
  criterionResults(report).map(criterionOutput)

/** Key figures of an organisation's readiness. */
export type ReadinessBrief = ReturnType<typeof readinessBrief>

/** Summarises reports. Only the two newest reports of each repository count. */
export const readinessBrief = (reports: readonly Lenient<ReadinessReport>[]) => {
  const levels = latestReports(reports).map(levelOf).sort()
  const perLevel: Record<Level, number> = { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 }
  for (const level of levels) perLevel[level] += 1
  const changes = [...reportsByRepository(reports)].flatMap(([repoUrl, [newer, older]]) =>
    newer && older ? [{ repoUrl, from: levelOf(older), to: levelOf(newer) }] : [],
  )
  return {
    /** Number of repositories with a report. */
    repositories: levels.length,
    /** Number of repositories per level, by their newest reports. */
    perLevel,
    /** The mean level of the repositories, rounded down; undefined without any. */
    organisationLevel: organisationLevel(reports),
    /** The median level, the lower one of two; undefined without any. */
    medianLevel: levels[Math.floor((levels.length - 1) / 2)],
    /** Repositories whose level changed between their two newest reports, the most recent first. */
    fell: changes.filter(({ from, to }) => to < from),
    rose: changes.filter(({ from, to }) => to > from),
  }
}
