import type { FoundPage, SearchReport } from '../../archive/search-archives.ts'
import { usageError } from '../../base/errors.ts'
import { exportedArchives } from '../../cache/load/management/load-wiki-runs.ts'
import { fieldsOf } from '../../domain/filter/field-of.ts'
import type { RowTable } from '../../domain/filter/row-columns.ts'
import { outputOf } from '../../domain/output/csv.ts'
import { repositoryName } from '../../domain/wiki/run-name.ts'
import { parseTextSearch, SEARCH_CUT, SEARCH_SYNTAX } from '../../domain/wiki/text-search.ts'
import type { Deps } from '../kit/command.ts'
import { withProgress } from '../kit/notes.ts'
import { localPath } from '../kit/option-values.ts'
import { listCommand } from '../output/list-command.ts'
import type { ColumnLayout } from '../output/row-layout.ts'

/** An archive to search, and the run that it was exported from. */
type Searched = { path: string; id?: string; name?: string | undefined }

/** A found line, or a page whose name is found. */
type Hit = { archive: Searched; page: string; line: number | undefined; text: string | undefined }

const field = fieldsOf((hit: Hit) => hit)

const table: RowTable<Hit> = {
  isPhrase: true,
  fields: [
    field('repo', 'word', ({ archive }) => archive.name && repositoryName({ name: archive.name }), ['repository']),
    field('run', 'text', ({ archive }) => archive.id, ['wikiRunId']),
    field('archive', 'text', ({ archive }) => archive.path, ['file']),
    field('page', 'text', ({ page }) => page),
    field('line', 'number', ({ line }) => line),
    field('text', 'text', ({ text }) => text),
  ],
  nameOf: ({ page }) => page,
  textsOf: ({ text }) => [text],
}

const columns: readonly ColumnLayout[] = [
  { member: 'repository', title: 'WIKI', kind: 'text', isAddress: true, otherwise: 'archive' },
  { member: 'page', title: 'PAGE', kind: 'text', isAddress: true },
  { member: 'line', title: 'LINE', kind: 'count', whenMissing: '' },
  { member: 'text', title: 'TEXT', kind: 'text', isProse: true, whenMissing: '' },
]

const { columns: members, rowOf } = outputOf<[hit: Hit]>({
  archive: ({ archive }) => archive.path,
  wikiRunId: ({ archive }) => archive.id,
  repository: ({ archive }) => archive.name && repositoryName({ name: archive.name }),
  page: ({ page }) => page,
  line: ({ line }) => line,
  text: ({ text }) => text?.trim(),
})

/** One row per listed line, and one for a page of which only the name matches. */
const hitsOf = (archive: Searched, { page, lines }: FoundPage): Hit[] =>
  lines.length === 0
    ? [{ archive, page, line: undefined, text: undefined }]
    : lines.map((found) => ({ archive, page, ...found }))

const findHits = async (archives: readonly Searched[], text: string, deps: Deps) => {
  const { searchArchives } = await import('../../archive/search-archives.ts')
  const byPath = new Map(archives.map((archive) => [archive.path, archive]))
  const pages: FoundPage[] = []
  const problems: string[] = []
  let isCut = false
  await withProgress(deps, 'Searching', (onProgress) => {
    const onFound = (report: SearchReport) => {
      for (const page of report.pages) pages.push(page)
      problems.push(...report.problems)
      isCut = report.isCut
      onProgress(report)
    }
    return searchArchives({ paths: [...byPath.keys()], text }, { signal: deps.signal, onFound })
  })
  const rows = pages.flatMap((page) => hitsOf(byPath.get(page.archive) ?? { path: page.archive }, page))
  const unlisted = pages.filter(({ hits, lines }) => hits > lines.length)
  return { rows, problems, isCut, unlisted }
}

export const search = listCommand({
  name: 'wiki search',
  summary: 'Search the pages of exported wikis',
  reads: true,
  description: `Searches names and texts of pages in all archives that were exported from this machine and still exist, or in the given files. TEXT finds ${SEARCH_SYNTAX}, ignoring case. Prints a row per line, or per page if only its name matches. Only pages whose checksums match are searched. Sends no request.`,
  what: 'lines',
  example: 'repo=checkout page~flow',
  arguments: [{ name: 'text', help: SEARCH_SYNTAX }],
  options: [
    {
      flags: '--file <path>',
      help: 'search this archive instead; can be repeated',
      completes: 'file',
      isRepeatable: true,
    },
  ],
  cacheOptions: ['offline'],
  layout: { columns, members },
  examples: ['wiki search settlement', `wiki search '"request flow" gateway' --file checkout-wiki.zip --format csv`],
  table: () => table,
  sorts: { names: ['repo', 'page', 'line'], defaultSort: 'archive, page, line' },
  parse: ({ args: [text = ''], options }) => {
    if (parseTextSearch(text).length === 0) throw usageError('The text is empty: give words to search for.')
    return { text, files: options.file.map((path) => localPath(path, '--file')) }
  },
  load: async ({ text, files }, deps) => {
    const archives: readonly Searched[] =
      files.length > 0 ? files.map((path) => ({ path })) : await exportedArchives((await deps.source()).ledger)
    const { rows, problems, isCut, unlisted } = await findHits(archives, text, deps)
    return {
      rows,
      incomplete: isCut ? SEARCH_CUT : problems.length > 0 ? 'Not everything could be searched.' : undefined,
      print: (chosen) => {
        const printed = chosen.map((hit) => rowOf(hit))
        return { rows: printed, envelope: { hits: printed } }
      },
      notes: () => [
        archives.length === 0 ? 'There are no exported wikis: run qd wiki export, or use --file.' : undefined,
        ...unlisted.map(
          ({ page, hits, lines }) => `${page}: only the first ${lines.length} of ${hits} lines are listed.`,
        ),
        ...problems,
      ],
    }
  },
})
