import { useMemo } from 'react'
import { nextLevel } from '../../src/domain/readiness/next-level.ts'
import { compareReports } from '../../src/domain/readiness/report-comparison.ts'
import { useScreenState } from '../kit/screen/screen-state.ts'
import { changeGroups, levelGroups, wayGroups } from './criteria-groups.ts'
import type { LoadedReports, Report } from './use-reports.ts'

/** Criteria by level, what opens the next level, or what changed since an older report. */
export const REPORT_MODES = ['levels', 'way', 'compare'] as const
export type ReportMode = (typeof REPORT_MODES)[number]

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

/** Which report of a repository is shown, and which older one it is compared with. */
export type ChosenReports = {
  /** Undefined without any. */
  report: Report | undefined
  /** The report before it. */
  older: Report | undefined
  /** The older one to compare with: the report before, until another was chosen. */
  base: Report | undefined
  /** Shows a report of the list. */
  show(index: number): void
  /** Compares the report that is shown with one of the list, the older with the newer; false when it is the same one. */
  compareWith(index: number): boolean
  /** Goes to an older (1) or newer (-1) report; false at the end. */
  showReport(step: 1 | -1): boolean
  /** Compares with an older (1) or newer (-1) one; false at the end. */
  moveBase(step: 1 | -1): boolean
}

/** @param reports - Newest first. */
export const useChosenReports = (reports: readonly Report[]): ChosenReports => {
  const [reportKey, setReportKey] = useScreenState<string | undefined>('report', undefined)
  const [baseKey, setBaseKey] = useScreenState<string | undefined>('base', undefined)
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
    report: reports[at],
    older: reports[at + 1],
    base: reports[baseAt],
    show: (index) => void choose(index, 0, setReportKey),
    compareWith: (index) => {
      const [newer, older] = [Math.min(at, index), Math.max(at, index)]
      return choose(newer, 0, setReportKey) && choose(older, newer + 1, setBaseKey)
    },
    showReport: (step) => choose(at + step, 0, setReportKey),
    moveBase: (step) => choose(baseAt + step, at + 1, setBaseKey),
  }
}

/** What tells a report of a list from the others: one may come without an id, then it is its place. */
export const keyOf = ({ reportId }: Report, index: number): string => reportId ?? `#${index}`
