import { useMemo } from 'react'
import { memoize } from '../../../src/base/memoize.ts'
import type { ArchivePage } from '../../../src/cache/load/management/work.ts'
import { shownOf } from '../../../src/cache/load/query-state.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { type MarkdownLine, markdownLines } from '../../../src/domain/wiki/markdown-lines.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { MAX_DETAILS } from '../../kit/detail/use-detail.ts'
import { failedLines } from '../../kit/query/states.ts'
import { useDebounced } from '../../kit/query/ticks.ts'
import { useLoadedData, useQuery } from '../../kit/query/use-query.ts'

export type ReadPage = {
  /** The formatted text; empty without a page. */
  lines: string[]
  /** The raw text, once it is read. */
  text: string | undefined
}

/**
 * The page for the selected row, formatted to `width` cells. A cached page is shown immediately; another one is read
 * once the selection has settled, so that moving past pages does not read them.
 *
 * @param getName - Returns the path of the page in the archive; undefined without a page.
 */
export const useArchivePage = (
  archive: string | undefined,
  getName: () => string | undefined,
  width: number,
  theme: Theme,
): (() => ReadPage) => {
  // A string, so that the same page is an equal value. This is how a settled selection is recognized.
  const getWanted = () => {
    const name = getName()
    return archive === undefined || name === undefined ? undefined : JSON.stringify({ path: archive, name })
  }
  const debounced = useDebounced<string | undefined>()
  const requested = debounced(getWanted())
  const state = useQuery('archivePage', requested === undefined ? undefined : JSON.parse(requested))
  const getCached = useLoadedData('archivePage')
  const linesOf = useMemo(
    () => memoize((page: ArchivePage) => pageLines(page, width, theme), MAX_DETAILS),
    [width, theme],
  )
  return () => {
    const wanted = getWanted()
    debounced(wanted)
    if (wanted === undefined) return none
    // The query state belongs to the requested page only. Other pages come from the cache.
    const page = wanted === requested ? shownOf(state)?.data : getCached(JSON.parse(wanted))
    if (page) return { lines: linesOf(page), text: page.text }
    const isFailed = wanted === requested && state.is === 'failed'
    return { lines: isFailed ? failedLines(state.error, width, theme) : [theme.muted('reading')], text: undefined }
  }
}

const none: ReadPage = { lines: [], text: undefined }

const pageLines = ({ name, text, isCut }: ArchivePage, width: number, theme: Theme): string[] => {
  const read = /\.(md|markdown|txt|)$/i.test(name) ? markdownLines(text, width) : plainLines(text)
  const shown = read.map((line) => styled(line, width, theme))
  return isCut ? [...shown, '', theme.muted('The page is longer: extract it to read the rest.')] : shown
}

const plainLines = (text: string): MarkdownLine[] =>
  safeText(text, 'text')
    .split('\n')
    .map((line) => ({ text: line, role: undefined }))

const styled = ({ text, role }: MarkdownLine, width: number, theme: Theme): string => {
  if (role === 'rule') return theme.muted(theme.signs.rule.repeat(Math.max(1, width)))
  return role === undefined ? text : theme[styles[role]](text)
}

const styles = { heading: 'strong', code: 'accent', quote: 'muted' } as const
