import { assertEmptyOrNew } from '../../archive/empty-folder.ts'
import { toJson } from '../../domain/output/output.ts'
import { bytes, fullNumber } from '../../domain/text/format.ts'
import { archiveName } from '../../domain/wiki/run-name.ts'
import { type CommandInput, command, type Deps } from '../kit/command.ts'
import { mayReplace } from '../kit/confirm.ts'
import { localPath } from '../kit/local-path.ts'
import { noteTo } from '../kit/note.ts'
import type { OptionRow } from '../kit/option-row.ts'
import { createProgressLine } from '../kit/progress-line.ts'
import { callOptions } from '../kit/wait-notice.ts'
import { withForce } from '../kit/with-force.ts'
import { findRun, parseRun, repoOption, type WantedRun } from './find-run.ts'

type ExportOptions = {
  wanted: WantedRun
  /** From the root; undefined: a name of its own in the working directory. */
  path: string | undefined
  isForced: boolean
  /** The folder that it is extracted into as well, from the root. */
  folder: string | undefined
}

const optionRows = [
  repoOption,
  {
    flags: '-o, --output <file>',
    help: 'where it goes (default: NAME-wiki.zip in the working directory)',
    completes: 'file',
  },
  { flags: '--force', help: 'replace a file that is there, without asking' },
  { flags: '--extract <folder>', help: 'extract it as well, into a folder that is new or empty', completes: 'folder' },
] as const satisfies readonly OptionRow[]

const parseExport = ({ args, options }: CommandInput<typeof optionRows>): ExportOptions => ({
  wanted: parseRun(args[0] ?? '', options.repo),
  path: options.output === undefined ? undefined : localPath(options.output, '--output'),
  isForced: options.force,
  folder: options.extract === undefined ? undefined : localPath(options.extract, '--extract'),
})

/** Prints the path of the archive when it is there, and with `folder` that of the folder below it. */
const runExport = async ({ wanted, path, isForced, folder }: ExportOptions, deps: Deps): Promise<undefined> => {
  // Judged before anything is fetched: the archive would be there and the folder not.
  if (folder !== undefined) assertEmptyOrNew(folder)
  const { management } = await deps.source()
  const run = await findRun(wanted, deps)
  const target = path ?? localPath(archiveName(run), '--output')
  const isReplacing = await mayReplace(target, isForced, deps)
  const work = async <Result>(what: string, begin: (options: WorkOptions) => Promise<Result>): Promise<Result> => {
    const line = createProgressLine(deps, what)
    try {
      return await begin({ ...callOptions(deps), onProgress: line.tell })
    } finally {
      line.end()
    }
  }
  const saved = await work(`Export of ${run.id}`, (options) =>
    management.work('exportWiki', { wikiRunId: run.id, path: target, mayReplace: isReplacing }, options),
  ).catch(withForce)
  const { files, sizeBytes } = saved
  noteTo(deps.err, `Verified: ${bytes(sizeBytes)}, ${fullNumber(files)} ${files === 1 ? 'page' : 'pages'}.`)
  const extracted =
    folder === undefined
      ? undefined
      : await work('Extracting', (options) => management.work('extractArchive', { path: target, folder }, options))
  if (deps.format === 'json') {
    const told = { path: saved.path, sizeBytes, files, ...(extracted && { folder: extracted.folder }) }
    deps.out(`${toJson(told, { indent: 2 })}\n`)
    return
  }
  deps.out(`${saved.path}\n`)
  if (extracted) deps.out(`${extracted.folder}\n`)
}

type WorkOptions = NonNullable<Parameters<Awaited<ReturnType<Deps['source']>>['management']['work']>[2]>

export const wikiExport = command({
  name: 'wiki export',
  summary: 'Download a wiki as a verified archive',
  description:
    'Written in whole or not at all, for you only. It is verified before it gets its name: every sum, every name, its size. Prints the path.',
  arguments: [{ name: 'run', help: 'its id, or latest', completes: 'wiki run' }],
  options: optionRows,
  formats: ['table', 'json'],
  pipeFormat: 'table',
  examples: ['wiki export latest --repo checkout', 'wiki export wr_81f0 -o checkout.zip --extract checkout'],
  parse: parseExport,
  run: runExport,
})
