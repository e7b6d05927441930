import { safeEntryName } from '../../domain/text/safe-file-name.ts'
import { Problem, quoted } from '../http/problem.ts'
import type { Route } from '../http/route.ts'
import { jsonText } from '../http/route.ts'
import type { Stores } from '../store/store.ts'
import { entryNames, type ZipEntry, zipStream } from '../zip/zip-stream.ts'

const noSuchRun = (id: string): Problem => new Problem(404, `Not found: wiki run ${quoted(id)}.`)

/** Maximum size of all pages for sending an archive as a whole, bytes. */
const SMALL_BYTES = 1024 * 1024

export const exportWiki: Route<'exportWiki'> = async ({ params }, { store, now }) => {
  const id = params.wikiRunId
  if (!(await store.wikis.exists(id))) throw noSuchRun(id)
  return {
    fileName: `${safeEntryName(id)}.zip`,
    stream: zipStream(await entriesOf(store, id), now()),
    isSmall: (await store.wikis.readSize(id)) <= SMALL_BYTES,
  }
}

const entriesOf = async (store: Stores, id: string): Promise<ZipEntry[]> => {
  const pages = await store.wikis.readPaths(id)
  const names = entryNames(pages.map(({ path }) => path))
  return pages.map(({ place, path }, index) => ({
    name: names[index] ?? path,
    read: async () => {
      const markdown = await store.wikis.readMarkdown(id, place)
      // The archive then ends without its directory, so clients detect that it is incomplete.
      if (markdown === undefined) throw new Error(`page ${path} of wiki run ${id} was deleted during its export`)
      return markdown
    },
  }))
}

export const wikiRuns: Route<'wikiRuns'> = async (_request, { store }) => {
  const newest = new Map<string, string>()
  for (const { run, row } of await store.wikis.readAll()) {
    // A run without a repository counts as a repository of its own.
    const repository = run.repoUrl ?? run.wikiRunId
    if (!newest.has(repository)) newest.set(repository, row)
  }
  return jsonText(`{"wikiRuns":[${[...newest.values()].join(',')}]}`)
}

export const wikiRun: Route<'wikiRun'> = async ({ params }, { store }) => {
  const row = await store.wikis.read(params.wikiRunId)
  if (row === undefined) throw noSuchRun(params.wikiRunId)
  return jsonText(row)
}

export const wikiHistory: Route<'wikiHistory'> = async ({ params }, { store }) => {
  const rows = (await store.wikis.readAll()).filter(({ run }) => run.repoUrl === params.repoUrl)
  if (rows.length === 0) throw new Problem(404, `Not found: wiki runs of ${quoted(params.repoUrl)}.`)
  return jsonText(`{"wikiRuns":[${rows.map(({ row }) => row).join(',')}]}`)
}

export const deleteWiki: Route<'deleteWiki'> = async ({ params }, { store }) => {
  await store.write(async ({ wikis }) => {
    if (!(await wikis.delete(params.wikiRunId))) throw noSuchRun(params.wikiRunId)
  })
  return { deleted: true }
}
