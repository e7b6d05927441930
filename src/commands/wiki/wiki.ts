import { assertEmptyOrNew } from '../../archive/writing.ts'
import { AppError, usageError } from '../../base/errors.ts'
import { idProblem } from '../../base/requests.ts'
import type { WikiRunRow } from '../../cache/load/management/load-wiki-runs.ts'
import type { WikiRun } from '../../contract/wiki.ts'
import { outputOf } from '../../domain/output/csv.ts'
import { bytes, counted, moment } from '../../domain/text/format.ts'
import { safeText, withVisibleControls } from '../../domain/text/safe-text.ts'
import { timeText } from '../../domain/text/time-text.ts'
import {
  archiveName,
  matchesRepository,
  newestRuns,
  pagesText,
  pageTitles,
  repositoryName,
  runFacts,
  runTable,
} from '../../domain/wiki/run-name.ts'
import { mayReplace, withForceHint } from '../kit/change.ts'
import { command, type Deps, textFormats } from '../kit/command.ts'
import { callOptions, finishCommand } from '../kit/load-options.ts'
import { noteTo, withProgress } from '../kit/notes.ts'
import type { OptionRow } from '../kit/option-row.ts'
import { localPath } from '../kit/option-values.ts'
import type { Format } from '../kit/output-format.ts'
import { changeCommand } from '../output/change-command.ts'
import { withComputed } from '../output/document.ts'
import { listCommand } from '../output/list-command.ts'
import { printJson, printRows } from '../output/print-rows.ts'
import { type ColumnLayout, columnsOf, type RawRow, type RowLayout } from '../output/row-layout.ts'
import { trackedIdCommands } from '../output/tracked-id-commands.ts'
import { search } from './wiki-search.ts'

const repoOption = {
  flags: '--repo <name>',
  help: 'with latest: this repository, by name or URL',
} as const satisfies OptionRow

/** The requested run: by its id, else the newest one, of a repository if one is given. */
type WantedRun = { id?: string; repo?: string | undefined }

/** @throws AppError of kind `usage` for an id that is not valid in a URL path, and for --repo with an id. */
const parseRun = (typed: string, repo: string | undefined): WantedRun => {
  if (repo?.trim() === '') throw usageError('--repo is empty: use the name of a repository.')
  if (typed === 'latest') return { repo }
  if (repo !== undefined) throw usageError('--repo requires latest: remove --repo or the id.')
  return { id: parseRunId(typed) }
}

/** @throws AppError of kind `usage` for an id that is not valid in a URL path. */
const parseRunId = (typed: string): string => {
  const problem = idProblem(typed)
  if (problem !== undefined) throw usageError(`The id of the wiki run ${problem}: see qd wiki list.`)
  return typed
}

/**
 * Finds the requested run.
 *
 * @throws AppError of kind `notFound` if it is unknown.
 */
const findRun = async ({ id, repo }: WantedRun, deps: Deps): Promise<{ id: string; name: string | undefined }> => {
  const { management } = await deps.source()
  if (id !== undefined) return { id, name: undefined }
  const { data } = await management.wikiRuns.loadAll(callOptions(deps))
  const found = newestRuns(data.rows).find((row: WikiRunRow) => repo === undefined || matchesRepository(row, repo))
  if (found) return found
  const what = repo === undefined ? 'There are no wiki runs' : `No wiki run matches "${repo}"`
  throw new AppError('notFound', `${what}: see qd wiki list, or add one by its id with qd wiki add.`)
}

/** The run as received, or else its stored id and name, with what is computed for it. */
const rawRun = (run: WikiRunRow): RawRow => {
  const { id, name, item } = run
  return withComputed(
    item ? { ...item, wikiRunId: id } : { wikiRunId: id, ...(name !== undefined && { repoUrl: name }) },
    { repository: repositoryName(run) ?? null, createdAt: timeText(item?.createdAt) },
  )
}

const { columns: RUN_MEMBERS, rowOf: runRow } = outputOf<[run: WikiRunRow, format: Format]>({
  wikiRunId: ({ id }) => id,
  repository: repositoryName,
  pageCount: ({ item }) => item?.pageCount,
  commitHash: ({ item }) => item?.commitHash,
  branch: ({ item }) => item?.branch,
  createdAt: ({ item }, format) =>
    format === 'table' && typeof item?.createdAt === 'number' ? moment(item.createdAt) : timeText(item?.createdAt),
  known: ({ source }) => source,
  repoUrl: ({ item, name }) => item?.repoUrl ?? name,
})

// Repeated here, because loading the schema is slow.
const RAW_MEMBERS: readonly (keyof WikiRun | 'computed')[] = [
  'wikiRunId',
  'createdAt',
  'repoUrl',
  'commitHash',
  'branch',
  'hasLocalChanges',
  'hasNonRemoteCommits',
  'pageCount',
  'pageTree',
  'computed',
]

/** Layout of runs as received, for --columns. */
const rawRunLayout: RowLayout = { columns: [], members: RAW_MEMBERS }

const runLayout: RowLayout = {
  columns: [
    { member: 'wikiRunId', title: 'RUN', kind: 'day' },
    { member: 'repository', title: 'REPOSITORY', kind: 'text', isAddress: true },
    { member: 'pageCount', title: 'PAGES', kind: 'count' },
    ...columnsOf('text', { commitHash: 'COMMIT', branch: 'BRANCH' }),
    { member: 'createdAt', title: 'CREATED', kind: 'day' },
    { member: 'known', title: 'SOURCE', kind: 'text' },
  ],
  members: RUN_MEMBERS,
}

const list = listCommand({
  name: 'wiki list',
  summary: 'List wiki runs',
  reads: true,
  description:
    'Lists the newest run of each repository. If the server cannot list runs, lists the runs that you added or opened. json and ndjson print runs as received, with what qd computes under computed.',
  what: 'runs',
  example: 'repo=checkout pages>50 age<7d',
  cacheOptions: ['offline'],
  layout: runLayout,
  examples: ['wiki list', "wiki list --where 'pages>50' --format csv"],
  table: (now) => runTable<WikiRunRow>(now, (run) => run),
  sorts: {
    names: ['created', 'repo', 'pages'],
    defaultSort: 'created',
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
        data.rows.length === 0 ? 'There are no wiki runs yet: add one by its id with qd wiki add.' : undefined,
        ...runs.map(({ id, failure }) => failure && `${id}: ${failure.message}`),
      ],
    }
  },
})

const LABEL = 12

const show = command({
  name: 'wiki show',
  summary: 'Show a wiki run',
  reads: true,
  arguments: [{ name: 'run', help: 'id of the run, or latest', completes: 'wiki run' }],
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
    const note = data.item
      ? undefined
      : 'This server cannot read single wiki runs, so only the stored id and name are shown.'
    await finishCommand({ at, notes: [note] }, deps)
  },
})

const download = command({
  name: 'wiki export',
  summary: 'Download a wiki as a verified archive',
  description:
    'Verifies every checksum, name and size before the file gets its final name, and prints its path. After an error, no file is left behind. Only you can read the file.',
  arguments: [{ name: 'run', help: 'id of the run, or latest', completes: 'wiki run' }],
  options: [
    repoOption,
    {
      flags: '-o, --output <file>',
      help: 'output file (default: NAME-wiki.zip)',
      completes: 'file',
    },
    { flags: '--force', help: 'overwrite an existing file without asking' },
    {
      flags: '--extract <folder>',
      help: 'also extract it into this new folder',
      completes: 'folder',
    },
  ],
  ...textFormats,
  examples: ['wiki export latest --repo checkout', 'wiki export wr_81f0 -o checkout.zip --extract checkout'],
  parse: ({ args, options }) => ({
    wanted: parseRun(args[0] ?? '', options.repo),
    path: options.output === undefined ? undefined : localPath(options.output, '--output'),
    isForced: options.force,
    folder: options.extract === undefined ? undefined : localPath(options.extract, '--extract'),
  }),
  /** Prints the path of the archive, and below it that of `folder` if given. */
  run: async ({ wanted, path, isForced, folder }, deps) => {
    // Checked before the download: otherwise the archive would be saved without the folder.
    if (folder !== undefined) assertEmptyOrNew(folder)
    const { management } = await deps.source()
    const run = await findRun(wanted, deps)
    const target = path ?? localPath(archiveName(run), '--output')
    const isReplacing = await mayReplace(target, isForced, deps)
    const saved = await withProgress(deps, `Export of ${run.id}`, (onProgress) => {
      const request = { wikiRunId: run.id, path: target, mayReplace: isReplacing }
      return management.exportWiki(request, { ...callOptions(deps), onProgress })
    }).catch(withForceHint)
    const { path: savedPath, sizeBytes, files } = saved
    noteTo(deps.err, `Verified: ${bytes(sizeBytes)}, ${pagesText(files)}.`)
    if (folder !== undefined)
      await withProgress(deps, 'Extracting', (onProgress) =>
        management.extractArchive({ path: target, folder }, { ...callOptions(deps), onProgress }),
      )
    if (deps.format === 'json') printJson({ path: savedPath, sizeBytes, files, ...(folder && { folder }) }, deps)
    else deps.out(folder === undefined ? `${savedPath}\n` : `${savedPath}\n${folder}\n`)
  },
})

const extract = command({
  name: 'wiki extract',
  summary: 'Extract a downloaded archive into a folder',
  description:
    'Verifies every name, size and checksum again. The folder must be new or empty; after an error it is unchanged.',
  arguments: [
    { name: 'file', help: 'the archive', completes: 'file' },
    { name: 'folder', help: 'a new or empty folder', completes: 'folder' },
  ],
  formats: ['table'],
  examples: ['wiki extract checkout-wiki.zip checkout'],
  parse: ({ args }) => ({
    path: localPath(args[0] ?? '', 'The archive path'),
    folder: localPath(args[1] ?? '', 'The folder path'),
  }),
  run: async ({ path, folder }, deps) => {
    const { extractArchive } = await import('../../archive/extract-archive.ts')
    const { files } = await extractArchive(path, { folder, signal: deps.signal })
    noteTo(deps.err, `Extracted ${counted(files, 'file')}.`)
    deps.out(`${folder}\n`)
  },
})

/** The name of the page: exact, without its extension, or by its last part if that is unique. */
const nameOf = (wanted: string, pages: readonly { name: string }[]): string => {
  const names = pages.map(({ name }) => name)
  const tests = [
    (name: string) => name === wanted,
    (name: string) => name === `${wanted}.md`,
    (name: string) => name.endsWith(`/${wanted}`) || name.endsWith(`/${wanted}.md`),
  ]
  for (const test of tests) {
    const found = names.filter(test)
    if (found.length > 1) throw usageError(`${wanted} matches ${found.slice(0, 3).join(' and ')}: give the full path.`)
    if (found[0] !== undefined) return found[0]
  }
  throw new AppError('notFound', `No page is named ${wanted}: run qd wiki pages without a page to list them.`)
}

const columns: readonly ColumnLayout[] = [
  { member: 'page', title: 'PAGE', kind: 'text', isAddress: true },
  { member: 'sizeBytes', title: 'BYTES', kind: 'count', isSummed: true },
]

const printPages = command({
  name: 'wiki pages',
  summary: 'List the pages of an archive, or print one',
  description:
    'Verifies the archive first. To print a page, give its path in the archive or the last part of the path. Prints the page as text unless --format is given.',
  arguments: [
    { name: 'file', help: 'the archive', completes: 'file' },
    { name: 'page', help: 'path of the page to print', isOptional: true },
  ],
  examples: ['wiki pages checkout-wiki.zip', "wiki pages checkout-wiki.zip 'Request flow'"],
  parse: ({ args }) => ({ path: localPath(args[0] ?? '', 'The archive path'), page: args[1] }),
  /** Prints the pages of an archive, or one of them: as text without control characters, or in the requested format. */
  run: async ({ path, page: wanted }, deps) => {
    const { readArchive, readPage } = await import('../../archive/read-archive.ts')
    const { entries } = await readArchive(path, deps.signal)
    const pages = entries.filter(({ isFolder }) => !isFolder)
    if (wanted === undefined) {
      const rows = pages.map(({ name, sizeBytes }) => ({ page: name, sizeBytes: sizeBytes }))
      printRows({ rows, envelope: { pages: rows }, layout: { columns, members: ['page', 'sizeBytes'] } }, deps)
      return
    }
    const { name, text, sizeBytes, isCut } = await readPage(path, nameOf(wanted, pages))
    const { format = 'table' } = deps.globals
    if (format !== 'table') {
      const row = { page: name, sizeBytes: sizeBytes, isCut: isCut, text }
      printRows({ rows: [row], envelope: row, layout: { columns: [], members: Object.keys(row) } }, deps)
    } else {
      const ended = text.endsWith('\n') ? text : `${text}\n`
      deps.out(deps.isOutputTerminal ? safeText(ended, 'text') : withVisibleControls(ended))
    }
    if (isCut) noteTo(deps.err, 'The page is too long, so its end is missing. To read all of it, use qd wiki extract.')
  },
})

const remove = changeCommand({
  name: 'wiki delete',
  summary: 'Delete a wiki run on the server',
  description: 'Asks for confirmation. Downloaded archives are kept.',
  arguments: [{ name: 'run', help: 'id of the run', completes: 'wiki run' }],
  examples: ['wiki delete wr_81f0'],
  change: 'deleteWiki',
  destroys: true,
  parse: ({ args }) => {
    const id = parseRunId(args[0] ?? '')
    return {
      request: { params: { wikiRunId: id } },
      question: `Delete the wiki run ${id} on the server?`,
      howToCheck: `Check whether it still exists with qd wiki show ${id}.`,
      done: () => [`Deleted ${id}.`, { id, deleted: true }],
    }
  },
})

const known = trackedIdCommands('wiki', 'wikiRuns', 'wiki run')

export const wikiCommands = [list, show, ...known, download, printPages, search, extract, remove]
