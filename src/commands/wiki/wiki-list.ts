import type { WikiRunRow } from '../../cache/load/management/load-wiki-runs.ts'
import type { WikiRun } from '../../contract/wiki.ts'
import { moment } from '../../domain/text/format.ts'
import { timeText } from '../../domain/text/time-text.ts'
import { newestRuns, repositoryName } from '../../domain/wiki/run-name.ts'
import { runTable } from '../../domain/wiki/run-table.ts'
import { noteAge } from '../kit/cache-use.ts'
import { type CommandInput, command, type Deps } from '../kit/command.ts'
import { noteProblems, noteTo } from '../kit/note.ts'
import type { OptionRow } from '../kit/option-row.ts'
import { FORMATS, type Format } from '../kit/output-format.ts'
import { callOptions } from '../kit/wait-notice.ts'
import { type ChooseRows, fieldNamesOf, parseRowsWhere, WHERE_HELP, whereOption } from '../kit/where.ts'
import { printRows } from '../output/print-rows.ts'
import type { RawRow, RowLayout } from '../output/row-layout.ts'

const optionRows = [
  whereOption("only runs for which all hold: 'repo=checkout pages>50 age<7d'"),
] as const satisfies readonly OptionRow[]

type ListRunsOptions = { where: ChooseRows<WikiRunRow> | undefined }

const tableFor = (now: number) => runTable<WikiRunRow>(now, (run) => run)

const parseListRuns = ({ options }: CommandInput<typeof optionRows>, now: number): ListRunsOptions => ({
  where: parseRowsWhere(options.where, tableFor(now), "'repo=checkout'"),
})

const runListRuns = async ({ where }: ListRunsOptions, deps: Deps): Promise<undefined> => {
  const source = await deps.source()
  const { data, at, problems } = await source.management.wikiRuns.loadAll(callOptions(deps))
  const all = newestRuns(data.rows)
  const runs = where?.(all) ?? all
  const rows = deps.format === 'ndjson' ? runs.map(rawRun) : runs.map((run) => runRow(run, deps.format))
  printRows(
    { rows, envelope: { wikiRuns: runs.map(rawRun) }, layout: deps.format === 'ndjson' ? rawRunLayout : runLayout },
    deps,
  )
  if (all.length === 0) noteTo(deps.err, 'No wiki run is known: qd wiki add takes one by its id.')
  for (const { id, failure } of runs) if (failure) noteTo(deps.err, `${id}: ${failure.message}`)
  noteAge(source, at, deps)
  noteProblems(problems, deps)
}

/** As the server told it; of one that it did not tell, what is known. */
export const rawRun = ({ id, name, item }: WikiRunRow): RawRow =>
  item ? { ...item, wikiRunId: id } : { wikiRunId: id, ...(name !== undefined && { repoUrl: name }) }

export const runRow = (row: WikiRunRow, format: Format): RawRow => {
  const { id, name, item, source } = row
  return {
    wiki_run_id: id,
    repository: repositoryName(row) ?? null,
    pages: item?.pageCount ?? null,
    commit: item?.commitHash ?? null,
    branch: item?.branch ?? null,
    created_at:
      format === 'table' && typeof item?.createdAt === 'number'
        ? moment(item.createdAt)
        : timeText(item?.createdAt ?? undefined),
    known: source,
    repo_url: item?.repoUrl ?? name ?? null,
  }
}

// Without the schema, which takes long to load.
const RAW_MEMBERS: readonly (keyof WikiRun)[] = [
  'wikiRunId',
  'createdAt',
  'repoUrl',
  'commitHash',
  'branch',
  'hasLocalChanges',
  'hasNonRemoteCommits',
  'pageCount',
  'pageTree',
]

/** What --columns chooses of runs as the server sent them. */
export const rawRunLayout: RowLayout = { columns: [], members: RAW_MEMBERS }

export const runLayout: RowLayout = {
  columns: [
    { member: 'wiki_run_id', title: 'RUN', kind: 'day' },
    { member: 'repository', title: 'REPOSITORY', kind: 'text', isAddress: true },
    { member: 'pages', title: 'PAGES', kind: 'count' },
    { member: 'commit', title: 'COMMIT', kind: 'text' },
    { member: 'branch', title: 'BRANCH', kind: 'text' },
    { member: 'created_at', title: 'CREATED', kind: 'day' },
    { member: 'known', title: 'KNOWN', kind: 'text' },
  ],
  members: ['wiki_run_id', 'repository', 'pages', 'commit', 'branch', 'created_at', 'known', 'repo_url'],
}

export const wikiList = command({
  name: 'wiki list',
  summary: 'Wiki runs that are known',
  description:
    'Where the server lists them, the newest of each repository; else those whose ids were added or seen. json and ndjson print them as the server told them.\n\n' +
    `${WHERE_HELP} Fields: ${fieldNamesOf(tableFor(0))}.`,
  formats: FORMATS,
  cacheOptions: ['offline'],
  options: optionRows,
  fields: tableFor(0).fields,
  members: runLayout.members,
  examples: ['wiki list', "wiki list --where 'pages>50' --format csv"],
  parse: parseListRuns,
  run: runListRuns,
})
