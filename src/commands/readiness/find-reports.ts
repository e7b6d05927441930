import { AppError, usageError } from '../../base/errors.ts'
import type { Source } from '../../cache/load/source.ts'
import { pagesOf } from '../../client/pages.ts'
import type { Lenient } from '../../contract/lenient.ts'
import type { ReadinessReport } from '../../contract/readiness.ts'
import { existedAt } from '../../domain/calendar/as-of.ts'
import type { Day } from '../../domain/calendar/calendar.ts'
import { newestFirst } from '../../domain/readiness/levels.ts'
import { CRITERION_COLUMNS } from '../../domain/readiness/readiness-output.ts'
import { repositoryNamesOf } from '../../domain/readiness/repository-rows.ts'
import type { Deps } from '../kit/command.ts'
import { callOptions, loadOptions } from '../kit/load-options.ts'
import type { OptionsOf } from '../kit/option-row.ts'
import { columnsOf, type RowLayout } from '../output/row-layout.ts'

export type Report = Lenient<ReadinessReport>

/** Reports, newest first, and the remarks that a command prints about them. */
export type FoundReports = { rows: Report[]; at: number; incomplete: string | undefined; problems: number }

export const repoOption = {
  flags: '--repo <id>',
  completes: 'repository',
  help: 'only this repository: id, URL or name',
} as const

/** @throws AppError of kind `usage` for an empty value. */
export const parseRepo = ({ repo }: OptionsOf<readonly [typeof repoOption]>): string | undefined => {
  if (repo === '') throw usageError('--repo is empty: use an id, a URL or a name.')
  return repo
}

/**
 * Finds all reports, or those of one repository. All reports come from the cache, which requests only newer ones. For one
 * repository, requests the reports with this id from the server. If there are none, or offline, compares `repo` with the
 * `repoId`, the URL and the last parts of the path of each repository.
 *
 * @param at Reports created after this day are left out.
 */
export const findReports = async (repo: string | undefined, deps: Deps, at?: Day): Promise<FoundReports> => {
  const source = await deps.source()
  const fromServer = repo === undefined || source.isOffline ? undefined : await loadRepository(repo, source, deps)
  const found = fromServer?.rows.length ? fromServer : await findNamed(repo, deps)
  return { ...found, rows: found.rows.filter(({ createdAt }) => existedAt(createdAt, at)) }
}

/**
 * Finds all reports of repositories with this name, among all reports; without a name, all reports.
 *
 * @throws AppError of kind `notFound` if no repository matches.
 */
export const findNamed = async (repo: string | undefined, deps: Deps): Promise<FoundReports> => {
  const source = await deps.source()
  const { data, at, incomplete, problems } = await source.loadReports(loadOptions(deps))
  const rows = data.filter((row) => isReportOf(row, repo)).sort(newestFirst)
  if (repo !== undefined && rows.length === 0 && incomplete === undefined)
    throw new AppError('notFound', `No repository matches "${repo}": qd readiness list --newest shows all.`)
  return { rows, at, incomplete, problems }
}

const loadRepository = async (repo: string, source: Source, deps: Deps): Promise<FoundReports> => {
  const client = await deps.client()
  const found: FoundReports = { rows: [], at: source.now(), incomplete: undefined, problems: 0 }
  for await (const page of pagesOf(client, 'readinessReports', { query: { repoId: repo } }, callOptions(deps))) {
    found.rows.push(...page.rows)
    found.problems += page.reply.problemCount
    found.incomplete = page.incomplete
  }
  found.rows.sort(newestFirst)
  return found
}

/** Whether a report's repository matches an id, a URL or the last parts of its path; without a name, true. */
export const isReportOf = (report: Report, repo: string | undefined): boolean => {
  return repo === undefined || repositoryNamesOf(report).includes(repo)
}

export const criteriaLayout: RowLayout = {
  columns: [
    { member: 'level', title: 'LEVEL', kind: 'count' },
    ...columnsOf('day', { criterion: 'CRITERION', verdict: 'VERDICT' }),
    ...columnsOf('count', { numerator: 'PASS', denominator: 'OF' }),
    { member: 'rationale', title: 'RATIONALE', kind: 'text', isProse: true },
  ],
  members: CRITERION_COLUMNS,
}

/** The names of reports, for help. */
export const REPORT_HELP =
  'A report is named by its id, by latest, or by latest~N (N reports earlier); with --repo, these are reports of that repository.'

/** Why newer reports may be missing, as one sentence; undefined if no name starts with `latest`. */
export const incompleteReason = ({ incomplete }: FoundReports, ...names: readonly string[]): string | undefined =>
  names.some((name) => name.startsWith('latest')) ? incomplete : undefined

/** Finds a report by name among reports, newest first. @throws AppError of kind `notFound`. */
export const findReport = ({ rows, incomplete }: FoundReports, name: string): Report => {
  const back = /^latest(?:~(\d{1,6}))?$/.exec(name)
  const found = back ? rows[Number(back[1] ?? 0)] : rows.find(({ reportId }) => reportId === name)
  if (found) return found
  const count = rows.length === 1 ? '1 report' : `${rows.length} reports`
  const part = incomplete === undefined ? '' : ` Some reports could not be loaded: ${incomplete}`
  throw new AppError('notFound', `No report matches "${name}" among ${count}: see qd readiness list.${part}`)
}

/** The previous report of the same repository, among the loaded ones. */
export const reportBefore = ({ rows }: FoundReports, report: Report): Report | undefined => {
  const sameRepository = rows.filter(({ repoUrl }) => repoUrl === report.repoUrl)
  return sameRepository[sameRepository.indexOf(report) + 1]
}
