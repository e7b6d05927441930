import type { Lenient } from '../../contract/lenient.ts'
import type { ReadinessReport } from '../../contract/readiness.ts'
import { judgeReport, LEVELS } from './levels.ts'

type Report = Lenient<ReadinessReport>

/** How a repository stood by one of its reports. */
export type ReportRow = ReturnType<typeof reportRows>[number]

/** The change of the pass rate since the report before, in parts of 1; undefined where one of the two is not known. */
export const passChange = ({ passRate, passRateBefore }: ReportRow): number | undefined =>
  passRate === undefined || passRateBefore === undefined ? undefined : passRate - passRateBefore

/**
 * Reports of one repository, each beside the one before.
 *
 * @param reports - Newest first, as the rows are.
 */
export const reportRows = (reports: readonly Report[]) => {
  const judged = reports.map(judgeReport)
  return reports.flatMap((report, at) => {
    const [own, before] = [judged[at], judged[at + 1]]
    if (!own) return []
    const counts = [...LEVELS.map((level) => own.byLevel[level]), own.other]
    return [
      {
        report,
        level: own.level,
        /** The level of the report before; undefined for the first. */
        before: before?.level,
        /** 0 to 1; undefined when nothing was judged. */
        passRate: own.passRate,
        /** The pass rate of the report before; undefined where there is none. */
        passRateBefore: before?.passRate,
        passed: counts.reduce((sum, { passed }) => sum + passed, 0),
        failed: counts.reduce((sum, { failed }) => sum + failed, 0),
        skipped: counts.reduce((sum, { skipped }) => sum + skipped, 0),
        /** Applications that the report names; undefined where it lacks the list. */
        apps: report.apps && Object.keys(report.apps).length,
      },
    ]
  })
}
