import type { WikiRunRow } from '../../cache/load/management/load-wiki-runs.ts'
import { moment } from '../../domain/text/format.ts'
import { newestRuns, runName } from '../../domain/wiki/run-name.ts'
import { noteAge } from '../kit/cache-use.ts'
import { command, type Deps } from '../kit/command.ts'
import { noteProblems, noteTo } from '../kit/note.ts'
import { FORMATS } from '../kit/output-format.ts'
import { callOptions } from '../kit/wait-notice.ts'
import { printRows } from '../output/print-rows.ts'
import type { RawRow, RowLayout } from '../output/row-layout.ts'

export const runListRuns = async (_: unknown, deps: Deps): Promise<undefined> => {
  const source = await deps.source()
  const { data, at, problems } = await source.management.wikiRuns.loadAll(callOptions(deps))
  const runs = newestRuns(data.rows)
  const rows = deps.format === 'ndjson' ? runs.map(rawRun) : runs.map(runRow)
  printRows({ rows, envelope: { wikiRuns: runs.map(rawRun) }, layout }, deps)
  if (runs.length === 0) noteTo(deps.err, 'No wiki run is known: qd wiki add takes one by its id.')
  for (const { id, failure } of runs) if (failure) noteTo(deps.err, `${id}: ${failure.message}`)
  noteAge(source, at, deps)
  noteProblems(problems, deps)
}

/** As the server told it; of one that it did not tell, what is known. */
export const rawRun = ({ id, name, item }: WikiRunRow): RawRow =>
  item ? { ...item, wikiRunId: id } : { wikiRunId: id, ...(name !== undefined && { repoUrl: name }) }

const runRow = (row: WikiRunRow): RawRow => {
  const { id, name, item, source } = row
  return {
    wiki_run_id: id,
    repository: runName(row),
    pages: item?.pageCount ?? null,
    commit: item?.commitHash ?? null,
    branch: item?.branch ?? null,
    created_at: item?.createdAt === undefined ? null : moment(item.createdAt),
    known: source,
    repo_url: item?.repoUrl ?? name ?? null,
  }
}

const layout: RowLayout = {
  columns: [
    { member: 'wiki_run_id', title: 'RUN', kind: 'day' },
    { member: 'repository', title: 'REPOSITORY', kind: 'text' },
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
    'Where the server lists them, the newest of each repository; else those whose ids were added or seen. json and ndjson print them as the server told them.',
  formats: FORMATS,
  cacheOptions: ['offline'],
  options: [],
  examples: ['wiki list', 'wiki list --format csv'],
  parse: () => undefined,
  run: runListRuns,
})
