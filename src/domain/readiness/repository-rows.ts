import type { Lenient } from '../../contract/lenient.ts'
import type { ReadinessReport } from '../../contract/readiness.ts'
import { type ReportChange, reportChange, reportsByRepository } from './levels.ts'
import { type ReportRow, reportRows } from './report-rows.ts'
import { repositoryNames } from './repository-names.ts'

type Report = Lenient<ReadinessReport>

/** A repository by its reports, as it stands by the newest. */
export type RepositoryRow = ReportRow & {
  /** Untrusted text. */
  repoUrl: string
  /** What people call it. */
  name: string
  /** Its reports, newest first. */
  reports: readonly Report[]
  /** Since the report before; undefined for the first. */
  change: ReportChange | undefined
  /** Pass rate of each report, oldest first, 0 to 1. */
  course: (number | undefined)[]
}

/** Repositories by their newest report, those of the lowest level first. */
export const repositoryRows = (reports: readonly Report[]): RepositoryRow[] => {
  const byRepository = reportsByRepository(reports)
  const names = repositoryNames([...byRepository.keys()])
  return [...byRepository]
    .flatMap(([repoUrl, own]) => rowOf(repoUrl, names.get(repoUrl) ?? '', own))
    .sort((a, b) => a.level - b.level || (a.passRate ?? 0) - (b.passRate ?? 0))
}

const rowOf = (repoUrl: string, name: string, own: readonly Report[]): RepositoryRow[] => {
  const rows = reportRows(own)
  const [latest] = rows
  const [newest, older] = own
  if (!latest) return []
  const change = newest && older && reportChange(older, newest)
  return [{ ...latest, repoUrl, name, reports: own, change, course: rows.map(({ passRate }) => passRate).reverse() }]
}
