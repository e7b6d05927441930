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
  // The same for the same page, by which it is known whether it rests.
  const paramsOf = useMemo(
    () => memoize((name: string) => (archive === undefined ? undefined : { path: archive, name })),
    [archive],
  )
  const wantedNow = () => {
    const name = nameNow()
    return name === undefined ? undefined : paramsOf(name)
  }
  const rested = useLateRested<ReturnType<typeof wantedNow>>()
  const asked = rested(wantedNow())
  const state = useQuery('archivePage', asked)
  const look = useLateKnown('archivePage')
  // Looked for once for all moves until the screen is drawn again, as it is when one has come.
  const known = memoize((params: NonNullable<typeof asked>) => ({ page: look(params) }))
  const linesOf = useMemo(
    () => memoize((page: ArchivePage) => pageLines(page, width, theme), MAX_DETAILS),
    [width, theme],
  )
  return () => {
    const wanted = wantedNow()
    rested(wanted)
    if (!wanted) return none
    // What is told of the page that was asked for says nothing of another one.
    const page = wanted === asked ? shownOf(state)?.data : known(wanted).page
    if (page) return { lines: linesOf(page), text: page.text }
    if (wanted === asked && state.is === 'failed')
      return { lines: failedLines(state.error, width, theme), text: undefined }
    return { lines: [theme.muted('reading')], text: undefined }
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
  switch (role) {
    case 'heading':
      return theme.strong(text)
    case 'code':
      return theme.accent(text)
    case 'quote':
      return theme.muted(text)
    case 'rule':
      return theme.muted(theme.signs.rule.repeat(Math.max(1, width)))
    default:
      return text
  }
}
