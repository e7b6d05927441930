import { useMemo } from 'react'
import type { Archive } from '../../../src/cache/load/management/work.ts'
import { type QueryState, shownOf } from '../../../src/cache/load/query-state.ts'
import { fit } from '../../../src/domain/text/fit.ts'
import { bytes, fullNumber } from '../../../src/domain/text/format.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { textFilter } from '../../../src/domain/text/text-filter.ts'
import { textWidth } from '../../../src/domain/text/width.ts'
import { type PageRow, pageRows } from '../../../src/domain/wiki/page-tree.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { joinOrAlone, paneSizes } from '../../kit/detail/list-and-detail.ts'
import { useLiveDetail } from '../../kit/detail/use-detail.ts'
import { NOTHING_TO_FOLD, useSelected } from '../../kit/list/use-list.ts'
import { useRowLines, useRowList } from '../../kit/list/use-rows.ts'
import { useScreenState } from '../../kit/screen/screen-state.ts'
import { useSession } from '../../kit/session/session.ts'
import { pagesState } from '../shared/wiki-keys.ts'
import { useArchivePage } from './use-archive-page.ts'

export type ArchivePanesOptions = {
  /** Cells and rows of both panes together. */
  width: number
  room: number
  /** Lists only files whose paths contain this text, without folders. @default all pages, as a tree */
  filter?: string
  /** Minimum width for both panes side by side. @default 100 */
  minWide?: number
  /** Whether a selected page may fill both panes. */
  isAlone?: boolean
  /** Path of the row to select first. @default the first row */
  first?: string | undefined
  /** Formats a row above the tree. @default none */
  head?: (archive: Archive | undefined, files: number, width: number) => string
  /** Whether this tree handles the list keys. @default true */
  isFocused?: boolean
  /** Row and cell of the body at which the panes start. */
  top: number
  /** @default 0 */
  left?: number
  /** Called when a row of the tree is clicked, so that the caller can focus the tree. */
  onClick?: () => void
}

/**
 * A verified archive: its pages as a folding tree with their sizes, and the text of the selected page.
 *
 * @param archive - Absolute path of the archive; undefined reads nothing.
 * @param state - State of the query for the archive.
 */
export const useArchivePanes = (
  archive: string | undefined,
  state: QueryState<Archive>,
  {
    width,
    room,
    filter = '',
    isAlone = false,
    first,
    head,
    minWide,
    isFocused = true,
    top,
    left = 0,
    onClick,
  }: ArchivePanesOptions,
) => {
  const { theme } = useSession()
  const loaded = shownOf(state)?.data
  const keys = useMemo(() => pagesState(archive, first), [archive, first])
  const [closed, setClosed] = useScreenState(keys.closed)
  const rows = useMemo(() => rowsOf(loaded, closed, filter), [loaded, closed, filter])
  const panes = paneSizes(width, room, 1 / 2, 76, minWide)
  const { listWidth, listHeight } = panes
  const headRows = head ? 1 : 0
  const treeHeight = Math.max(1, listHeight - headRows)
  const listed = useRowList(keys.row, rows, idOf, treeHeight)
  const { list, getSelected } = listed
  const isDetail = useSelected(list, (at) => isAlone && isPage(rows[at]))
  const getReadPage = useArchivePage(
    archive,
    () => pagePathFor(loaded, getSelected()),
    isDetail ? width - 2 : panes.detailWidth,
    theme,
  )
  const getDetail = useLiveDetail(
    () => ({ id: getSelected()?.path, lines: getReadPage().lines, found: noLines }),
    isDetail ? room : panes.detailHeight,
  )
  const getTree = useRowLines(listed, {
    textOf: (row) => rowText(row, listWidth - 1, filter !== '', theme),
    top: top + headRows,
    left,
    height: isDetail ? 0 : treeHeight,
    width: listWidth,
    isFocused: () => isFocused,
    onClick,
  })

  const fold = (path: string, isOpen: boolean) => {
    const next = new Set(closed)
    if (isOpen) next.delete(path)
    else next.add(path)
    setClosed(next)
  }
  const files = loaded?.entries.filter(({ isFolder }) => !isFolder).length ?? 0
  const empty = loaded ? NO_PAGE : state.is === 'failed' ? '' : 'verifying the archive'
  const above = head ? [head(loaded, files, listWidth)] : []
  return {
    ...listed,
    loaded,
    files,
    /** The selected row, if it is a page. */
    getPage() {
      const row = getSelected()
      return isPage(row) ? row : undefined
    },
    /** Text of the selected page, once it is read. */
    getText: () => (isPage(getSelected()) ? getReadPage().text : undefined),
    isDetail,
    getDetail,
    /** Folds or unfolds the selected folder. Returns false if the selected row is not a folder. */
    toggleFolder(): boolean {
      const selected = getSelected()
      if (selected?.files === undefined) return false
      fold(selected.path, !selected.isOpen)
      return true
    },
    /** Folds the selected folder, or selects the parent folder. Returns a message if neither is possible. */
    shut: listed.onRow(({ path, files, isOpen }) => {
      const above = listed.ids.indexOf(path.replace(/[^/]*\/?$/, ''))
      if (files !== undefined && isOpen) return fold(path, false)
      return above >= 0 ? list.moveTo(above) : NOTHING_TO_FOLD
    }),
    /** Formats the rows of both panes for the current selection. */
    getBody: () => joinOrAlone([...above, ...getTree(empty)], getDetail(), { room, isDetail, width }, panes, theme),
  }
}

const idOf = ({ path }: PageRow): string => path

const NO_PAGE = 'No matching page name: Esc shows all. Page texts are not searched.'

const noLines: number[] = []

/** The unfolded rows of the tree; with a filter, the files whose paths match. */
const rowsOf = (archive: Archive | undefined, closed: ReadonlySet<string>, filter: string): PageRow[] => {
  if (!archive) return []
  if (filter.trim() === '') return pageRows(archive.entries, closed)
  const passes = textFilter(filter)
  return archive.entries
    .filter(({ name, isFolder }) => !isFolder && passes(name))
    .map(({ name: path, sizeBytes }) => ({ path, name: path, depth: 0, sizeBytes, files: undefined, isOpen: false }))
}

const isPage = (row: PageRow | undefined): row is PageRow & { files: undefined } =>
  row !== undefined && row.files === undefined

/** Path of the page shown for a row. A folder shows its first page. */
const pagePathFor = (archive: Archive | undefined, row: PageRow | undefined): string | undefined =>
  isPage(row)
    ? row.path
    : archive?.entries.find(({ name, isFolder }) => !isFolder && name.startsWith(row?.path ?? ''))?.name

const SIZE_CELLS = 9

const rowText = (row: PageRow, cells: number, isFlat: boolean, theme: Theme): string => {
  const { name, depth, files, isOpen, sizeBytes } = row
  const sign = files === undefined ? ' ' : isOpen ? theme.signs.open : theme.signs.closed
  // The indent is limited, so that the name of a deep page stays visible.
  const indent = ' '.repeat(Math.min(depth * 2, Math.floor(cells / 3)))
  const left = isFlat ? safeText(name) : `${indent}${sign} ${safeText(name)}`
  const size = fit(files === undefined ? bytes(sizeBytes) : fullNumber(files), SIZE_CELLS, 'right')
  const label = fit(left, Math.max(1, cells - textWidth(size) - 1))
  return `${files === undefined ? label : theme.strong(label)} ${theme.muted(size)}`
}
