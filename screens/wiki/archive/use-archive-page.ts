import { useMemo } from 'react'
import { memoize } from '../../../src/base/memoize.ts'
import type { ArchivePage } from '../../../src/cache/load/management/work.ts'
import { shownOf } from '../../../src/cache/load/query-state.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { type MarkdownLine, markdownLines } from '../../../src/domain/wiki/markdown-lines.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { MAX_DETAILS } from '../../kit/detail/use-detail.ts'
import { failedLines } from '../../kit/query/states.ts'
import { useLateRested } from '../../kit/query/ticks.ts'
import { useLateKnown, useQuery } from '../../kit/query/use-query.ts'

export type ReadPage = {
  /** It as it is read; of none there are no lines. */
  lines: string[]
  /** Its text, once it is read. */
  text: string | undefined
}

/**
 * The page of an archive beside the selected row, `width` cells wide. One that was read before is there at once; another one is read
 * when the keys rest, so that none is read that they only pass.
 *
 * @param nameNow - Its path in the archive; undefined: there is none.
 */
export const useArchivePage = (
  archive: string | undefined,
  nameNow: () => string | undefined,
  width: number,
  theme: Theme,
): (() => ReadPage) => {
  // A text, so that the same page is the same value: by that it is known whether it rests.
  const wantedNow = () => {
    const name = nameNow()
    return archive === undefined || name === undefined ? undefined : JSON.stringify({ path: archive, name })
  }
  const rested = useLateRested<string | undefined>()
  const asked = rested(wantedNow())
  const state = useQuery('archivePage', asked === undefined ? undefined : JSON.parse(asked))
  const look = useLateKnown('archivePage')
  const linesOf = useMemo(
    () => memoize((page: ArchivePage) => pageLines(page, width, theme), MAX_DETAILS),
    [width, theme],
  )
  return () => {
    const wanted = wantedNow()
    rested(wanted)
    if (wanted === undefined) return none
    // The state of the page that was asked for tells nothing of another one.
    const page = wanted === asked ? shownOf(state)?.data : look(JSON.parse(wanted))
    if (page) return { lines: linesOf(page), text: page.text }
    const isFailed = wanted === asked && state.is === 'failed'
    return { lines: isFailed ? failedLines(state.error, width, theme) : [theme.muted('reading')], text: undefined }
  }
}

const none: ReadPage = { lines: [], text: undefined }

const pageLines = ({ name, text, isCut }: ArchivePage, width: number, theme: Theme): string[] => {
  const read = /\.(md|markdown|txt|)$/i.test(name) ? markdownLines(text, width) : plainLines(text)
  const shown = read.map((line) => styled(line, width, theme))
  return isCut ? [...shown, '', theme.muted('There is more than what is shown: extract it to read the rest.')] : shown
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
