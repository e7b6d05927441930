import type { WikiRunRow } from '../../cache/load/management/load-wiki-runs.ts'
import type { WikiRun } from '../../contract/wiki.ts'
import { moment } from '../../domain/text/format.ts'
import { timeText } from '../../domain/text/time-text.ts'
import { newestRuns, repositoryName } from '../../domain/wiki/run-name.ts'
import { runTable } from '../../domain/wiki/run-table.ts'
import type { Format } from '../kit/output-format.ts'
import { callOptions } from '../kit/wait-notice.ts'
import { listCommand } from '../output/list-command.ts'
import type { RawRow, RowLayout } from '../output/row-layout.ts'

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

export const wikiList = listCommand({
  name: 'wiki list',
  summary: 'Wiki runs that are known',
  description:
    'Where the server lists them, the newest of each repository; else those whose ids were added or seen. json and ndjson print them as the server told them.',
  what: 'runs',
  example: 'repo=checkout pages>50 age<7d',
  cacheOptions: ['offline'],
  options: [],
  members: runLayout.members,
  examples: ['wiki list', "wiki list --where 'pages>50' --format csv"],
  table: (now) => runTable<WikiRunRow>(now, (run) => run),
  sorts: {
    names: ['created', 'repo', 'pages'],
    usual: 'created',
    sorted: (runs, { by, isDescending }) =>
      by === 'created' ? (isDescending ? newestRuns(runs) : newestRuns(runs).reverse()) : undefined,
  },
  parse: () => undefined,
  load: async (_, deps) => {
    const source = await deps.source()
    const { data, at, problems } = await source.management.wikiRuns.loadAll(callOptions(deps))
    const isRaw = deps.format === 'ndjson'
    return {
      rows: newestRuns(data.rows),
      at,
      problems,
      print: (runs) => ({
        rows: isRaw ? runs.map(rawRun) : runs.map((run) => runRow(run, deps.format)),
        envelope: { wikiRuns: runs.map(rawRun) },
        layout: isRaw ? rawRunLayout : runLayout,
      }),
      notes: (runs) => [
        data.rows.length === 0 ? 'No wiki run is known: qd wiki add takes one by its id.' : undefined,
        ...runs.map(({ id, failure }) => failure && `${id}: ${failure.message}`),
      ],
    }
  },
})
