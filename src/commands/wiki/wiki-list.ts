import { AppError } from '../../base/errors.ts'
import { idFault } from '../../base/requests.ts'
import type { WikiRunRow } from '../../cache/load/management/load-wiki-runs.ts'
import type { WikiRun } from '../../contract/wiki.ts'
import { outputOf } from '../../domain/output/csv.ts'
import { moment } from '../../domain/text/format.ts'
import { timeText } from '../../domain/text/time-text.ts'
import {
  isOfRepository,
  newestRuns,
  pageTitles,
  repositoryName,
  runFacts,
  runTable,
} from '../../domain/wiki/run-name.ts'
import { command, type Deps } from '../kit/command.ts'
import { callOptions, endWith } from '../kit/load-options.ts'
import type { OptionRow } from '../kit/option-row.ts'
import type { Format } from '../kit/output-format.ts'
import { listCommand } from '../output/list-command.ts'
import { printRows } from '../output/print-rows.ts'
import type { RawRow, RowLayout } from '../output/row-layout.ts'

export const repoOption = {
  flags: '--repo <name>',
  help: 'with latest: of the repository of this name or address',
} as const satisfies OptionRow

/** Which run is meant: one by its id, or the newest, of a repository where one is named. */
export type WantedRun = { is: 'id'; id: string } | { is: 'latest'; repo: string | undefined }

/** @throws AppError of kind `usage` for an id that no path can hold, and for --repo beside an id. */
export const parseRun = (typed: string, repo: string | undefined): WantedRun => {
  if (repo?.trim() === '') throw new AppError('usage', '--repo is empty: give the name of a repository.')
  if (typed === 'latest') return { is: 'latest', repo }
  if (repo !== undefined) throw new AppError('usage', '--repo goes with latest: leave it out, or the id.')
  return { is: 'id', id: parseRunId(typed) }
}

/** @throws AppError of kind `usage` for what no path can hold. */
export const parseRunId = (typed: string): string => {
  const fault = idFault(typed)
  if (fault !== undefined)
    throw new AppError('usage', `The id of the wiki run ${fault}: qd wiki list tells those that are known.`)
  return typed
}

/** The run that is meant. Throws AppError `notFound` where none is known. */
export const findRun = async (wanted: WantedRun, deps: Deps): Promise<{ id: string; name: string | undefined }> => {
  const { management } = await deps.source()
  if (wanted.is === 'id') return { id: wanted.id, name: undefined }
  const { data } = await management.wikiRuns.loadAll(callOptions(deps))
  const { repo } = wanted
  const found = newestRuns(data.rows).find((row: WikiRunRow) => repo === undefined || isOfRepository(row, repo))
  if (found) return found
  const which = repo === undefined ? 'No wiki run is known' : `No wiki run of ${repo} is known`
  throw new AppError('notFound', `${which}: qd wiki list tells those that are, qd wiki add takes another by its id.`)
}

/** As the server told it; of one that it did not tell, what is known. */
const rawRun = ({ id, name, item }: WikiRunRow): RawRow =>
  item ? { ...item, wikiRunId: id } : { wikiRunId: id, ...(name !== undefined && { repoUrl: name }) }

const { columns: RUN_MEMBERS, rowOf: runRow } = outputOf<[run: WikiRunRow, format: Format]>({
  wiki_run_id: ({ id }) => id,
  repository: repositoryName,
  pages: ({ item }) => item?.pageCount,
  commit: ({ item }) => item?.commitHash,
  branch: ({ item }) => item?.branch,
  created_at: ({ item }, format) =>
    format === 'table' && typeof item?.createdAt === 'number'
      ? moment(item.createdAt)
      : timeText(item?.createdAt ?? undefined),
  known: ({ source }) => source,
  repo_url: ({ item, name }) => item?.repoUrl ?? name,
})

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
const rawRunLayout: RowLayout = { columns: [], members: RAW_MEMBERS }

const runLayout: RowLayout = {
  columns: [
    { member: 'wiki_run_id', title: 'RUN', kind: 'day' },
    { member: 'repository', title: 'REPOSITORY', kind: 'text', isAddress: true },
    { member: 'pages', title: 'PAGES', kind: 'count' },
    { member: 'commit', title: 'COMMIT', kind: 'text' },
    { member: 'branch', title: 'BRANCH', kind: 'text' },
    { member: 'created_at', title: 'CREATED', kind: 'day' },
    { member: 'known', title: 'KNOWN', kind: 'text' },
  ],
  members: RUN_MEMBERS,
}

export const wikiList = listCommand({
  name: 'wiki list',
  summary: 'Wiki runs that are known',
  description:
    'Where the server lists them, the newest of each repository; else those whose ids were added or seen. json and ndjson print them as the server told them.',
  what: 'runs',
  example: 'repo=checkout pages>50 age<7d',
  cacheOptions: ['offline'],
  layout: runLayout,
  examples: ['wiki list', "wiki list --where 'pages>50' --format csv"],
  table: (now) => runTable<WikiRunRow>(now, (run) => run),
  sorts: {
    names: ['created', 'repo', 'pages'],
    usual: 'created',
    sorted: (runs, { by, isDescending }) =>
      by === 'created' ? (isDescending ? newestRuns(runs) : newestRuns(runs).reverse()) : undefined,
  },
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
        ...(isRaw && { layout: rawRunLayout }),
      }),
      notes: (runs) => [
        data.rows.length === 0 ? 'No wiki run is known: qd wiki add takes one by its id.' : undefined,
        ...runs.map(({ id, failure }) => failure && `${id}: ${failure.message}`),
      ],
    }
  },
})

const LABEL = 12

export const wikiShow = command({
  name: 'wiki show',
  summary: 'What the server tells of a wiki run',
  arguments: [{ name: 'run', help: 'its id, or latest', completes: 'wiki run' }],
  options: [repoOption],
  members: runLayout.members,
  cacheOptions: ['offline'],
  examples: ['wiki show wr_81f0', 'wiki show latest --repo checkout --json'],
  parse: ({ args, options }) => parseRun(args[0] ?? '', options.repo),
  run: async (wanted, deps) => {
    const source = await deps.source()
    const { id } = await findRun(wanted, deps)
    const { data, at } = await source.management.wikiRuns.loadOne(id, callOptions(deps))
    const raw = rawRun(data)
    const table = (): string => {
      const facts = runFacts(data).map(([name, fact]) => `${name.padEnd(LABEL)}${fact}\n`)
      const titles = pageTitles(data.item?.pageTree)
      return [...facts, ...(titles.length > 0 ? ['\n'] : []), ...titles.map((title) => `${title}\n`)].join('')
    }
    const isRaw = deps.format === 'ndjson'
    const layout = isRaw ? rawRunLayout : runLayout
    printRows({ rows: [isRaw ? raw : runRow(data, deps.format)], envelope: raw, layout, table }, deps)
    const note = data.item ? undefined : 'This server does not read single wiki runs: that is all that is known of it.'
    await endWith({ at, notes: [note] }, deps)
  },
})
