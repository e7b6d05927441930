import { compareText, missingLast } from '../../base/text.ts'
import type { Lenient } from '../../contract/lenient.ts'
import type { ReadinessReport } from '../../contract/readiness.ts'
import { type SafeText, safeText } from '../text/safe-text.ts'
import { criterionOf } from './criterion-results.ts'
import { type Outcome, reportChange, reportsByRepository, reportTimeMs, repositoryIdOf } from './levels.ts'
import { passChange, reportRows } from './report-rows.ts'

type Report = Lenient<ReadinessReport>

/** A repository with its reports, and its state in the newest one. */
export type RepositoryRow = ReturnType<typeof rowOf>[number]

/** Repositories with their newest reports, lowest level first. */
export const repositoryRows = (reports: readonly Report[]): RepositoryRow[] => {
  const byRepository = reportsByRepository(reports)
  const names = repositoryNames([...byRepository.keys()])
  return [...byRepository]
    .flatMap(([repoUrl, ofRepository]) => rowOf(repoUrl, names.get(repoUrl) ?? '', ofRepository))
    .sort((a, b) => a.level - b.level || (a.passRate ?? 0) - (b.passRate ?? 0))
}

/** @param repoUrl - Untrusted text. @param name - Display name. @param reports - Its reports, newest first. */
const rowOf = (repoUrl: string, name: string, reports: readonly Report[]) => {
  const rows = reportRows(reports)
  const [latest] = rows
  const [newest, older] = reports
  if (!latest) return []
  return [
    {
      ...latest,
      repoUrl,
      name,
      reports,
      /** Changes from the previous report; undefined for the first. */
      change: newest && older && reportChange(older, newest),
      /** Pass rate of each report, oldest first, 0 to 1. */
      passRates: rows.map(({ passRate }) => passRate).reverse(),
    },
  ]
}

/** The names that a repository goes by: its id, its URL, its path, the last two parts of the path, and the last one. */
export const repositoryNamesOf = (report: Report): string[] => {
  const { repoUrl } = report
  const parts = pathParts(repoUrl ?? '')
  const path = parts.slice(/^\w+:\/\//.test(repoUrl ?? '') ? 2 : 1).join('/')
  const names = [repositoryIdOf(report), repoUrl, path, parts.slice(-2).join('/'), parts.at(-1)]
  return [...new Set(names.filter((name) => name !== undefined && name !== ''))] as string[]
}

/** The parts of a URL between slashes and colons. */
const pathParts = (url: string): string[] =>
  url
    .replace(/\.git$/, '')
    .split(/[/:]/)
    .filter(Boolean)

/** Display names by URL: the last segment, after the owner's name if two repositories have the same one. */
export const repositoryNames = (urls: readonly string[]): Map<string, SafeText> => {
  const parts = urls.map(pathParts)
  const count = new Map<string | undefined, number>()
  for (const names of parts) count.set(names.at(-1), (count.get(names.at(-1)) ?? 0) + 1)
  return new Map(
    urls.map((url, index) => {
      const names = parts[index] ?? []
      const isShared = (count.get(names.at(-1)) ?? 0) > 1
      return [url, safeText(names.slice(isShared ? -2 : -1).join('/') || url || '?')]
    }),
  )
}

export const REPOSITORY_SORTS = ['time', 'level', 'pass', 'delta', 'name'] as const
export type RepositorySort = { by: (typeof REPOSITORY_SORTS)[number]; isDescending: boolean }

/** Default order of a sort: the newest, the worst, or the largest drop first. */
export const repositorySortBy = (by: RepositorySort['by']): RepositorySort => ({ by, isDescending: by === 'time' })

/** Sorts rows. Missing values come last in both directions; equal values are sorted by name. */
export const sortedRepositories = (
  rows: readonly RepositoryRow[],
  { by, isDescending }: RepositorySort,
): RepositoryRow[] => {
  const sign = isDescending ? -1 : 1
  const values: Record<Exclude<RepositorySort['by'], 'name'>, (row: RepositoryRow) => number | undefined> = {
    time: ({ reports: [newest] }) => newest && reportTimeMs(newest),
    level: ({ level }) => level,
    pass: ({ passRate }) => passRate,
    delta: passChange,
  }
  const byName = (a: RepositoryRow, b: RepositoryRow) => compareText(a.name, b.name)
  if (by === 'name') return rows.toSorted((a, b) => sign * byName(a, b))
  const value = values[by]
  const byValue = missingLast<number>((a, b) => sign * (a - b))
  return rows.toSorted((a, b) => byValue(value(a), value(b)) || byName(a, b))
}

/** A repository's result for one criterion. */
export type CriterionRepository = ReturnType<typeof repositoriesByCriterion>[number]

const outcomeOrder: Record<Outcome, number> = { failed: 0, unknown: 1, skipped: 2, passed: 3 }

/** The repositories that a criterion applies to; those that fail come first. */
export const repositoriesByCriterion = (repositories: readonly RepositoryRow[], id: string) => {
  const results = repositories.flatMap((repository) => {
    const [report, older] = repository.reports
    const criterion = report && criterionOf(report, id)
    // `before` is the criterion in the previous report.
    return report && criterion ? [{ repository, report, criterion, before: older && criterionOf(older, id) }] : []
  })
  return results.sort(
    (a, b) =>
      outcomeOrder[a.criterion.outcome] - outcomeOrder[b.criterion.outcome] ||
      compareText(a.repository.name, b.repository.name),
  )
}
