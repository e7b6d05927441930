import { shellWord } from '../kit/export/command-options.ts'
import type { Report } from './use-reports.ts'

/** The headless command for a report, its way or its comparison. A report without an id is named by its index. */
export const reportCommand = (
  reports: readonly Report[],
  report: Report | undefined,
  base: Report | undefined,
  isWay: boolean,
): string => {
  const shown = [base, report].filter((one) => one !== undefined)
  const names = shown.map((one) => (one.reportId ? shellWord(one.reportId) : `latest~${reports.indexOf(one)}`))
  const isPlaced = shown.some(({ reportId }) => !reportId)
  return [
    `readiness ${base ? 'compare' : 'show'}`,
    ...names,
    ...(isPlaced ? [`--repo ${shellWord(report?.repoUrl ?? '')}`] : []),
    ...(isWay ? ['--way'] : []),
  ].join(' ')
}
