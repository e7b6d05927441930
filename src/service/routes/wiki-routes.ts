import { Problem, quoted } from '../http/problem.ts'
import type { Route } from '../http/route.ts'
import type { Store } from '../store/store.ts'
import { entryNames, safeFileName } from '../zip/entry-names.ts'
import { zipStream } from '../zip/zip-stream.ts'

const noSuchRun = (id: string): Problem => new Problem(404, `There is no wiki run ${quoted(id)}.`)

export const exportWiki: Route<'exportWiki'> = ({ params }, { store, now }) => {
  const id = params.wikiRunId
  if (!store.wikis.exists(id)) throw noSuchRun(id)
  return { fileName: `${safeFileName(id)}.zip`, bytes: zipStream(entriesOf(store, id), now()) }
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

export const deleteWiki: Route<'deleteWiki'> = ({ params }, { store }) => {
  if (!store.write(() => store.wikis.delete(params.wikiRunId))) throw noSuchRun(params.wikiRunId)
  return { deleted: true }
}
