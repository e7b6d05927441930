import { memoizePerObject } from '../../base/memoize.ts'
import { isMoment } from '../../base/time.ts'
import type { Lenient } from '../../contract/lenient.ts'
import type { Criterion, ReadinessReport } from '../../contract/readiness.ts'
import { CRITERIA, LEVELS, type Level } from './criteria.ts'

export { LEVELS, type Level } from './criteria.ts'

type Report = Lenient<ReadinessReport>

/** `skipped`: neither passed nor failed. `unknown`: the answer held no usable numbers; it counts as neither as well. */
export const OUTCOMES = ['passed', 'failed', 'skipped', 'unknown'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** The part of a level's criteria that unlocks the next level. */
const PASS_SHARE = 0.8

/**
 * A criterion passes when every application that was judged passes it: numerator of at least the denominator, which is
 * 1 or more. A null numerator is a skipped criterion.
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

/** Counts of one report by level, its gated level and its pass rate. Reports do not change: each is judged once. */
export const judgeReport = memoizePerObject((report: Report) => {
  const byLevel: Record<Level, LevelCount> = { 1: noCount(), 2: noCount(), 3: noCount(), 4: noCount(), 5: noCount() }
  const other = noCount()
  for (const [id, criterion] of entriesOf(report)) {
    const place = CRITERIA.get(id)
    const count = place ? byLevel[place.level] : other
    count[outcomeOf(criterion)] += 1
  }
  const counts = [...LEVELS.map((level) => byLevel[level]), other]
  const passed = counts.reduce((total, count) => total + count.passed, 0)
  const judged = counts.reduce((total, count) => total + count.passed + count.failed, 0)
  return {
    /** The gated level, see {@link levelOf}. */
    level: gatedLevel(byLevel),
    byLevel,
    /** Criteria that belong to no level; they count in the pass rate only. */
    other,
    /** Passed / (passed + failed) over all criteria; undefined when none was judged. */
    passRate: judged > 0 ? passed / judged : undefined,
  }
})

export type ReportLevel = ReturnType<typeof judgeReport>

/** Criteria that have to pass besides, so that 80 % of the judged do and a level opens the next; undefined when none was judged. */
export const missingToUnlock = (count: LevelCount): number | undefined => {
  const judged = count.passed + count.failed
  if (judged === 0) return undefined
  return Math.max(0, Math.ceil(judged * PASS_SHARE - 1e-9) - count.passed)
}

const gatedLevel = (byLevel: Record<Level, LevelCount>): Level => {
  let level: Level = 1
  for (const next of [2, 3, 4, 5] as const) {
    if (missingToUnlock(byLevel[level]) !== 0) return level
    level = next
  }
  return level
}

/**
 * The level of one report: it starts at 1, and 80 % of a level's criteria that were not skipped open the next level, one
 * after the other. A level of which nothing was judged opens nothing: there is no evidence that it is reached.
 */
export const levelOf = (report: Report): Level => judgeReport(report).level

/** The reports of each repository, newest first; one report that came twice counts once, one without a URL not at all. */
export const reportsByRepository = (reports: readonly Report[]): Map<string, Report[]> => {
  const byRepository = new Map<string, Report[]>()
  const seen = new Set<string>()
  for (const report of reports.toSorted(newestFirst)) {
    if (report.repoUrl === undefined) continue
    if (report.reportId !== undefined && seen.has(report.reportId)) continue
    if (report.reportId !== undefined) seen.add(report.reportId)
    const own = byRepository.get(report.repoUrl)
    if (own) own.push(report)
    else byRepository.set(report.repoUrl, [report])
  }
  return byRepository
}

/** The newest report of each repository, newest first. */
export const latestReports = (reports: readonly Report[]): Report[] =>
  [...reportsByRepository(reports).values()].map(([latest]) => latest).filter((latest) => latest !== undefined)

/** The floor of the mean of the repositories' levels, each by its newest report; undefined without reports. */
export const organisationLevel = (reports: readonly Report[]): Level | undefined => {
  const levels = latestReports(reports).map(levelOf)
  if (levels.length === 0) return undefined
  const sum = levels.reduce<number>((total, level) => total + level, 0)
  return Math.floor(sum / levels.length) as Level
}

/** What changed from an older report to a newer one. What was skipped or missing in either is neither gained nor lost. */
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
    /** Criteria that pass now and failed before, by id. */
    gained: changed('failed', 'passed'),
    /** Criteria that fail now and passed before, by id. */
    lost: changed('passed', 'failed'),
  }
}

/** What the levels are called. */
const levelNames: Record<Level, string> = {
  1: 'Functional',
  2: 'Documented',
  3: 'Standardized',
  4: 'Optimized',
  5: 'Autonomous',
}

/** `L4 Optimized`, `other` for a criterion of no level. */
export const levelTitle = (level: Level | undefined): string =>
  level === undefined ? 'other' : `L${level} ${levelNames[level]}`

/** When a report was made, Unix milliseconds; undefined where it tells no time that a date can hold. */
export const madeAt = ({ createdAt }: Report): number | undefined => (isMoment(createdAt) ? createdAt : undefined)

/** The order of reports, the newest first; what tells no time comes last. */
export const newestFirst = (a: Report, b: Report): number =>
  (madeAt(b) ?? -Number.MAX_VALUE) - (madeAt(a) ?? -Number.MAX_VALUE)

/**
 * The version of the client that made a report, in whatever member that ends in `version`; undefined where there is none. Untrusted
 * text.
 */
export const clientVersionOf = (report: Report): string | undefined => {
  for (const [member, value] of Object.entries(report)) {
    if (/version$/i.test(member) && (typeof value === 'string' || typeof value === 'number')) return String(value)
  }
  return undefined
}

/** The id of the repository where a report tells it, beyond what the API promises. Untrusted text. */
export const repositoryIdOf = (report: Report): string | undefined => {
  const { repoId } = report as Report & { repoId?: unknown }
  return typeof repoId === 'string' || typeof repoId === 'number' ? String(repoId) : undefined
}

/** The applications of a report by path, in the order of the answer; texts are untrusted. */
export const appsOf = ({ apps }: Report): { path: string; description: string | undefined }[] =>
  Object.entries(apps ?? {}).map(([path, app]) => ({ path, description: app?.description }))
