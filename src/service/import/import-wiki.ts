import { existsSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { WikiRun } from '../../contract/wiki.ts'
import type { WikiPage } from '../store/wiki-store.ts'
import { checkId, type ImportRun, readObject, readText, UnusableFileError } from './import-run.ts'

/** Maximum number of pages per run. More pages would need another archive format, which clients reject. */
const MAX_PAGES = 20_000

const Pages = z.array(z.looseObject({ path: z.string().min(1), markdown: z.string() }))

/**
 * Imports one wiki run: a JSON file with its pages, or a folder with Markdown files.
 *
 * @throws UnusableFileError if it is unusable.
 */
export const importWiki = async (run: ImportRun, path: string, name: string, wikiRunId: string): Promise<void> => {
  const refusal = checkId('the wiki run’s id in its name', wikiRunId)
  if (refusal !== undefined) throw new UnusableFileError(`cannot be used: ${refusal}`)
  const isFolder = lstatSync(path).isDirectory()
  const { about, pages } = isFolder ? fromFolder(path, wikiRunId) : fromFile(path)
  const parsed = WikiRun.safeParse(about)
  if (!parsed.success) {
    for (const { path: place, message } of parsed.error.issues) run.refusals.add(name, place.join('.'), message)
    return
  }
  if (parsed.data.wikiRunId !== wikiRunId)
    throw new UnusableFileError(
      `contains the run ${JSON.stringify(parsed.data.wikiRunId)}, but its name has another id`,
    )
  if (pages.length > MAX_PAGES) throw new UnusableFileError(`has more than ${MAX_PAGES} pages`)
  const key = `wiki ${wikiRunId}`
  if (run.seen.has(key)) throw new UnusableFileError('is a duplicate in this import')
  run.seen.add(key)
  run.counts['wiki runs'] = (run.counts['wiki runs'] ?? 0) + 1
  if (run.refusals.count() === 0) await run.store.wikis.put(parsed.data, JSON.stringify(about), pages)
}

type Found = { about: Record<string, unknown>; pages: WikiPage[] }

const fromFile = (path: string): Found => {
  const { pages, ...about } = readObject(path)
  const parsed = Pages.safeParse(pages)
  if (!parsed.success) throw new UnusableFileError('has no list "pages" of {path, markdown}')
  return { about, pages: parsed.data }
}

const fromFolder = (folder: string, wikiRunId: string): Found => {
  const runFile = join(folder, 'run.json')
  const pages = pagesIn(folder, '')
  const about = existsSync(runFile) ? readObject(runFile) : { wikiRunId, pageCount: pages.length }
  return { about, pages }
}

const pagesIn = (folder: string, inside: string): WikiPage[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.') && !(inside === '' && name === 'run.json'))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = `${inside}${entry.name}`
      if (entry.isDirectory()) return pagesIn(join(folder, entry.name), `${path}/`)
      if (!entry.name.endsWith('.md')) throw new UnusableFileError(`contains ${path}, which is not a .md file`)
      return [{ path: path.slice(0, -'.md'.length), markdown: readPage(join(folder, entry.name), path) }]
    })

const readPage = (file: string, path: string): string => {
  try {
    return readText(file)
  } catch (error) {
    if (error instanceof UnusableFileError) throw new UnusableFileError(`contains ${path}, which ${error.message}`)
    throw error
  }
}
