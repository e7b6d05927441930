import { safeEntryName } from '../../domain/text/safe-file-name.ts'
import { Problem, quoted } from '../http/problem.ts'
import type { Route } from '../http/route.ts'
import { jsonText } from '../http/stored-json.ts'
import type { Store } from '../store/store.ts'
import { entryNames } from '../zip/entry-names.ts'
import { zipBytes, zipStream } from '../zip/zip-stream.ts'

const noSuchRun = (id: string): Problem => new Problem(404, `There is no wiki run ${quoted(id)}.`)

/** Bytes of pages up to which an archive is made as a whole, so that its length is known before it is sent. */
const WHOLE_BYTES = 1024 * 1024

export const exportWiki: Route<'exportWiki'> = ({ params }, { store, now }) => {
  const id = params.wikiRunId
  if (!store.wikis.exists(id)) throw noSuchRun(id)
  const fileName = `${safeEntryName(id)}.zip`
  const isSmall = store.wikis.readSize(id) <= WHOLE_BYTES
  return { fileName, bytes: isSmall ? zipBytes(entriesOf(store, id), now()) : zipStream(entriesOf(store, id), now()) }
}

// Pages are read one by one while they are sent: a large wiki is never in memory as a whole.
function* entriesOf(store: Store, id: string) {
  const pages = store.wikis.readPaths(id)
  const names = entryNames(pages.map(({ path }) => path))
  for (const [index, { place, path }] of pages.entries()) {
    const markdown = store.wikis.readMarkdown(id, place)
    // The archive then breaks off without its directory, and no reader takes it for a whole one.
    if (markdown === undefined) throw new Error(`page ${path} of wiki run ${id} was deleted during its export`)
    yield { name: names[index] ?? path, text: markdown }
  }
}

export const wikiRuns: Route<'wikiRuns'> = (_request, { store }) => {
  const newest = new Map<string, string>()
  for (const { run, row } of store.wikis.readAll()) {
    // A run that names no repository stands for itself.
    const repository = run.repoUrl ?? run.wikiRunId
    if (!newest.has(repository)) newest.set(repository, row)
  }
  return jsonText(`{"wikiRuns":[${[...newest.values()].join(',')}]}`)
}

export const wikiRun: Route<'wikiRun'> = ({ params }, { store }) => {
  const row = store.wikis.read(params.wikiRunId)
  if (row === undefined) throw noSuchRun(params.wikiRunId)
  return jsonText(row)
}

export const wikiHistory: Route<'wikiHistory'> = ({ params }, { store }) => {
  const rows = store.wikis.readAll().filter(({ run }) => run.repoUrl === params.repoUrl)
  if (rows.length === 0) throw new Problem(404, `There is no wiki run of ${quoted(params.repoUrl)}.`)
  return jsonText(`{"wikiRuns":[${rows.map(({ row }) => row).join(',')}]}`)
}

export const deleteWiki: Route<'deleteWiki'> = ({ params }, { store }) => {
  if (!store.write(() => store.wikis.delete(params.wikiRunId))) throw noSuchRun(params.wikiRunId)
  return { deleted: true }
}
