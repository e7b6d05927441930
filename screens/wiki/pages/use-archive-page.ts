import { useMemo } from 'react'
import { memoize, memoizePerObject } from '../../../src/base/memoize.ts'
import type { ArchivePage, FoundLine, FoundPage } from '../../../src/cache/load/management/work.ts'
import { shownOf } from '../../../src/cache/load/query-state.ts'
import { wrapText } from '../../../src/domain/text/fit.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { type MarkdownLine, markdownLines, wordedMarkdown } from '../../../src/domain/wiki/markdown-lines.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { MAX_DETAILS, noLines, paintFound } from '../../kit/detail/use-detail.ts'
import { failedLines } from '../../kit/query/states.ts'
import { useDebounced } from '../../kit/query/ticks.ts'
import { useLoadedData, useQuery } from '../../kit/query/use-query.ts'

export type ReadPage = {
  /** The formatted text; empty without a page. */
  lines: string[]
  /** The raw text, once it is read. */
  text: string | undefined
  /** Where the found lines are in the formatted text, in their order. */
  found: readonly number[]
}

/** A page to read, and what a search has found in it. */
export type WantedPage = { path: string; name: string; found: FoundPage | undefined }

/**
 * The page for the selected row, formatted to `width` cells. A cached page is shown immediately; another one is read
 * once the selection has settled, so that moving past pages does not read them.
 *
 * @param getPage - Returns the page; undefined without one.
 * @param pattern - Highlights this in the found lines.
 */
export const useArchivePage = (
  getPage: () => WantedPage | undefined,
  pattern: RegExp | undefined,
  width: number,
  theme: Theme,
): (() => ReadPage) => {
  // A string, so that the same page is an equal value. This is how a settled selection is recognized.
  const getWanted = () => {
    const { path, name } = getPage() ?? {}
    return name === undefined ? undefined : JSON.stringify({ path, name })
  }
  const debounced = useDebounced<string | undefined>()
  const requested = debounced(getWanted())
  const state = useQuery('archivePage', requested === undefined ? undefined : JSON.parse(requested))
  const getCached = useLoadedData('archivePage')
  const formatted = useMemo(
    () => memoize((page: ArchivePage) => formattedLines(page, width, theme), MAX_DETAILS),
    [width, theme],
  )
  const readingOf = useMemo(
    () =>
      memoizePerObject((page: ArchivePage) =>
        memoize((found: FoundPage | undefined) => readPage(page, formatted(page), found, pattern, theme), 1),
      ),
    [formatted, pattern, theme],
  )
  return () => {
    const wanted = getWanted()
    debounced(wanted)
    if (wanted === undefined) return none
    // The query state belongs to the requested page only. Other pages come from the cache.
    const page = wanted === requested ? shownOf(state)?.data : getCached(JSON.parse(wanted))
    if (page) return readingOf(page)(getPage()?.found)
    const isFailed = wanted === requested && state.is === 'failed'
    return { ...none, lines: isFailed ? failedLines(state.error, width, theme) : [theme.muted('reading')] }
  }
}

const none: ReadPage = { lines: [], text: undefined, found: noLines.found }

const formattedLines = ({ name, text }: ArchivePage, width: number, { signs }: Theme): MarkdownLine[] =>
  /\.(md|markdown|txt|)$/i.test(name)
    ? markdownLines(text, width).map((line) =>
        line.role === 'rule' ? { ...line, text: signs.rule.repeat(Math.max(1, width)) } : line,
      )
    : plainLines(text, width)

const plainLines = (text: string, width: number): MarkdownLine[] =>
  safeText(text, 'text')
    .split('\n')
    .flatMap((line, source) => wrapText(line, width).map((part) => ({ text: part, role: undefined, source })))

const readPage = (
  { text, isCut }: ArchivePage,
  formatted: readonly MarkdownLine[],
  page: FoundPage | undefined,
  pattern: RegExp | undefined,
  theme: Theme,
): ReadPage => {
  const { texts, found } = highlighted(formatted, pattern && page ? page.lines : [], isCut, pattern ?? '', theme)
  const lines = formatted.map(({ role }, at) => {
    const line = theme.isLinear ? wordedMarkdown(texts[at] ?? '') : (texts[at] ?? '')
    return role === undefined ? line : theme[styles[role]](line)
  })
  if (isCut) lines.push('', theme.muted('The page is longer: extract it to read the rest.'))
  return { lines, text, found }
}

const styles = { heading: 'strong', code: 'accent', quote: 'muted', rule: 'muted' } as const

/** The texts of the lines with the matches of a search highlighted, and where each of its lines is. */
const highlighted = (
  formatted: readonly MarkdownLine[],
  wanted: readonly FoundLine[],
  isCut: boolean,
  pattern: RegExp | string,
  theme: Theme,
) => {
  const texts = formatted.map(({ text }) => text)
  const found: number[] = []
  for (let from = 0; from < formatted.length && found.length < wanted.length; ) {
    // A block is formatted together: a paragraph, a row of a table, a wrapped line.
    const { source = 0 } = formatted[from] ?? {}
    let to = from + 1
    while (formatted[to]?.source === source) to += 1
    const end = formatted[to]?.source ?? (isCut ? source + 1 : Number.POSITIVE_INFINITY)
    const first = found.length
    let next = first
    while (next < wanted.length && (wanted[next]?.line ?? 0) <= end) next += 1
    if (next > first) {
      const painted = paintFound(texts.slice(from, to), pattern, theme.inverse)
      painted.lines.forEach((line, at) => {
        texts[from + at] = line
      })
      for (let at = first; at < next; at += 1)
        found.push(from + (painted.found[at - first] ?? painted.found.at(-1) ?? 0))
    }
    from = to
  }
  return { texts, found }
}
