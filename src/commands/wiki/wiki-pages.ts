import { AppError } from '../../base/errors.ts'
import { safeText, withVisibleControls } from '../../domain/text/safe-text.ts'
import { type CommandInput, command, type Deps } from '../kit/command.ts'
import { localPath } from '../kit/local-path.ts'
import { noteTo } from '../kit/note.ts'
import { FORMATS } from '../kit/output-format.ts'
import { printRows } from '../output/print-rows.ts'
import type { RowLayout } from '../output/row-layout.ts'

export type PagesOptions = { path: string; page: string | undefined }

/** Prints the pages of an archive, or one of them: as text that no terminal obeys, or in the format that was chosen. */
const runPages = async ({ path, page: wanted }: PagesOptions, deps: Deps): Promise<undefined> => {
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
}

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
  options: [],
  formats: FORMATS,
  examples: ['wiki pages checkout-wiki.zip', "wiki pages checkout-wiki.zip 'Request flow'"],
  parse: ({ args }: CommandInput<[]>): PagesOptions => ({
    path: localPath(args[0] ?? '', 'The archive'),
    page: args[1],
  }),
  run: runPages,
})
