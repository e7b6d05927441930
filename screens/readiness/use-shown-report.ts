import { useMemo } from 'react'
import { nextLevel } from '../../src/domain/readiness/next-level.ts'
import { compareReports } from '../../src/domain/readiness/report-comparison.ts'
import { useScreenState } from '../kit/screen/screen-state.ts'
import { changeGroups, levelGroups, wayGroups } from './criteria-groups.ts'
import { type ReportMode, reportState } from './readiness-state.ts'
import type { LoadedReports, ReadinessViewProps, Report } from './use-reports.ts'

export type ReportsViewProps = Omit<ReadinessViewProps, 'open'> & {
  /** The URL of the repository. */
  repository: string
  /** What to begin with. */
  mode: ReportMode
}

const none: readonly Report[] = []

/** The chosen report of a repository, its criteria in groups. @param first - What to begin with. */
export const useShownReport = ({ repositories, tallies }: LoadedReports, repoUrl: string, first: ReportMode) => {
  const chosen = useChosenReports(repositories, repoUrl, first)
  const { report, older, base, mode } = chosen
  const shown = useMemo(() => {
    if (!report) return { groups: [] }
    if (base) {
      const comparison = compareReports(base, report)
      return { comparison, groups: changeGroups(comparison) }
    }
    const way = mode === 'way' ? nextLevel(report, tallies, older) : undefined
    if (!way) return { groups: levelGroups(report, older) }
    const noteOf = ({ id }: { id: string }) => {
      const tally = tallies.get(id)
      return tally ? `passes in ${tally.passed}` : ''
    }
    return { way, groups: wayGroups(way, older, noteOf) }
  }, [report, older, base, mode, tallies])
  return { ...chosen, comparison: undefined, way: undefined, ...shown }
}

/** Which report of a repository is shown, and which older one it is compared with. @param first - The mode to begin with. */
export const useChosenReports = (repositories: LoadedReports['repositories'], repoUrl: string, first: ReportMode) => {
  const repository = repositories.find((one) => one.repoUrl === repoUrl)
  // Newest first.
  const reports = repository?.reports ?? none
  const [mode, setMode] = useScreenState(reportState.mode, first)
  const [reportKey, setReportKey] = useScreenState(reportState.report)
  const [baseKey, setBaseKey] = useScreenState(reportState.base)
  const find = (key: string | undefined): number =>
    key === undefined ? -1 : reports.findIndex((report, index) => keyOf(report, index) === key)
  const at = Math.max(0, find(reportKey))
  const chosen = find(baseKey)
  const baseAt = chosen > at ? chosen : at + 1
  const choose = (to: number, lowest: number, set: (key: string) => void): boolean => {
    const next = to < lowest ? undefined : reports[to]
    if (next) set(keyOf(next, to))
    return next !== undefined
  }
  return {
    repository,
    reports,
    /** Undefined without any. */
    report: reports[at],
    /** The report before it. */
    older: reports[at + 1],
    /** The older one that it is compared with, while it is: the report before, until another was chosen. */
    base: mode === 'compare' ? reports[baseAt] : undefined,
    mode,
    setMode,
    /** Shows a report of the list. */
    show: (index: number) => void choose(index, 0, setReportKey),
    /** Compares the report that is shown with one of the list, the older with the newer; false when it is the same one. */
    compareWith: (index: number) => {
      const [newer, older] = [Math.min(at, index), Math.max(at, index)]
      return choose(newer, 0, setReportKey) && choose(older, newer + 1, setBaseKey)
    },
    /** Goes to an older (1) or newer (-1) report; false at the end. */
    showReport: (step: 1 | -1) => choose(at + step, 0, setReportKey),
    /** Compares with an older (1) or newer (-1) one; false at the end. */
    moveBase: (step: 1 | -1) => choose(baseAt + step, at + 1, setBaseKey),
  }
}

/** What tells a report of a list from the others: one may come without an id, then it is its place. */
export const keyOf = ({ reportId }: Report, index: number): string => reportId ?? `#${index}`
