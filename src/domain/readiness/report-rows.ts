import type { Lenient } from '../../contract/lenient.ts'
import type { ReadinessReport } from '../../contract/readiness.ts'
import { evaluateReport, LEVELS } from './levels.ts'

/** A repository's state in one of its reports. */
export type ReportRow = ReturnType<typeof reportRows>[number]

/** Change of the pass rate from the previous report, as a fraction of 1; undefined if either rate is unknown. */
export const passChange = ({ passRate, passRateBefore }: ReportRow): number | undefined =>
  passRate === undefined || passRateBefore === undefined ? undefined : passRate - passRateBefore

/**
 * Reports of one repository, each with values of the previous one.
 *
 * @param reports - Newest first, like the rows.
 */
export const reportRows = (reports: readonly Lenient<ReadinessReport>[]) => {
  const evaluations = reports.map(evaluateReport)
  return reports.flatMap((report, at) => {
    const [current, before] = [evaluations[at], evaluations[at + 1]]
    if (!current) return []
    const counts = [...LEVELS.map((level) => current.byLevel[level]), current.other]
    return [
      {
        report,
        level: current.level,
        /** The level of the previous report; undefined for the first. */
        before: before?.level,
        /** 0 to 1; undefined if no criterion passed or failed. */
        passRate: current.passRate,
        /** The pass rate of the previous report; undefined if there is none. */
        passRateBefore: before?.passRate,
        passed: counts.reduce((sum, { passed }) => sum + passed, 0),
        failed: counts.reduce((sum, { failed }) => sum + failed, 0),
        skipped: counts.reduce((sum, { skipped }) => sum + skipped, 0),
        /** Number of applications in the report; undefined if the list is missing. */
        apps: report.apps && Object.keys(report.apps).length,
      },
    ]
  })
}
