import { type FileHandle, stat } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import { AppError } from '../base/errors.ts'
import {
  excerptOf,
  MAX_FOUND,
  matchesLine,
  parseTextSearch,
  searchLines,
  type TextSearch,
} from '../domain/wiki/text-search.ts'
import { ArchiveError } from './archive-error.ts'
import { withFile } from './read-archive.ts'
import { entryContent, type PackedEntry, readDirectory } from './zip-file.ts'

/** A line that has all words. Untrusted text; a long line is cut around its first match. */
export type FoundLine = { line: number; text: string }

/** A page whose text or name has all words. */
export type FoundPage = {
  /** Path of its archive. */
  archive: string
  page: string
  /** Number of lines that match; 0 if only the name does. */
  hits: number
  /** The first of these lines, at most {@link MAX_PAGE_LINES}. */
  lines: readonly FoundLine[]
}

/** What a search has found since the last report. */
export type SearchReport = {
  pages: readonly FoundPage[]
  /** Archives and pages that could not be searched, one sentence each. */
  problems: readonly string[]
  /** Bytes of the archives that have been searched, and all of them. */
  doneBytes: number
  totalBytes: number
  /** Whether the search stopped at {@link MAX_FOUND}. */
  isCut: boolean
}

export type SearchOptions = {
  signal?: AbortSignal | undefined
  /** Called at most ten times per second, and at the end. */
  onFound: (report: SearchReport) => void
}

/** Maximum number of listed lines of a page. The others are counted. */
export const MAX_PAGE_LINES = 1_000
/** Maximum UTF-16 units of a line. Each part of a longer line is searched as a line of its own. */
const MAX_LINE = 1024 * 1024

const REPORT_EVERY_MS = 100

/**
 * Searches the names and texts of all pages, in the order of the archives and of the names. A page is reported only
 * after its checksum was verified. An archive or a page that can't be read is reported, and the others are searched.
 *
 * @param text See {@link parseTextSearch}.
 * @throws AppError `interrupted` if the signal is aborted.
 */
export const searchArchives = async (
  { paths, text }: { paths: readonly string[]; text: string },
  { signal, onFound }: SearchOptions,
): Promise<void> => {
  const search = parseTextSearch(text)
  const sizes = await Promise.all(
    paths.map((path) =>
      stat(path).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  )
  const news = createNews(
    onFound,
    sizes.reduce((sum, size) => sum + size, 0),
  )
  let endOfArchive = 0
  for (const [at, path] of paths.entries()) {
    if (search.length === 0 || news.isCut()) break
    try {
      await withFile(path, (file) => searchArchive(path, file, search, news, signal))
    } catch (error) {
      if (!(error instanceof AppError) || error.kind === 'interrupted') throw error
      news.addProblem(error.message)
    }
    endOfArchive += sizes[at] ?? 0
    news.moveTo(endOfArchive)
  }
  news.end()
}

type News = ReturnType<typeof createNews>

const searchArchive = async (
  path: string,
  file: FileHandle,
  search: TextSearch,
  news: News,
  signal: AbortSignal | undefined,
): Promise<void> => {
  const entries = (await readDirectory(file)).filter(({ isFolder }) => !isFolder)
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (news.isCut()) return
    const page = entry.name
    try {
      const found = await searchPage(file, entry, search, signal)
      if (found.hits > 0 || matchesLine(page, search)) news.add({ archive: path, page, ...found })
    } catch (error) {
      if (!(error instanceof ArchiveError)) throw error
      news.addProblem(`${path}: ${error.message}.`)
    }
    news.moveBy(entry.packedBytes)
  }
}

const searchPage = async (
  file: FileHandle,
  entry: PackedEntry,
  search: TextSearch,
  signal: AbortSignal | undefined,
): Promise<Pick<FoundPage, 'hits' | 'lines'>> => {
  // Invalid UTF-8 becomes U+FFFD.
  const decoder = new TextDecoder()
  const lines: FoundLine[] = []
  let hits = 0
  let number = 1
  let rest = ''
  const searchText = (text: string) => {
    number += searchLines(text, search, (index, line) => {
      hits += 1
      if (lines.length < MAX_PAGE_LINES) lines.push({ line: number + index, text: excerptOf(line, search) })
    })
  }
  for await (const piece of entryContent(file, entry)) {
    // Other work may run, such as cancelling this search.
    await setImmediate()
    if (signal?.aborted) throw new AppError('interrupted', 'The search was cancelled.')
    rest += decoder.decode(piece, { stream: true })
    const end = rest.length > MAX_LINE ? rest.length : rest.lastIndexOf('\n') + 1
    searchText(rest.slice(0, end))
    rest = rest.slice(end)
  }
  searchText(rest + decoder.decode())
  return { hits, lines }
}

/** Collects what is found, and reports it from time to time. */
const createNews = (onFound: SearchOptions['onFound'], totalBytes: number) => {
  let pages: FoundPage[] = []
  let problems: string[] = []
  let found = 0
  let doneBytes = 0
  let reportedAt = performance.now()
  const isCut = () => found >= MAX_FOUND
  const report = () => {
    reportedAt = performance.now()
    onFound({ pages, problems, doneBytes: Math.min(doneBytes, totalBytes), totalBytes, isCut: isCut() })
    pages = []
    problems = []
  }
  const moveTo = (bytes: number) => {
    doneBytes = bytes
    if (performance.now() - reportedAt >= REPORT_EVERY_MS) report()
  }
  return {
    isCut,
    add(page: FoundPage) {
      pages.push(page)
      found += Math.max(1, page.lines.length)
    },
    addProblem(problem: string) {
      found += 1
      problems.push(problem)
    },
    moveTo,
    moveBy: (bytes: number) => moveTo(doneBytes + bytes),
    end: report,
  }
}
