import { sparkline } from '../../src/domain/charts/sparkline.ts'
import { evaluateReport, missingToUnlock, type ReportLevel } from '../../src/domain/readiness/levels.ts'
import type { ReportComparison } from '../../src/domain/readiness/report-comparison.ts'
import { reportRows } from '../../src/domain/readiness/report-rows.ts'
import type { RepositoryRow } from '../../src/domain/readiness/repository-rows.ts'
import { truncate } from '../../src/domain/text/fit.ts'
import { fullNumber, moment, percent } from '../../src/domain/text/format.ts'
import { safeText } from '../../src/domain/text/safe-text.ts'
import { shortHash } from '../../src/domain/text/short-hash.ts'
import { joinFitting } from '../../src/ui/layout/columns.ts'
import type { Theme } from '../../src/ui/layout/theme.ts'
import { shellWord } from '../kit/export/command-options.ts'
import { dayComparedWith, modelText } from './detail-lines.ts'
import type { Report } from './use-reports.ts'
import type { useShownReport } from './use-shown-report.ts'

/** The name of a repository in the head. It is cut to leave space for the figures. */
export const shortName = (name: string, width: number): string => truncate(safeText(name), Math.floor(width * 0.45))

/** The same name as a breadcrumb. It is cut to leave space for the other crumbs and the age of the data. */
export const crumbText = (name: string): string => truncate(safeText(name), 36)

/** Maximum number of reports in a sparkline, one cell each. */
const SPARKLINE_CELLS = 14

/** Two rows above the criteria: the results of the report, and its identity or comparison. */
export const reportHead = (
  repository: RepositoryRow,
  report: Report,
  { older, base, comparison }: Pick<ReturnType<typeof useShownReport>, 'older' | 'base' | 'comparison'>,
  width: number,
  theme: Theme,
): string[] => {
  const evaluation = evaluateReport(report)
  const second =
    base && comparison
      ? comparedParts(repository, report, base, comparison, theme)
      : reportParts(repository, report, evaluation, theme)
  const [row] = reportRows(older ? [report, older] : [report])
  if (!row) return []
  const { level, before, passRate, passed, failed, skipped, apps } = row
  const passRates = sparkline(repository.passRates.slice(-SPARKLINE_CELLS), { max: 1, ascii: theme.isAscii })
  const model = modelText(report)
  const first = [
    `${theme.strong(shortName(repository.name, width))}  ${levelText(before, level, theme)}`,
    `${passed}/${passed + failed} ${theme.muted('pass')} ${theme.strong(percent(passRate))}`,
    ...(skipped > 0 ? [`${skipped} ${theme.muted('skipped')}`] : []),
    `${apps ?? '?'} ${theme.muted(apps === 1 ? 'application' : 'applications')}`,
    theme.accent(passRates),
    ...(report.branch === undefined ? [] : [`${safeText(report.branch)} ${theme.muted(shortHash(report.commitHash))}`]),
    ...(model === undefined ? [] : [theme.muted(model)]),
  ]
  return [` ${joinFitting(first, width - 2, '   ')}`, ` ${joinFitting(second, width - 2, '   ')}`]
}

/** `L3`; if the level changed, `L3 → L4` with a sign. */
const levelText = (before: number | undefined, level: number, theme: Theme): string => {
  const now = theme.strong(`L${level}`)
  if (before === undefined || before === level) return now
  const sign = level > before ? theme.good(theme.signs.up) : theme.bad(theme.signs.down)
  return `L${before} ${theme.signs.to} ${now} ${sign}`
}

const placeText = ({ reports }: RepositoryRow, one: Report): string =>
  `${fullNumber(reports.length - reports.indexOf(one))} of ${fullNumber(reports.length)}`

const comparedParts = (
  repository: RepositoryRow,
  report: Report,
  base: Report,
  { from, to, passRateFrom, passRateTo, changes, unchanged }: ReportComparison,
  theme: Theme,
): string[] => {
  const end = (word: string, one: Report, other: Report) =>
    `${theme.muted(word)} ${dayComparedWith(one, other)} ${theme.muted(`(${placeText(repository, one)})`)}`
  return [
    `${end('from', base, report)} ${end('to', report, base)}`,
    `L${from} → L${to}`,
    `${percent(passRateFrom)} → ${percent(passRateTo)}`,
    `${theme.strong(String(changes.length))} ${theme.muted('changed,')} ${unchanged} ${theme.muted('unchanged')}`,
    theme.muted('< > Tab: others'),
  ]
}

const reportParts = (repository: RepositoryRow, report: Report, evaluation: ReportLevel, theme: Theme): string[] => [
  `${theme.muted('report')} ${placeText(repository, report)}${theme.muted(',')} ${moment(report.createdAt)}`,
  ...missingText(evaluation, theme),
  ...(report.hasLocalChanges ? [theme.warn('! uncommitted changes')] : []),
  ...(report.hasNonRemoteCommits ? [theme.warn('! unpushed commits')] : []),
  ...(repository.reports.length > 1 ? [theme.muted('( ) Tab: others')] : []),
]

const missingText = ({ level, byLevel }: ReportLevel, theme: Theme): string[] => {
  const missing = level === 5 ? undefined : missingToUnlock(byLevel[level])
  return missing === undefined
    ? []
    : [`L${level + 1} needs ${theme.strong(String(missing))} more ${theme.muted('(w)')}`]
}

/** The headless command for a report, its way up or its comparison. A report without an id is given by its index. */
export const reportCommand = (
  reports: readonly Report[],
  report: Report | undefined,
  base: Report | undefined,
  isWay: boolean,
): string => {
  const shown = [base, report].filter((one) => one !== undefined)
  const names = shown.map((one) => (one.reportId ? shellWord(one.reportId) : `latest~${reports.indexOf(one)}`))
  const isByIndex = shown.some(({ reportId }) => !reportId)
  return [
    `readiness ${base ? 'compare' : 'show'}`,
    ...names,
    ...(isByIndex ? [`--repo ${shellWord(report?.repoUrl ?? '')}`] : []),
    ...(isWay ? ['--way'] : []),
  ].join(' ')
}
