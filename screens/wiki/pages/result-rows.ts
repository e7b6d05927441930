import type { FoundLine, FoundPage } from '../../../src/cache/load/management/work.ts'
import { fit, truncate, truncateMiddle } from '../../../src/domain/text/fit.ts'
import { counted, fullNumber } from '../../../src/domain/text/format.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { textWidth } from '../../../src/domain/text/width.ts'
import { wordedMarkdown } from '../../../src/domain/wiki/markdown-lines.ts'
import type { PageRow } from '../../../src/domain/wiki/page-tree.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { paintFound } from '../../kit/detail/use-detail.ts'

/** A row of pages: a folder or page of the tree, or a page or one of its lines that a search has found. */
export type PaneRow = PageRow & { id: string; archive: string; found?: FoundPage; line?: FoundLine }

/** Each found page, followed by its lines. @param hasArchives - Whether the pages are from several archives. */
export const resultRows = (pages: readonly FoundPage[], hasArchives: boolean): PaneRow[] =>
  pages.flatMap((found) => {
    const { archive, page } = found
    const id = hasArchives ? `${archive}\0${page}` : page
    const row = { id, archive, path: page, name: page, depth: 0, sizeBytes: 0, files: undefined, isOpen: false, found }
    return [row, ...found.lines.map((line): PaneRow => ({ ...row, id: `${id}\0${line.line}`, line }))]
  })

/** Whether `n` and `N` stop at a row: at each line, and at a page without lines. */
export const isHit = ({ line, found }: PaneRow): boolean => line !== undefined || found?.lines.length === 0

const LINE_NUMBER_CELLS = 6

/** A found page or line in `cells` cells, with what was found highlighted. @param archiveName - Before the page. */
export const resultText = (
  { name, found, line }: PaneRow,
  pattern: RegExp | undefined,
  archiveName: string | undefined,
  cells: number,
  theme: Theme,
): string => {
  const painted = (text: string) => (pattern ? (paintFound([text], pattern, theme.inverse).lines[0] ?? '') : text)
  if (line) {
    if (theme.isLinear) return `line ${line.line}: ${wordedMarkdown(safeText(line.text.trim()))}`
    const number = `${fit(fullNumber(line.line), LINE_NUMBER_CELLS, 'right')}  `
    return `${theme.muted(number)}${painted(fromMatch(safeText(line.text.trim()), pattern, cells - textWidth(number)))}`
  }
  const count = found === undefined || found.hits === 0 ? 'name' : countText(found)
  const label = archiveName === undefined ? '' : `${safeText(archiveName)}  `
  const room = Math.max(1, cells - textWidth(count) - textWidth(label) - 1)
  return `${theme.muted(label)}${theme.strong(painted(fit(truncateMiddle(safeText(name), room), room)))} ${theme.muted(count)}`
}

const countText = ({ hits, lines }: FoundPage): string =>
  hits > lines.length ? `${counted(hits, 'line')}, ${fullNumber(lines.length)} listed` : counted(hits, 'line')

/** A text of at most `cells` cells that shows its first match. */
const fromMatch = (text: string, pattern: RegExp | undefined, cells: number): string => {
  const match = pattern ? text.search(pattern) : 0
  if (textWidth(text) <= cells || textWidth(text.slice(0, Math.max(0, match))) < cells / 2) return truncate(text, cells)
  const from = Math.max(text.lastIndexOf(' ', match - Math.floor(cells / 4)) + 1, match - cells)
  return truncate(`…${text.slice(from).replace(/^…/, '')}`, cells)
}
