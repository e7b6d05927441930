import type { Lenient } from '../contract/lenient.ts'
import type { ReadinessReport } from '../contract/readiness.ts'
import { judgeReport, LEVELS, type Level, type ReportChange, reportChange, reportsByRepository } from './levels.ts'
import { repositoryNames } from './repository-names.ts'

type Report = Lenient<ReadinessReport>

/** A repository by its reports. */
export type RepositoryRow = {
  /** Untrusted text. */
  repoUrl: string
  /** What people call it. */
  name: string
  /** Its reports, newest first. */
  reports: readonly Report[]
  level: Level
  /** The level of the report before; undefined for the first. */
  before: Level | undefined
  passRate: number | undefined
  /** The pass rate of the report before; undefined where there is none. */
  passRateBefore: number | undefined
  passed: number
  failed: number
  skipped: number
  /** Applications that the newest report names; undefined where it lacks the list. */
  apps: number | undefined
  /** Since the report before; undefined for the first. */
  change: ReportChange | undefined
  /** Pass rate of each report, oldest first, 0 to 1. */
  course: (number | undefined)[]
}

/** Repositories by their newest report, those of the lowest level first. */
export const repositoryRows = (reports: readonly Report[]): RepositoryRow[] => {
  const byRepository = reportsByRepository(reports)
  const names = repositoryNames([...byRepository.keys()])
  return [...byRepository]
    .map(([repoUrl, own]) => rowOf(repoUrl, names.get(repoUrl) ?? '', own))
    .sort((a, b) => a.level - b.level || (a.passRate ?? 0) - (b.passRate ?? 0))
}

const rowOf = (repoUrl: string, name: string, own: readonly Report[]): RepositoryRow => {
  const judged = own.map(judgeReport)
  const [latest, before] = judged
  const [newest, older] = own
  const counts = latest ? [...LEVELS.map((level) => latest.byLevel[level]), latest.other] : []
  return {
    repoUrl,
    name,
    reports: own,
    level: latest?.level ?? 1,
    before: before?.level,
    passRate: latest?.passRate,
    passRateBefore: before?.passRate,
    passed: counts.reduce((sum, { passed }) => sum + passed, 0),
    failed: counts.reduce((sum, { failed }) => sum + failed, 0),
    skipped: counts.reduce((sum, { skipped }) => sum + skipped, 0),
    apps: newest?.apps && Object.keys(newest.apps).length,
    change: newest && older && reportChange(older, newest),
    course: judged.map(({ passRate }) => passRate).reverse(),
  }
}
