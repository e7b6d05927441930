import type { Archive } from '../../../src/cache/load/management/work.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { type FoundLines, noLines, useLiveDetail } from '../../kit/detail/use-detail.ts'
import { useSession } from '../../kit/session/session.ts'
import type { PaneRow } from './result-rows.ts'
import { type ReadPage, useArchivePage, type WantedPage } from './use-archive-page.ts'
import type { ArchiveSearch } from './use-text-search.ts'

type PageTextOptions = {
  /** The archive of the tree; undefined until it is loaded. */
  archive: Archive | undefined
  getSelected: () => PaneRow | undefined
  search: Pick<ArchiveSearch, 'isActive' | 'text'>
  /** Highlights this in the found lines. */
  pattern: RegExp | undefined
  /** Cells and rows for the text. */
  width: number
  height: number
}

/** The selected page and its text. */
export const usePageText = ({ archive, getSelected, search, pattern, width, height }: PageTextOptions) => {
  const { theme } = useSession()
  const barCells = search.isActive && !theme.isLinear ? BAR_CELLS : 0
  const getReadPage = useArchivePage(() => wantedPage(archive, getSelected()), pattern, width - barCells, theme)
  const getDetail = useLiveDetail(() => {
    const row = getSelected()
    return { id: row && `${search.text} ${row.id}`, ...detailOf(row, getReadPage(), theme) }
  }, height)
  return {
    /** The selected row, if it is a page. */
    getPage() {
      const row = getSelected()
      return isPage(row) ? row : undefined
    },
    /** Text of the selected page, once it is read. */
    getText: () => (isPage(getSelected()) ? getReadPage().text : undefined),
    getDetail,
  }
}

/** Cells before the lines of a searched page, for the bar. */
const BAR_CELLS = 2

/** The lines of a page, and where it opens. In a found page, a bar marks the selected line. */
const detailOf = (row: PaneRow | undefined, { lines, text, found }: ReadPage, theme: Theme): FoundLines => {
  if (!row?.found || text === undefined) return { lines, found: noLines.found }
  const selected = row.line && found[row.found.lines.indexOf(row.line)]
  // A long page is read only in part.
  const isBeyond = row.line !== undefined && selected === undefined
  const all = isBeyond ? [...lines, safeText(row.line?.text)] : lines
  const opened = isBeyond ? all.length - 1 : selected
  const bar = theme.accent(theme.signs.bar.padEnd(BAR_CELLS))
  const barred = all.map((line, y) => `${y === opened ? bar : ' '.repeat(BAR_CELLS)}${line}`)
  return { lines: theme.isLinear ? all : barred, found: opened === undefined ? [...found] : [opened] }
}

export const isPage = (row: PaneRow | undefined): row is PaneRow & { files: undefined } =>
  row !== undefined && row.files === undefined

/** The page shown for a row. A folder shows its first page. */
const wantedPage = (archive: Archive | undefined, row: PaneRow | undefined): WantedPage | undefined => {
  if (isPage(row)) return { path: row.archive, name: row.path, found: row.found }
  const first = archive?.entries.find(({ name, isFolder }) => !isFolder && name.startsWith(row?.path ?? ''))
  return archive && first && { path: archive.path, name: first.name, found: undefined }
}
