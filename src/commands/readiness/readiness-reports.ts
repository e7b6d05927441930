import { AppError, usageError } from '../../base/errors.ts'
import type { Day } from '../../domain/calendar/calendar.ts'
import { outputOf } from '../../domain/output/csv.ts'
import { criterionOf, criterionResults, ratioText } from '../../domain/readiness/criterion-results.ts'
import { clientVersionOf, evaluateReport, latestReports } from '../../domain/readiness/levels.ts'
import { nextLevel, nextLevelText, tallyCriteria } from '../../domain/readiness/next-level.ts'
import { criterionOutput, reportComputed } from '../../domain/readiness/readiness-output.ts'
import {
  type CriterionChange,
  compareReports,
  type ReportComparison,
} from '../../domain/readiness/report-comparison.ts'
import { criterionTable, type ListedCriterion } from '../../domain/readiness/report-filter.ts'
import { type RepositoryRow, repositoryRows } from '../../domain/readiness/repository-rows.ts'
import {
  SIDE_BY_SIDE_SORTS,
  type SideBySideRow,
  sideBySide,
  sideBySideSortBy,
  sortedSideBySide,
} from '../../domain/readiness/side-by-side.ts'
import { moment, percent } from '../../domain/text/format.ts'
import { safeText } from '../../domain/text/safe-text.ts'
import { signsFor } from '../../domain/text/signs.ts'
import { timeText } from '../../domain/text/time-text.ts'
import { command, type Deps } from '../kit/command.ts'
import { finishCommand, incompleteMembers } from '../kit/load-options.ts'
import { atOption, parseAt } from '../kit/option-values.ts'
import { fieldNamesOf, parseRowsWhere, parseSort, sortOption, WHERE_HELP, whereOption } from '../kit/row-options.ts'
import { withComputed } from '../output/document.ts'
import { printRows } from '../output/print-rows.ts'
import { type ColumnLayout, columnsOf, type RawRow, type RowLayout } from '../output/row-layout.ts'
import {
  criteriaLayout,
  findNamed,
  findReport,
  findReports,
  incompleteReason,
  isReportOf,
  parseRepo,
  REPORT_HELP,
  type Report,
  repoOption,
  reportBefore,
} from './find-reports.ts'

const table = criterionTable<ListedCriterion>()

const withCriteria = (report: Report, criteria: readonly { id: string }[]): Report => {
  const chosen = new Set(criteria.map(({ id }) => id))
  const entries = Object.entries(report.report ?? {}).filter(([id]) => chosen.has(id))
  return { ...report, report: Object.fromEntries(entries) }
}

/** Two lines: the level of the report, and its origin. Safe text. */
const headOf = (report: Report): string => {
  const { level, passRate } = evaluateReport(report)
  const { branch, commitHash, modelUsed } = report
  const version = clientVersionOf(report)
  const facts = [
    moment(report.createdAt),
    branch && `branch ${branch}`,
    commitHash && `commit ${commitHash}`,
    report.hasLocalChanges && 'uncommitted changes',
    report.hasNonRemoteCommits && 'unpushed commits',
    modelUsed && `${modelUsed.id} at ${modelUsed.reasoningEffort} effort`,
    version && `client ${version}`,
  ].flatMap((fact) => (fact ? [safeText(fact)] : []))
  return `${safeText(report.repoUrl)}  L${level}  ${percent(passRate)} pass\n${facts.join(', ')}`
}

const show = command({
  name: 'readiness show',
  summary: 'Show a readiness report with every criterion',
  reads: true,
  description: `${REPORT_HELP}\n\n${WHERE_HELP} Fields: ${fieldNamesOf(table)}.`,
  arguments: [
    { name: 'report', help: 'id, latest or latest~N (default: latest)', completes: 'report', isOptional: true },
  ],
  cacheOptions: ['offline', 'refresh'],
  options: [
    repoOption,
    atOption,
    { flags: '--failing', help: 'only failed criteria' },
    {
      flags: '--way',
      help: 'only criteria that count towards the next level',
    },
    whereOption("only criteria that match all conditions: 'verdict=failed level<=3'"),
  ],
  fields: table.fields,
  members: criteriaLayout.members,
  examples: ['readiness show --repo checkout --failing', 'readiness show latest~1 --repo checkout --format md'],
  parse: ({ args, options }, now) => ({
    name: args[0] ?? 'latest',
    ...options,
    repo: parseRepo(options),
    at: parseAt(options, now),
    where: parseRowsWhere(options.where, table, "'verdict=failed'"),
  }),
  run: async ({ name, repo, at, failing: isFailing, way: isWay, where }, deps) => {
    const found = await findReports(repo, deps, at)
    const report = findReport(found, name)
    const older = reportBefore(found, report)
    // The easiest criteria are those that most repositories pass.
    const tallies = async () => tallyCriteria(latestReports((await findNamed(undefined, deps)).rows))
    const next = isWay ? nextLevel(report, await tallies(), older) : undefined
    const results = (isWay ? (next?.criteria ?? []) : criterionResults(report))
      .filter(({ outcome }) => !isFailing || outcome === 'failed')
      .map((criterion): ListedCriterion => ({ criterion, before: older && criterionOf(older, criterion.id) }))
    const chosen = (where?.(results) ?? results).map(({ criterion }) => criterion)
    const rows = chosen.map(criterionOutput)
    const needed = next && nextLevelText(next)
    if (deps.format === 'table') deps.out(`${headOf(report)}\n${needed === undefined ? '' : `${needed}\n`}`)
    const isWhole = !isFailing && !isWay && !where
    const shown = isWhole ? report : withCriteria(report, chosen)
    const envelope = withComputed(shown, reportComputed(report, older))
    printRows({ rows, envelope, layout: criteriaLayout }, deps)
    const nothing = () => {
      if (isWay && !next) return 'This is the highest level.'
      if (where) return 'No criterion matches.'
      return isWhole ? 'The report has no criteria.' : 'No criterion fails.'
    }
    const notes = [deps.format === 'table' ? undefined : needed, rows.length === 0 ? nothing() : undefined]
    await finishCommand({ ...found, notes, incomplete: incompleteReason(found, name) }, deps)
  },
})

type ChangedCriterion = ListedCriterion & { change: CriterionChange }

const { columns: members, rowOf: changeRow } = outputOf<[CriterionChange]>({
  change: ({ kind }) => kind,
  criterion: ({ id }) => id,
  level: ({ before, after }) => (after ?? before)?.level,
  before: ({ before }) => before && ratioText(before),
  after: ({ after }) => after && ratioText(after),
  rationale: ({ after }) => after?.rationale,
})

const sideOf = ({ reportId, createdAt }: Report, level: number, passRate: number | undefined) => ({
  reportId: reportId ?? null,
  createdAt: timeText(createdAt),
  level,
  passRate: passRate ?? null,
})

const changeHeadOf = (older: Report, newer: Report, comparison: ReportComparison, isAscii: boolean): string => {
  const { from, to, passRateFrom, passRateTo, changes, unchanged } = comparison
  const arrow = signsFor(isAscii).to
  return [
    `${safeText(newer.repoUrl)}  L${from} ${arrow} L${to}  ${percent(passRateFrom)} ${arrow} ${percent(passRateTo)}`,
    `${moment(older.createdAt)} ${arrow} ${moment(newer.createdAt)}, ${changes.length} changed, ${unchanged} unchanged`,
  ].join('\n')
}

const layout: RowLayout = {
  columns: [
    { member: 'change', title: 'CHANGE', kind: 'day' },
    { member: 'level', title: 'LEVEL', kind: 'count' },
    ...columnsOf('day', { criterion: 'CRITERION', before: 'BEFORE', after: 'AFTER' }),
    { member: 'rationale', title: 'RATIONALE', kind: 'text', isProse: true },
  ],
  members,
}

const compare = command({
  name: 'readiness compare',
  summary: 'Compare two readiness reports of a repository',
  reads: true,
  description: `${REPORT_HELP} With --repo alone, compares its two newest reports; without --repo, give two report ids. With --with, compares repositories, one column each: their level and other figures, the criteria with different verdicts, and in how many of them each criterion fails. Changes: lost (passed before), gained (failed before), skipped (now skipped), evaluated (skipped before), unclear (invalid numbers), new and gone (in one report only), moved (different numbers, same verdict). change=regressed matches lost criteria and criteria that fail in more applications.\n\n${WHERE_HELP} Fields: ${fieldNamesOf(table)}.`,
  arguments: [
    { name: 'from', help: 'older report (default: latest~1)', completes: 'report', isOptional: true },
    { name: 'to', help: 'newer report (default: latest)', completes: 'report', isOptional: true },
  ],
  cacheOptions: ['offline', 'refresh'],
  options: [
    repoOption,
    atOption,
    whereOption("only criteria that match all conditions: 'change=lost level<=3'"),
    {
      flags: '--with <repository>',
      help: 'compare repositories instead; repeat for each one',
      isRepeatable: true,
      completes: 'repository',
    },
    { flags: '--failing', help: 'with --with: criteria that any repository fails' },
    sortOption(SIDE_BY_SIDE_SORTS, 'level, only with --with'),
  ],
  fields: table.fields,
  members: layout.members,
  examples: [
    'readiness compare --repo checkout',
    'readiness compare latest~3 latest --repo checkout --json',
    'readiness compare --with api --with checkout --sort failing',
  ],
  parse: ({ args, options }, now) => {
    const repo = parseRepo(options)
    const { with: repositories } = options
    const isNamed = args.some((name) => name !== undefined) || repo !== undefined
    if (repositories.length > 0 && (isNamed || options.where.length > 0))
      throw usageError('--with cannot be used with reports, --repo or --where.')
    if (repositories.length === 0 && (options.failing || options.sort !== undefined))
      throw usageError('--failing and --sort compare repositories: add --with for each one.')
    const [from = 'latest~1', to = 'latest'] = args
    // Without a repository, the two newest reports may be of different ones.
    if (repositories.length === 0 && repo === undefined && [from, to].some((name) => name.startsWith('latest')))
      throw usageError('latest needs a repository: use --repo, or give two report ids.')
    const where = parseRowsWhere<ChangedCriterion>(options.where, table, "'change=lost'")
    const compared = options.failing ? 'failing' : 'differing'
    const order = parseSort(options.sort, SIDE_BY_SIDE_SORTS, sideBySideSortBy)
    return { from, to, repo, at: parseAt(options, now), repositories, compared, order, where } as const
  },
  run: async ({ from, to, repo, at, repositories, compared, order, where }, deps) => {
    if (repositories.length > 0) {
      const rowsOf = (named: readonly RepositoryRow[]) =>
        sortedSideBySide(sideBySide(named, compared), order ?? sideBySideSortBy('level'))
      return printSideBySide(repositories, at, rowsOf, deps)
    }
    const found = await findReports(repo, deps, at)
    const [older, newer] = [findReport(found, from), findReport(found, to)]
    if (older.repoUrl !== newer.repoUrl)
      throw usageError(`${from} and ${to} are reports of different repositories: compare two of the same one.`)
    const comparison = compareReports(older, newer)
    const changes = comparison.changes.flatMap((change): ChangedCriterion[] => {
      const { kind, before, after } = change
      const criterion = after ?? before
      return criterion ? [{ change, criterion, before: after && before, kind }] : []
    })
    const rows = (where?.(changes) ?? changes).map(({ change }) => changeRow(change))
    if (deps.format === 'table') deps.out(`${changeHeadOf(older, newer, comparison, deps.globals.isAscii)}\n`)
    const { from: level, passRateFrom, to: newLevel, passRateTo, unchanged } = comparison
    const envelope = {
      repoUrl: newer.repoUrl ?? null,
      from: sideOf(older, level, passRateFrom),
      to: sideOf(newer, newLevel, passRateTo),
      changes: rows,
      unchanged,
    }
    printRows({ rows, envelope, layout }, deps)
    const note = changes.length === 0 ? 'The two reports do not differ.' : undefined
    await finishCommand({ ...found, notes: [note], incomplete: incompleteReason(found, from, to) }, deps)
  },
})

/**
 * Prints repositories side by side, one column each in the given order.
 *
 * @throws AppError of kind `notFound` for a repository without a report.
 */
const printSideBySide = async (
  names: readonly string[],
  at: Day | undefined,
  rowsOf: (repositories: readonly RepositoryRow[]) => SideBySideRow[],
  deps: Deps,
): Promise<undefined> => {
  const found = await findReports(undefined, deps, at)
  const all = repositoryRows(found.rows)
  const repositories = names.map((name) => repositoryNamed(name, all))
  const columns: ColumnLayout[] = repositories.map(({ repoUrl, name }) => ({
    member: repoUrl,
    title: safeText(name),
    kind: 'day',
  }))
  const members = columns.map(({ member }) => member)
  const rows = rowsOf(repositories).map(({ name, cells, failing }): RawRow => {
    const texts = cells.map((cell) => (cell?.outcome === 'skipped' ? 'skipped' : (cell?.text ?? null)))
    // A figure has no such number.
    const none = deps.format === 'table' ? '' : null
    return { name, ...Object.fromEntries(members.map((member, at) => [member, texts[at]])), failing: failing ?? none }
  })
  const layout: RowLayout = {
    columns: [
      { member: 'name', title: 'CRITERION', kind: 'day' },
      ...columns,
      { member: 'failing', title: 'FAILING', kind: 'text' },
    ],
    members: ['name', ...members, 'failing'],
  }
  printRows({ rows, envelope: { criteria: rows, ...incompleteMembers(found.incomplete) }, layout }, deps)
  await finishCommand(found, deps)
}

const repositoryNamed = (name: string, all: readonly RepositoryRow[]): RepositoryRow => {
  const found = all.find(({ reports: [newest] }) => newest && isReportOf(newest, name))
  if (found) return found
  throw new AppError('notFound', `No repository matches "${name}": qd readiness list --newest shows all.`)
}

export const reportCommands = [show, compare]
