import type { Lenient } from '../../contract/lenient.ts'
import type { ReadinessReport } from '../../contract/readiness.ts'
import type { Range } from '../calendar/calendar.ts'
import { isWithin } from '../overview/attention/is-within.ts'
import { type Level, levelOf, reportsByRepository, reportTimeMs } from '../readiness/levels.ts'

/** A repository that reached a higher level with its newest report. */
export type LevelRise = {
  /** Changes with each report, so that each rise is reported once. */
  id: string
  /** Untrusted text. */
  repoUrl: string
  from: Level
  to: Level
}

/** The rises in the range, and today if it ends yesterday; the newest report first. @param now - Unix ms. */
export const levelRises = (reports: readonly Lenient<ReadinessReport>[], range: Range, now: number): LevelRise[] =>
  [...reportsByRepository(reports)].flatMap(([repoUrl, [newer, older]]) => {
    if (!newer || !older || levelOf(newer) <= levelOf(older)) return []
    const at = reportTimeMs(newer)
    if (at === undefined || !isWithin(at, range, now)) return []
    return [{ id: `rose:${repoUrl}:${newer.reportId ?? at}`, repoUrl, from: levelOf(older), to: levelOf(newer) }]
  })
