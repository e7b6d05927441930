import { AppError, usageError } from '../../base/errors.ts'
import { ageEnd } from '../../domain/calendar/as-of.ts'
import type { RowTable } from '../../domain/filter/row-columns.ts'
import { CRITERIA } from '../../domain/readiness/criteria.ts'
import { latestReports } from '../../domain/readiness/levels.ts'
import {
  REPORT_COLUMNS,
  REPOSITORY_COLUMNS,
  REPOSITORY_RESULT_COLUMNS,
  reportComputed,
  reportOutput,
  repositoryOutput,
  repositoryResultOutput,
} from '../../domain/readiness/readiness-output.ts'
import {
  criterionRepositoryTable,
  type ReportWithPrevious,
  reportWithPreviousTable,
  repositoryTable,
  withPreviousReports,
} from '../../domain/readiness/report-filter.ts'
import {
  type CriterionRepository,
  REPOSITORY_SORTS,
  type RepositoryRow,
  repositoriesByCriterion,
  repositoryRows,
  repositorySortBy,
  sortedRepositories,
} from '../../domain/readiness/repository-rows.ts'
import { nearestWord } from '../../domain/text/fuzzy.ts'
import { safeText } from '../../domain/text/safe-text.ts'
import type { CommandInput, Deps } from '../kit/command.ts'
import { callOptions } from '../kit/load-options.ts'
import type { OptionRow } from '../kit/option-row.ts'
import { atOption, parseAt } from '../kit/option-values.ts'
import { fieldNamesOf } from '../kit/row-options.ts'
import { withComputed } from '../output/document.ts'
import { type ListInput, type Loaded, listCommand } from '../output/list-command.ts'
import { type ColumnLayout, columnsOf, isRow, type RowLayout } from '../output/row-layout.ts'
import { criteriaLayout, type FoundReports, findReports, parseRepo, repoOption } from './find-reports.ts'

/** Rows of one of three kinds: reports, the newest report of each repository, or its result for one criterion. */
type ListRow = ReportWithPrevious | RepositoryRow | CriterionRepository

type Listed = Loaded<ListRow>

/** Casts rows of the kind that the options select. */
const ofKind = <Row extends ListRow>(loaded: Loaded<Row>): Listed => loaded as unknown as Listed

const repository: ColumnLayout = { member: 'repoUrl', title: 'REPOSITORY', kind: 'text', isAddress: true }
const passRate: ColumnLayout = { member: 'passRate', title: 'PASS', kind: 'share' }
const counts = { passed: 'PASSED', failed: 'FAILED', skipped: 'SKIPPED' }
const branch = columnsOf('text', { branch: 'BRANCH' })

const reportsLayout: RowLayout = {
  columns: [
    repository,
    ...columnsOf('count', { level: 'LEVEL' }),
    passRate,
    ...columnsOf('count', { ...counts, apps: 'APPS' }),
    ...columnsOf('day', { createdAt: 'EVALUATED', reportId: 'REPORT' }),
    ...branch,
  ],
  members: REPORT_COLUMNS,
}

const repositoriesLayout: RowLayout = {
  columns: [
    repository,
    ...columnsOf('count', { level: 'LEVEL', levelBefore: 'BEFORE' }),
    passRate,
    ...columnsOf('count', { won: 'WON', lost: 'LOST', ...counts }),
    ...columnsOf('day', { createdAt: 'EVALUATED' }),
    ...branch,
  ],
  members: REPOSITORY_COLUMNS,
}

const repositoryResultLayout: RowLayout = {
  columns: [
    repository,
    ...criteriaLayout.columns.slice(2, -1),
    ...columnsOf('day', { failingSince: 'FAILING SINCE' }),
    ...criteriaLayout.columns.slice(-1),
  ],
  members: REPOSITORY_RESULT_COLUMNS,
}

const optionRows = [
  repoOption,
  atOption,
  { flags: '--start-after <id>', help: 'continue after this report' },
  { flags: '--all', help: 'load all pages' },
  { flags: '--newest', help: 'one row per repository, from its newest report' },
  {
    flags: '--criterion <id>',
    help: 'show this criterion per repository, failures first',
    completes: 'criterion',
  },
] as const satisfies readonly OptionRow[]

type ListOptions = ReturnType<typeof parseList>

const parseList = (input: CommandInput<typeof optionRows>, now: number, { where, sort, limit }: ListInput) => {
  const { options } = input
  const { startAfter, criterion, newest: isNewest } = options
  if (sort !== undefined && !isNewest) throw usageError('--sort requires --newest.')
  if (criterion !== undefined && isNewest)
    throw usageError('--criterion already uses the newest reports: remove --newest.')
  if (startAfter === '' || criterion === '')
    throw usageError(`${startAfter === '' ? '--start-after' : '--criterion'} is empty: use an id.`)
  const otherOption = Object.entries({
    '--criterion': criterion !== undefined,
    '--newest': isNewest,
    '--all': options.all,
    '--where': where.length > 0,
    '--at': options.at !== undefined,
  }).find(([, isGiven]) => isGiven)?.[0]
  if (startAfter !== undefined && (otherOption !== undefined || input.globals.isOffline))
    throw usageError(`--start-after and ${otherOption ?? '--offline'} cannot be used together.`)
  return {
    repo: parseRepo(options),
    at: parseAt(options, now),
    limit: options.all ? undefined : limit,
    startAfter,
    // A single page would miss most reports that match.
    isPage: otherOption === undefined,
    criterion,
    isNewest,
  }
}

const tableFor = (now: number, options?: ListOptions): RowTable<ListRow> => {
  const end = ageEnd(options?.at, now)
  if (options?.criterion !== undefined) return criterionRepositoryTable as RowTable<ListRow>
  return (options?.isNewest ? repositoryTable(end) : reportWithPreviousTable(end)) as RowTable<ListRow>
}

const loadList = async (options: ListOptions, deps: Deps): Promise<Listed> => {
  const { isOffline } = await deps.source()
  const page = options.isPage && !isOffline ? await loadPage(options, deps) : undefined
  if (page) return page
  const found = await findReports(options.repo, deps, options.at)
  return { ...found, ...listOf(found, options, deps) }
}

/** One page; undefined if the server has no repository with this id. */
const loadPage = async ({ repo, limit, startAfter }: ListOptions, deps: Deps): Promise<Listed | undefined> => {
  const client = await deps.client()
  const query = { repoId: repo, limit, startAfter }
  const { raw, body, problemCount } = await client.call('readinessReports', { query }, callOptions(deps))
  const reports = body.reports ?? []
  if (reports.length === 0 && repo !== undefined && startAfter === undefined) return undefined
  const last = reports.at(-1)?.reportId
  const rows = withPreviousReports(reports)
  return ofKind({
    rows,
    problems: problemCount,
    print: () => printedReports(rows, isRow(raw) ? raw : {}, deps),
    notes: () => [
      reports.length === 0 ? NO_REPORT : undefined,
      // No field marks the last page: only an empty page after it does.
      last === undefined
        ? undefined
        : `There may be more: use --all to load all pages, or --start-after ${last} for the next one.`,
    ],
  })
}

const NO_REPORT = 'There are no reports.'

/** Reports as received with what is computed for them, and a summary of each for other formats than JSON. */
const printedReports = (listed: readonly ReportWithPrevious[], envelope: object, { format }: Deps) => {
  const reports = listed.map(({ row, older }) => withComputed(row.report, reportComputed(row.report, older)))
  const rows = format === 'json' || format === 'ndjson' ? reports : listed.map(({ row }) => reportOutput(row))
  return { rows, envelope: { ...envelope, reports } }
}

const listOf = (found: FoundReports, { criterion, isNewest }: ListOptions, deps: Deps): Listed => {
  if (criterion !== undefined) return criterionList(criterion, found)
  if (isNewest) return newestList(found, deps)
  return ofKind({
    rows: withPreviousReports(found.rows),
    print: (chosen) => printedReports(chosen, {}, deps),
    notes: (chosen) => [chosen.length === 0 ? NO_REPORT : undefined],
  })
}

/** One row per repository; json and ndjson print the newest reports. */
const newestList = ({ rows: reports }: FoundReports, { format }: Deps): Listed => {
  const all = sortedRepositories(repositoryRows(reports), repositorySortBy('time'))
  return ofKind({
    rows: all,
    print: (chosen) => {
      const reports = chosen.map(({ report, reports: [, older] }) =>
        withComputed(report, reportComputed(report, older)),
      )
      const rows = format === 'ndjson' ? reports : chosen.map(repositoryOutput)
      return { rows, envelope: { reports }, layout: repositoriesLayout }
    },
    notes: () => [all.length === 0 ? NO_REPORT : undefined],
  })
}

const criterionList = (id: string, found: FoundReports): Listed => {
  const results = repositoriesByCriterion(repositoryRows(found.rows), id)
  return ofKind({
    rows: results,
    print: (chosen) => {
      const repositories = chosen.map(repositoryResultOutput)
      return { rows: repositories, envelope: { repositories }, layout: repositoryResultLayout }
    },
    error: results.length === 0 ? criterionNotFound(id, found) : undefined,
  })
}

/** The error when no repository is evaluated by a criterion, with the nearest criterion. */
const criterionNotFound = (id: string, { rows }: FoundReports): AppError => {
  const known = new Set([...CRITERIA.keys(), ...latestReports(rows).flatMap(({ report }) => Object.keys(report ?? {}))])
  const nearest = nearestWord(id, [...known])
  const meant = nearest === undefined || nearest === id ? '' : ` Did you mean ${safeText(nearest)}?`
  return new AppError('notFound', `No repository has a result for ${id}.${meant}`)
}

export const list = listCommand({
  name: 'readiness list',
  summary: 'List readiness reports and levels',
  reads: true,
  description:
    'Prints one page, or all reports with --all or --where. json and ndjson print reports as received, with their level, pass rate and changes under computed; other formats print a summary of each. A repository starts at level 1; passing 80 % of the criteria of a level, not counting skipped ones, unlocks the next. --sort requires --newest.',
  what: 'rows',
  example: 'level<3 fails=codeowners',
  moreFields: `; with --criterion: ${fieldNamesOf(criterionRepositoryTable)}`,
  cacheOptions: ['offline', 'refresh'],
  options: optionRows,
  limit: { help: 'maximum number of rows (default: server-defined)' },
  fieldValues: { repo: 'repository', fails: 'criterion', lost: 'criterion' },
  layout: reportsLayout,
  examples: [
    'readiness list',
    'readiness list --newest --sort level',
    'readiness list --repo checkout --all --format csv',
    'readiness list --criterion flaky_test_detection',
    "readiness list --where 'level<3 lost=codeowners age<30d'",
  ],
  parse: parseList,
  table: tableFor,
  sorts: {
    names: REPOSITORY_SORTS,
    defaultSort: 'time',
    begin: repositorySortBy,
    sorted: (rows, order) => sortedRepositories(rows as readonly RepositoryRow[], order),
  },
  load: loadList,
})
