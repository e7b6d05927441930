import { memoizePerObject } from '../../base/memoize.ts'
import { mean } from '../../base/numbers.ts'
import { isValidTimestamp } from '../../base/time.ts'
import type { Lenient } from '../../contract/lenient.ts'
import type { Criterion, ReadinessReport } from '../../contract/readiness.ts'
import { CRITERIA, LEVELS, type Level } from './criteria.ts'

export { LEVELS, type Level } from './criteria.ts'

type Report = Lenient<ReadinessReport>

/** `skipped`: neither passed nor failed. `unknown`: the report has no valid numbers, so it is neither as well. */
export const OUTCOMES = ['passed', 'failed', 'skipped', 'unknown'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** Share of a level's criteria that must pass to unlock the next level. */
const PASS_SHARE = 0.8

/**
 * A criterion passes if every evaluated application passes: the numerator is at least the denominator, which is 1 or
 * more. A null numerator means skipped.
 */
export const outcomeOf = (criterion: Lenient<Criterion> | undefined): Outcome => {
  if (!criterion || criterion.numerator === undefined) return 'unknown'
  if (criterion.numerator === null) return 'skipped'
  const { numerator, denominator } = criterion
  if (denominator === undefined || !(denominator > 0) || !(numerator >= 0)) return 'unknown'
  return numerator >= denominator ? 'passed' : 'failed'
}

export type LevelCount = Record<Outcome, number>

const noCount = (): LevelCount => ({ passed: 0, failed: 0, skipped: 0, unknown: 0 })

const entriesOf = (report: Report): [string, Lenient<Criterion> | undefined][] => Object.entries(report.report ?? {})

/** Counts of a report by level, its {@link levelOf} and its pass rate. Cached, because reports don't change. */
export const evaluateReport = memoizePerObject((report: Report) => {
  const byLevel: Record<Level, LevelCount> = { 1: noCount(), 2: noCount(), 3: noCount(), 4: noCount(), 5: noCount() }
  const other = noCount()
  for (const [id, criterion] of entriesOf(report)) {
    const place = CRITERIA.get(id)
    const count = place ? byLevel[place.level] : other
    count[outcomeOf(criterion)] += 1
  }
  const counts = [...LEVELS.map((level) => byLevel[level]), other]
  const passed = counts.reduce((total, count) => total + count.passed, 0)
  const evaluated = counts.reduce((total, count) => total + count.passed + count.failed, 0)
  return {
    /** See {@link levelOf}. */
    level: unlockedLevel(byLevel),
    byLevel,
    /** Criteria without a level. They count only in the pass rate. */
    other,
    /** Passed / (passed + failed) over all criteria; undefined if none passed or failed. */
    passRate: evaluated > 0 ? passed / evaluated : undefined,
  }
})

export type ReportLevel = ReturnType<typeof evaluateReport>

/**
 * Number of additional criteria that must pass so that 80 % of the evaluated ones pass and the next level is unlocked;
 * undefined if none was evaluated.
 */
export const missingToUnlock = (count: LevelCount): number | undefined => {
  const evaluated = count.passed + count.failed
  if (evaluated === 0) return undefined
  return Math.max(0, Math.ceil(evaluated * PASS_SHARE - 1e-9) - count.passed)
}

const unlockedLevel = (byLevel: Record<Level, LevelCount>): Level =>
  LEVELS.find((level) => missingToUnlock(byLevel[level]) !== 0) ?? 5

/**
 * The level of a report. It starts at 1. Each level unlocks the next one if 80 % of its criteria pass, not counting
 * skipped ones. A level without evaluated criteria unlocks nothing, because there is no evidence for it.
 */
export const levelOf = (report: Report): Level => evaluateReport(report).level

/** The level that a report would have if one more criterion of this level passed, which fails in it. */
export const levelIfPassed = (report: Report, level: Level | undefined): Level => {
  const { level: reached, byLevel } = evaluateReport(report)
  if (level !== reached) return reached
  const count = byLevel[level]
  return unlockedLevel({ ...byLevel, [level]: { ...count, passed: count.passed + 1, failed: count.failed - 1 } })
}

/** The reports of each repository, newest first. Duplicates count once. Reports without a URL are left out. */
export const reportsByRepository = (reports: readonly Report[]): Map<string, Report[]> => {
  const seen = new Set<string>()
  const listed = reports.toSorted(newestFirst).filter(({ repoUrl, reportId }) => {
    if (repoUrl === undefined || (reportId !== undefined && seen.has(reportId))) return false
    if (reportId !== undefined) seen.add(reportId)
    return true
  })
  return Map.groupBy(listed, ({ repoUrl = '' }) => repoUrl)
}

/** The newest report of each repository, newest first. */
export const latestReports = (reports: readonly Report[]): Report[] =>
  [...reportsByRepository(reports).values()].map(([latest]) => latest).filter((latest) => latest !== undefined)

/** The mean level of the repositories by their newest reports, rounded down; undefined without reports. */
export const organisationLevel = (reports: readonly Report[]): Level | undefined => {
  const level = mean(latestReports(reports).map(levelOf))
  return level === undefined ? undefined : (Math.floor(level) as Level)
}

/** Changes between two reports. A criterion that is skipped or missing in one is neither gained nor lost. */
export const reportChange = (older: Report, newer: Report) => {
  const before = new Map(entriesOf(older))
  const changed = (from: Outcome, to: Outcome) =>
    entriesOf(newer)
      .filter(([id, criterion]) => outcomeOf(criterion) === to && outcomeOf(before.get(id)) === from)
      .map(([id]) => id)
      .sort()
  return {
    from: levelOf(older),
    to: levelOf(newer),
    /** Ids of criteria that failed before and pass now. */
    gained: changed('failed', 'passed'),
    /** Ids of criteria that passed before and fail now. */
    lost: changed('passed', 'failed'),
  }
}

const levelNames: Record<Level, string> = {
  1: 'Functional',
  2: 'Documented',
  3: 'Standardized',
  4: 'Optimized',
  5: 'Autonomous',
}

/** `L4 Optimized`; `other` for a criterion without a level. */
export const levelTitle = (level: Level | undefined): string =>
  level === undefined ? 'other' : `L${level} ${levelNames[level]}`

/** Time of a report, Unix ms; undefined if missing or not a valid timestamp. */
export const reportTimeMs = ({ createdAt }: Report): number | undefined =>
  isValidTimestamp(createdAt) ? createdAt : undefined

/** Compares reports, newest first. Reports without a valid time come last. */
export const newestFirst = (a: Report, b: Report): number =>
  (reportTimeMs(b) ?? -Number.MAX_VALUE) - (reportTimeMs(a) ?? -Number.MAX_VALUE)

/** The client version of a report, from a field whose name ends with `version`, if any. Untrusted text. */
export const clientVersionOf = (report: Report): string | undefined => {
  for (const [member, value] of Object.entries(report)) {
    if (/version$/i.test(member) && (typeof value === 'string' || typeof value === 'number')) return String(value)
  }
  return undefined
}

/** The repository's id, from an undocumented field. Untrusted text. */
export const repositoryIdOf = (report: Report): string | undefined => {
  const { repoId } = report as Report & { repoId?: unknown }
  return typeof repoId === 'string' || typeof repoId === 'number' ? String(repoId) : undefined
}

/** The applications of a report by path, in the order of the response. Texts are untrusted. */
export const appsOf = ({ apps }: Report): { path: string; description: string | undefined }[] =>
  Object.entries(apps ?? {}).map(([path, app]) => ({ path, description: app?.description }))
