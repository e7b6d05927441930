import { assertEmptyOrNew } from '../../archive/writing.ts'
import { AppError } from '../../base/errors.ts'
import { toJson } from '../../domain/output/output.ts'
import { bytes, fullNumber } from '../../domain/text/format.ts'
import { safeText, withVisibleControls } from '../../domain/text/safe-text.ts'
import { archiveName } from '../../domain/wiki/run-name.ts'
import { mayReplace, withForce } from '../kit/change.ts'
import { command, type Deps } from '../kit/command.ts'
import { callOptions } from '../kit/load-options.ts'
import { createProgressLine, noteTo } from '../kit/notes.ts'
import { localPath } from '../kit/option-values.ts'
import { changeCommand } from '../output/change-command.ts'
import { printRows } from '../output/print-rows.ts'
import type { RowLayout } from '../output/row-layout.ts'
import { findRun, parseRun, parseRunId, repoOption } from './wiki-list.ts'

type WorkOptions = NonNullable<Parameters<Awaited<ReturnType<Deps['source']>>['management']['exportWiki']>[1]>

export const wikiExport = command({
  name: 'wiki export',
  summary: 'Download a wiki as a verified archive',
  description:
    'Written in whole or not at all, for you only. It is verified before it gets its name: every sum, every name, its size. Prints the path.',
  arguments: [{ name: 'run', help: 'its id, or latest', completes: 'wiki run' }],
  options: [
    repoOption,
    {
      flags: '-o, --output <file>',
      help: 'where it goes (default: NAME-wiki.zip in the working directory)',
      completes: 'file',
    },
    { flags: '--force', help: 'replace a file that is there, without asking' },
    {
      flags: '--extract <folder>',
      help: 'extract it as well, into a folder that is new or empty',
      completes: 'folder',
    },
  ],
  formats: ['table', 'json'],
  pipeFormat: 'table',
  examples: ['wiki export latest --repo checkout', 'wiki export wr_81f0 -o checkout.zip --extract checkout'],
  parse: ({ args, options }) => ({
    wanted: parseRun(args[0] ?? '', options.repo),
    path: options.output === undefined ? undefined : localPath(options.output, '--output'),
    isForced: options.force,
    folder: options.extract === undefined ? undefined : localPath(options.extract, '--extract'),
  }),
  /** Prints the path of the archive when it is there, and with `folder` that of the folder below it. */
  run: async ({ wanted, path, isForced, folder }, deps) => {
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
      management.exportWiki({ wikiRunId: run.id, path: target, mayReplace: isReplacing }, options),
    ).catch(withForce)
    const { files, sizeBytes } = saved
    noteTo(deps.err, `Verified: ${bytes(sizeBytes)}, ${fullNumber(files)} ${files === 1 ? 'page' : 'pages'}.`)
    const extracted =
      folder === undefined
        ? undefined
        : await work('Extracting', (options) => management.extractArchive({ path: target, folder }, options))
    if (deps.format === 'json') {
      const told = { path: saved.path, sizeBytes, files, ...(extracted && { folder: extracted.folder }) }
      deps.out(`${toJson(told, { indent: 2 })}\n`)
      return
    }
    deps.out(`${saved.path}\n`)
    if (extracted) deps.out(`${extracted.folder}\n`)
  },
})

export const wikiExtract = command({
  name: 'wiki extract',
  summary: 'Extract a downloaded archive into a folder',
  description:
    'In whole or not at all, into a folder that is new or empty. Every name, size and sum is verified once more.',
  arguments: [
    { name: 'file', help: 'the archive', completes: 'file' },
    { name: 'folder', help: 'new or empty', completes: 'folder' },
  ],
  formats: ['table'],
  examples: ['wiki extract checkout-wiki.zip checkout'],
  parse: ({ args }) => ({
    path: localPath(args[0] ?? '', 'The archive'),
    folder: localPath(args[1] ?? '', 'The folder'),
  }),
  run: async ({ path, folder }, deps) => {
    const { extractArchive } = await import('../../archive/extract-archive.ts')
    const { files } = await extractArchive(path, { folder, signal: deps.signal })
    noteTo(deps.err, `Extracted ${fullNumber(files)} ${files === 1 ? 'file' : 'files'}.`)
    deps.out(`${folder}\n`)
  },
})

/** The name of a page by itself, without its extension, or its last part where only one is called so. */
const nameOf = (wanted: string, pages: readonly { name: string }[]): string => {
  const names = pages.map(({ name }) => name)
  const tests = [
    (name: string) => name === wanted,
    (name: string) => name === `${wanted}.md`,
    (name: string) => name.endsWith(`/${wanted}`) || name.endsWith(`/${wanted}.md`),
  ]
  for (const test of tests) {
    const found = names.filter(test)
    if (found.length > 1)
      throw new AppError('usage', `${wanted} may be ${found.slice(0, 3).join(' or ')}: give all of its path.`)
    if (found[0] !== undefined) return found[0]
  }
  throw new AppError('notFound', `No page is called ${wanted}: without it, qd wiki pages lists them.`)
}

const layout: RowLayout = {
  columns: [
    { member: 'page', title: 'PAGE', kind: 'text', isAddress: true },
    { member: 'size_bytes', title: 'BYTES', kind: 'count', isSummed: true },
  ],
  members: ['page', 'size_bytes'],
}

const pageLayout: RowLayout = { columns: [], members: ['page', 'size_bytes', 'is_cut', 'text'] }

export const wikiPages = command({
  name: 'wiki pages',
  summary: 'What a downloaded archive holds, or one page as text',
  description:
    'The archive is verified first. A page is named by its path, or by the last part of it; it is printed as text unless --format is given.',
  arguments: [
    { name: 'file', help: 'the archive', completes: 'file' },
    { name: 'page', help: 'the page to print', isOptional: true },
  ],
  examples: ['wiki pages checkout-wiki.zip', "wiki pages checkout-wiki.zip 'Request flow'"],
  parse: ({ args }) => ({
    path: localPath(args[0] ?? '', 'The archive'),
    page: args[1],
  }),
  /** Prints the pages of an archive, or one of them: as text that no terminal obeys, or in the format that was chosen. */
  run: async ({ path, page: wanted }, deps) => {
    const { readArchive, readPage } = await import('../../archive/read-archive.ts')
    const { entries } = await readArchive(path, deps.signal)
    const pages = entries.filter(({ isFolder }) => !isFolder)
    if (wanted === undefined) {
      const rows = pages.map(({ name, sizeBytes }) => ({ page: name, size_bytes: sizeBytes }))
      printRows({ rows, envelope: { pages: rows }, layout }, deps)
      return
    }
    const { name, text, sizeBytes, isCut } = await readPage(path, nameOf(wanted, pages))
    const { format = 'table' } = deps.globals
    if (format !== 'table') {
      const row = { page: name, size_bytes: sizeBytes, is_cut: isCut, text }
      printRows({ rows: [row], envelope: row, layout: pageLayout }, deps)
    } else {
      const ended = text.endsWith('\n') ? text : `${text}\n`
      deps.out(deps.isOutputTerminal ? safeText(ended, 'text') : withVisibleControls(ended))
    }
    if (isCut) noteTo(deps.err, 'That is the beginning of a long page: qd wiki extract brings all of it.')
  },
})

export const wikiDelete = changeCommand({
  name: 'wiki delete',
  summary: 'Delete a wiki run on the server',
  description: 'Asks first; archives that were downloaded stay.',
  arguments: [{ name: 'run', help: 'its id', completes: 'wiki run' }],
  examples: ['wiki delete wr_81f0'],
  change: 'deleteWiki',
  destroys: true,
  parse: ({ args }) => {
    const id = parseRunId(args[0] ?? '')
    return {
      request: { params: { wikiRunId: id } },
      question: `Delete the wiki run ${id} on the server?`,
      look: `qd wiki show ${id} tells whether it is still there, where the server reads single runs.`,
      done: () => [`Deleted ${id}.`, { id, deleted: true }],
    }
  },
})
