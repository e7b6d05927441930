import { useMemo } from 'react'
import { nextLevel } from '../../src/domain/readiness/next-level.ts'
import { compareReports } from '../../src/domain/readiness/report-comparison.ts'
import { useScreenState } from '../kit/screen/screen-state.ts'
import { changeGroups, levelGroups, wayGroups } from './criteria-groups.ts'
import type { ReportMode } from './report-mode.ts'
import { useChosenReports } from './use-chosen-reports.ts'
import type { LoadedReports, Report } from './use-reports.ts'

const none: readonly Report[] = []

export type ShownReport = ReturnType<typeof useShownReport>

/** The chosen report of a repository, its criteria in groups. @param first - What to begin with. */
export const useShownReport = ({ repositories, tallies }: LoadedReports, repoUrl: string, first: ReportMode) => {
  const repository = repositories.find((one) => one.repoUrl === repoUrl)
  const reports = repository?.reports ?? none
  const chosen = useChosenReports(reports)
  const { report, older } = chosen
  const [mode, setMode] = useScreenState<ReportMode>('mode', first)
  const base = mode === 'compare' ? chosen.base : undefined
  const comparison = useMemo(
    () => (report && base ? { base, result: compareReports(base, report) } : undefined),
    [report, base],
  )
  const way = useMemo(
    () => (report && mode === 'way' ? nextLevel(report, tallies, older) : undefined),
    [report, mode, tallies, older],
  )
  const groups = useMemo(() => {
    if (!report) return []
    if (comparison) return changeGroups(comparison.result)
    if (!way) return levelGroups(report, older)
    return wayGroups(way, older, ({ id }) => {
      const tally = tallies.get(id)
      return tally ? `passes in ${tally.passed}` : ''
    })
  }, [report, older, comparison, way, tallies])
  return {
    repository,
    reports,
    chosen,
    report,
    older,
    mode,
    setMode,
    /** The report that it is compared with, while it is. */
    base,
    comparison,
    /** The way to the next level, while it is shown. */
    way,
    groups,
  }
}
