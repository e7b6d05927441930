import { useMemo } from 'react'
import { nextLevel } from '../../src/domain/readiness/next-level.ts'
import { compareReports } from '../../src/domain/readiness/report-comparison.ts'
import { useScreenState } from '../kit/screen/screen-state.ts'
import { changeGroups, levelGroups, wayGroups } from './criteria-groups.ts'
import { type ReportMode, reportState } from './readiness-keys.ts'
import type { LoadedReports, ReadinessViewProps, Report } from './use-reports.ts'

export type ReportsViewProps = Omit<ReadinessViewProps, 'open'> & {
  /** URL of the repository. */
  repository: string
  /** The mode to start in. */
  mode: ReportMode
}

const none: readonly Report[] = []

/** The chosen report of a repository, with its criteria in groups. @param first - The mode to start in. */
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

/** The displayed report of a repository, and the older one it is compared with. @param first - The mode to start in. */
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
    /** Undefined if there are no reports. */
    report: reports[at],
    /** The previous report. */
    older: reports[at + 1],
    /** The older report in a comparison; by default the previous report. Undefined in other modes. */
    base: mode === 'compare' ? reports[baseAt] : undefined,
    mode,
    setMode,
    /** The open levels inside the report. */
    levels:
      mode === 'levels' ? [] : [{ crumb: MODE_CRUMBS[mode], leave: () => setMode('levels'), isOpened: mode === first }],
    show: (index: number) => void choose(index, 0, setReportKey),
    /** Compares with another report by its index; the older one is the base. Returns false for the same report. */
    compareWith: (index: number) => {
      const [newer, older] = [Math.min(at, index), Math.max(at, index)]
      return choose(newer, 0, setReportKey) && choose(older, newer + 1, setBaseKey)
    },
    /** Shows the next older (1) or newer (-1) report. Returns false at the end. */
    showReport: (step: 1 | -1) => choose(at + step, 0, setReportKey),
    /** Compares with the next older (1) or newer (-1) report. Returns false at the end. */
    moveBase: (step: 1 | -1) => choose(baseAt + step, at + 1, setBaseKey),
  }
}

const MODE_CRUMBS = { way: 'way up', compare: 'compared' }

/** Unique key of a report in its list: its id or, without one, its index. */
export const keyOf = ({ reportId }: Report, index: number): string => reportId ?? `#${index}`
