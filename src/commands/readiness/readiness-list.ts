import { AppError } from '../../base/errors.ts'
import type { Source } from '../../cache/load/source.ts'
import type { Day } from '../../domain/calendar/calendar.ts'
import { ageEnd } from '../../domain/calendar/known-at.ts'
import { CRITERIA } from '../../domain/readiness/criteria.ts'
import { latestReports } from '../../domain/readiness/levels.ts'
import { repositoryOutput } from '../../domain/readiness/readiness-output.ts'
import {
  type FiledReport,
  filedReports,
  filedReportTable,
  judgedTable,
  repositoryTable,
} from '../../domain/readiness/report-filter.ts'
import {
  type JudgedRepository,
  judgedRepositories,
  REPOSITORY_SORTS,
  type RepositoryRow,
  type RepositorySort,
  repositoryRows,
  repositorySortBy,
  sortedRepositories,
} from '../../domain/readiness/repository-rows.ts'
import { nearestWord } from '../../domain/text/fuzzy.ts'
import { safeText } from '../../domain/text/safe-text.ts'
import { atOption, parseAt } from '../kit/at-option.ts'
import { incompleteMembers, noteAge, throwIfIncomplete } from '../kit/cache-use.ts'
import { type CommandInput, command, type Deps } from '../kit/command.ts'
import { noteProblems, noteTo } from '../kit/note.ts'
import type { OptionRow } from '../kit/option-row.ts'
import { FORMATS } from '../kit/output-format.ts'
import { parseWhole } from '../kit/parse-whole.ts'
import { parseSort, sortOption } from '../kit/sort-option.ts'
import { callOptions } from '../kit/wait-notice.ts'
import { type ChooseRows, fieldNamesOf, parseRowsWhere, WHERE_HELP, whereOption } from '../kit/where.ts'
import { printRows } from '../output/print-rows.ts'
import { rawRowsOf } from '../output/raw-rows.ts'
import type { RawRow, RowLayout } from '../output/row-layout.ts'
import { type FoundReports, findNamed, findReports, parseRepo, type Report, repoOption } from './find-reports.ts'
import { criteriaLayout, criterionRow, reportRow, reportsLayout, repositoriesLayout } from './report-layouts.ts'

type ListOptions = {
  repo: string | undefined
  at: Day | undefined
  /** Maximum number of rows after `where`; undefined: all, or what the server likes for a page. */
  limit: number | undefined
  startAfter: string | undefined
  isAll: boolean
  /** The criterion that is told of all repositories. */
  criterion: string | undefined
  /** The order of the newest reports; undefined: all reports are wanted. */
  newest: RepositorySort | undefined
  where: ListWhere
}

/** What --where chooses from: reports, repositories by their newest, or what those say of one criterion. */
type ListWhere = {
  reports?: ChooseRows<FiledReport> | undefined
  repositories?: ChooseRows<RepositoryRow> | undefined
  judged?: ChooseRows<JudgedRepository> | undefined
}

/** The contract names no largest number. */
const MOST = 1_000_000

const optionRows = [
  repoOption,
  atOption,
  { flags: '--limit <number>', help: 'maximum number of rows, 1 or more (default: server-defined)' },
  { flags: '--start-after <id>', help: 'go on after this report' },
  { flags: '--all', help: 'walk all pages and join them' },
  { flags: '--newest', help: 'a line for each repository, by its newest report beside the one before' },
  sortOption(REPOSITORY_SORTS, 'time; only with --newest'),
  {
    flags: '--criterion <id>',
    help: 'how the newest report of each repository judges this criterion, those first that fail it',
    completes: 'criterion',
  },
  whereOption("only reports, or with --criterion repositories, for which all hold: 'level<3 fails=codeowners'"),
] as const satisfies readonly OptionRow[]

const parseList = (input: CommandInput<typeof optionRows>, now: number): ListOptions => {
  const { options } = input
  const { startAfter, criterion, newest: isNewest } = options
  const isAll = options.all || isNewest
  if (options.sort !== undefined && !isNewest)
    throw new AppError('usage', '--sort orders repositories: give --newest too.')
  if (criterion !== undefined && isNewest)
    throw new AppError('usage', '--criterion tells of the newest reports anyway: leave --newest out.')
  if (startAfter === '' || criterion === '')
    throw new AppError('usage', `${startAfter === '' ? '--start-after' : '--criterion'} is empty: give an id.`)
  const whole =
    criterion !== undefined
      ? '--criterion'
      : isNewest
        ? '--newest'
        : isAll
          ? '--all'
          : options.where.length > 0
            ? '--where'
            : options.at !== undefined
              ? '--at'
              : undefined
  if (startAfter !== undefined && (whole !== undefined || input.globals.isOffline))
    throw new AppError(
      'usage',
      `--start-after asks for one page and ${whole ?? '--offline'} for ${whole ? 'all of them' : 'none'}: leave one of them out.`,
    )
  const limit = parseWhole(options.limit, '--limit', { min: 1, max: MOST })
  return {
    repo: parseRepo(options),
    at: parseAt(options, now),
    limit: options.all ? undefined : limit,
    startAfter,
    // Of a page, most of what the conditions hold for would be left out.
    isAll: isAll || options.where.length > 0,
    criterion,
    newest: isNewest
      ? (parseSort(options.sort, REPOSITORY_SORTS, repositorySortBy) ?? repositorySortBy('time'))
      : undefined,
    where: parseListWhere(options.where, criterion !== undefined, isNewest, ageEnd(parseAt(options, now), now)),
  }
}

const parseListWhere = (texts: readonly string[], isJudged: boolean, isNewest: boolean, end: number): ListWhere => {
  if (isJudged) return { judged: parseRowsWhere(texts, judgedTable, EXAMPLE) }
  if (isNewest) return { repositories: parseRowsWhere(texts, repositoryTable(end), EXAMPLE) }
  return { reports: parseRowsWhere(texts, filedReportTable(end), EXAMPLE) }
}

const EXAMPLE = "'level<3'"

const runList = async (options: ListOptions, deps: Deps): Promise<undefined> => {
  const { criterion, repo, at, isAll } = options
  const source = await deps.source()
  if (!isAll && criterion === undefined && at === undefined && !source.isOffline) {
    if (await printPage(options, deps)) return
    printFound(await findNamed(repo, deps), options, source, deps)
    return
  }
  printFound(await findReports(repo, deps, at), options, source, deps)
}

const printFound = (found: FoundReports, options: ListOptions, source: Source, deps: Deps): void => {
  const { criterion, limit, newest, where } = options
  const isJudged = criterion === undefined || printCriterion(criterion, found, options, deps)
  if (newest) printNewest(found, newest, options, deps)
  else if (criterion === undefined) {
    const chosen = where.reports?.(filedReports(found.rows)).map(({ row }) => row.report) ?? found.rows
    const reports = chosen.slice(0, limit)
    printReports(reports, { reports, ...incompleteMembers(found.incomplete) }, deps)
    noteCut(reports, chosen, deps)
  }
  noteAge(source, found.at, deps)
  noteProblems(found.problems, deps)
  throwIfIncomplete(found.incomplete)
  if (criterion !== undefined && !isJudged) throw notJudged(criterion, found)
}

const noteCut = (shown: readonly unknown[], all: readonly unknown[], { err }: Pick<Deps, 'err'>): void => {
  if (shown.length < all.length)
    noteTo(err, `These are the first ${shown.length} of ${all.length}: --limit sets how many.`)
}

/** Says that no repository is judged by a criterion, and which is called nearly so. */
const notJudged = (id: string, { rows }: FoundReports): AppError => {
  const known = new Set([...CRITERIA.keys(), ...latestReports(rows).flatMap(({ report }) => Object.keys(report ?? {}))])
  const near = nearestWord(id, [...known])
  const meant = near === undefined || near === id ? '' : ` ${safeText(near)} may be meant.`
  return new AppError('notFound', `No repository is judged by ${id}.${meant}`)
}

/** Prints the page that was asked for; answers false, and prints nothing, where the server knows no repository of that id. */
const printPage = async ({ repo, limit, startAfter }: ListOptions, deps: Deps): Promise<boolean> => {
  const client = await deps.client()
  const query = {
    ...(repo !== undefined && { repoId: repo }),
    ...(limit !== undefined && { limit }),
    ...(startAfter !== undefined && { startAfter }),
  }
  const { raw, body, problemCount } = await client.call('readinessReports', { query }, callOptions(deps))
  const reports = body.reports ?? []
  if (reports.length === 0 && repo !== undefined && startAfter === undefined) return false
  printReports(reports, raw, deps)
  const last = reports.at(-1)?.reportId
  // Nothing announces the last page: only the one after it does, by bringing nothing.
  if (last !== undefined) noteTo(deps.err, `There may be more: --all walks all pages, --start-after ${last} goes on.`)
  noteProblems(problemCount, deps)
  return true
}

const printReports = (reports: readonly Report[], envelope: unknown, deps: Deps): void => {
  const rows = deps.format === 'ndjson' ? rawRowsOf(envelope, 'reports') : reports.map(reportRow)
  printRows({ rows, envelope, layout: reportsLayout }, deps)
  if (reports.length === 0) noteTo(deps.err, 'There is no report.')
}

/** A line for each repository; json and ndjson have the newest reports as they came. */
const printNewest = (
  { rows: reports, incomplete }: FoundReports,
  sort: RepositorySort,
  { limit, where: { repositories: where } }: ListOptions,
  deps: Deps,
): void => {
  const all = repositoryRows(reports)
  const chosen = where?.(all) ?? all
  const rows = sortedRepositories(chosen, sort).slice(0, limit)
  const raw = rows.map(({ report }) => report as RawRow)
  const envelope = { reports: raw, ...incompleteMembers(incomplete) }
  printRows(
    { rows: deps.format === 'ndjson' ? raw : rows.map(repositoryOutput), envelope, layout: repositoriesLayout },
    deps,
  )
  if (all.length === 0) noteTo(deps.err, 'There is no report.')
  noteCut(rows, chosen, deps)
}

/** Answers whether any repository is judged by it. */
const printCriterion = (
  id: string,
  { rows: reports, incomplete }: FoundReports,
  { limit, where: { judged: where } }: ListOptions,
  deps: Deps,
): boolean => {
  const judged = judgedRepositories(repositoryRows(reports), id)
  const chosen = where?.(judged) ?? judged
  const rows = chosen.slice(0, limit).map(({ report, criterion }): RawRow => {
    const { repo_url, report_id, created_at } = reportRow(report)
    return { repo_url, ...criterionRow(criterion), created_at, report_id }
  })
  printRows({ rows, envelope: { repositories: rows, ...incompleteMembers(incomplete) }, layout: criterionLayout }, deps)
  noteCut(rows, chosen, deps)
  return judged.length > 0
}

const criterionLayout: RowLayout = {
  columns: [
    { member: 'repo_url', title: 'REPOSITORY', kind: 'text', isAddress: true },
    ...criteriaLayout.columns.filter(({ member }) => member !== 'level' && member !== 'criterion'),
  ],
  members: ['repo_url', ...criteriaLayout.members, 'created_at', 'report_id'],
}

export const list = command({
  name: 'readiness list',
  summary: 'Readiness reports of repositories, with the level they come to',
  description:
    'One page, or all with --all. json and ndjson print reports as they came; the other formats what they come to. A repository starts at level 1; passing 80 % of the criteria of a level that were not skipped opens the next.\n\n' +
    `${WHERE_HELP} Fields: ${fieldNamesOf(filedReportTable(0))}; with --criterion ${fieldNamesOf(judgedTable)}.`,
  formats: FORMATS,
  cacheOptions: ['offline', 'refresh'],
  options: optionRows,
  fields: filedReportTable(0).fields,
  fieldValues: { repo: 'repository', fails: 'criterion', lost: 'criterion' },
  members: reportsLayout.members,
  examples: [
    'readiness list',
    'readiness list --newest --sort level',
    'readiness list --repo checkout --all --format csv',
    'readiness list --criterion flaky_test_detection',
    "readiness list --where 'level<3 lost=codeowners age<30d'",
  ],
  parse: parseList,
  run: runList,
})
