import { useMemo } from 'react'
import { shownOf } from '../../../src/cache/load/query-state.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { type MarkdownLine, markdownLines } from '../../../src/domain/wiki/markdown-lines.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { failedLines } from '../../kit/query/states.ts'
import { useQuery } from '../../kit/query/use-query.ts'

/** The page of an archive as it is read, `width` cells wide; of none, no lines. */
export const useArchivePage = (
  archive: string | undefined,
  name: string | undefined,
  width: number,
  theme: Theme,
): { lines: string[]; text: string | undefined } => {
  const isAny = archive !== undefined && name !== undefined
  const state = useQuery('archivePage', isAny ? { path: archive, name } : undefined)
  const page = shownOf(state)?.data
  const lines = useMemo(() => {
    if (!page || name === undefined) return []
    const read = /\.(md|markdown|txt|)$/i.test(name) ? markdownLines(page.text, width) : plainLines(page.text)
    const shown = read.map((line) => styled(line, width, theme))
    return page.isCut
      ? [...shown, '', theme.muted('There is more than what is shown: extract it to read the rest.')]
      : shown
  }, [page, name, width, theme])
  if (!isAny) return { lines: [], text: undefined }
  if (state.is === 'failed' && !page) return { lines: failedLines(state.error, width, theme), text: undefined }
  return { lines: page ? lines : [theme.muted('reading')], text: page?.text }
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
