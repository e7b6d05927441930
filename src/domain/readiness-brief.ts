import type { Lenient } from '../contract/lenient.ts'
import type { ReadinessReport } from '../contract/readiness.ts'
import { type Level, levelOf } from './levels.ts'

/** A repository whose level differs between its last two reports. */
export type LevelChange = { repoUrl: string; from: Level; to: Level }

/** The readiness of an organisation in a few numbers. */
export type ReadinessBrief = {
  /** Repositories with a report. */
  repositories: number
  /** How many repositories stand at each level, by their newest report. */
  perLevel: Record<Level, number>
  /** The floor of the mean of the repositories' levels; undefined without any. */
  organisationLevel: Level | undefined
  /** The lower median of the repositories' levels; undefined without any. */
  medianLevel: Level | undefined
  /** By URL. */
  fell: LevelChange[]
  /** By URL. */
  rose: LevelChange[]
}
