import type { Lenient } from '../../contract/lenient.ts'
import type { ReadinessReport } from '../../contract/readiness.ts'
import { LEVELS, type Level, latestReports, levelOf, organisationLevel, reportsByRepository } from './levels.ts'

/** A repository whose level differs between its last two reports. */
type LevelChange = {
  /** Untrusted text. */
  repoUrl: string
  from: Level
  to: Level
}

/** The readiness of an organisation in a few numbers. */
export type ReadinessBrief = {
  /** Repositories with a report. */
  repositories: number
  /** How many repositories stand at each level, by their newest report. */
  perLevel: Record<Level, number>
  /** The floor of the mean of the repositories' levels; undefined without any. */
  organisationLevel: Level | undefined
  /** The level in the middle, the lower one of two; undefined without any. */
  medianLevel: Level | undefined
  /** The repository with the newest report first. */
  fell: LevelChange[]
  /** The repository with the newest report first. */
  rose: LevelChange[]
}

/** Sums reports up; only the two newest of each repository count. */
export const readinessBrief = (reports: readonly Lenient<ReadinessReport>[]): ReadinessBrief => {
  const levels = latestReports(reports).map(levelOf).sort()
  const perLevel: Record<Level, number> = { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 }
  for (const level of LEVELS) perLevel[level] = levels.filter((each) => each === level).length
  const changes = [...reportsByRepository(reports)].flatMap(([repoUrl, [newer, older]]): LevelChange[] =>
    newer && older ? [{ repoUrl, from: levelOf(older), to: levelOf(newer) }] : [],
  )
  return {
    repositories: levels.length,
    perLevel,
    organisationLevel: organisationLevel(reports),
    medianLevel: levels[Math.floor((levels.length - 1) / 2)],
    fell: changes.filter(({ from, to }) => to < from),
    rose: changes.filter(({ from, to }) => to > from),
  }
}
