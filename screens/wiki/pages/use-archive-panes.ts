import { useEffect, useMemo } from 'react'
import type { Archive } from '../../../src/cache/load/management/work.ts'
import { type QueryState, shownOf } from '../../../src/cache/load/query-state.ts'
import { fit } from '../../../src/domain/text/fit.ts'
import { bytes, fullNumber } from '../../../src/domain/text/format.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { textWidth } from '../../../src/domain/text/width.ts'
import { wordedMarkdown } from '../../../src/domain/wiki/markdown-lines.ts'
import { type PageRow, pageRows } from '../../../src/domain/wiki/page-tree.ts'
import { highlightPattern, SEARCH_SYNTAX } from '../../../src/domain/wiki/text-search.ts'
import type { Signal } from '../../../src/ui/layout/signal.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { joinOrAlone, paneSizes } from '../../kit/detail/list-and-detail.ts'
import {
  atFirstRow,
  type List,
  type ListState,
  NOTHING_TO_FOLD,
  seekRow,
  useSelected,
} from '../../kit/list/use-list.ts'
import { type RowList, useRowLines, useRowList } from '../../kit/list/use-rows.ts'
import { useScreenSignal, useScreenState } from '../../kit/screen/screen-state.ts'
import { useSession } from '../../kit/session/session.ts'
import { pagesState, resultsKey } from '../shared/wiki-keys.ts'
import { isHit, type PaneRow, resultRows, resultText } from './result-rows.ts'
import { isPage, usePageText } from './use-page-text.ts'
import type { ArchiveSearch } from './use-text-search.ts'

export type ArchivePanesOptions = {
  /** Cells and rows of both panes together. */
  width: number
  room: number
  /** Minimum width for both panes side by side. @default 100 */
  minWide?: number
  /** Lists what it has found while it is active. @default all pages, as a tree */
  search?: ArchiveSearch
  /** The name of an archive, for a search of several. */
  nameOf?: (archive: string) => string
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

export type ArchivePanes = ReturnType<typeof useArchivePanes>

/**
 * A verified archive: its pages as a folding tree with their sizes, and the text of the selected page.
 *
 * @param archive - Absolute path of the archive; undefined reads nothing.
 * @param state - State of the query for the archive.
 */
export const useArchivePanes = (
  archive: string | undefined,
  state: QueryState<Archive>,
  options: ArchivePanesOptions,
) => {
  const {
    width,
    room,
    search = noSearch,
    nameOf,
    isAlone = false,
    head,
    isFocused = true,
    top,
    left = 0,
    minWide,
    onClick,
  } = options
  const { theme } = useSession()
  const loaded = shownOf(state)?.data
  const pattern = useMemo(() => highlightPattern(search.search), [search.search])
  const { rowKey, rows, selection, closed, setClosed } = usePaneRows(archive, loaded, search, options)
  const panes = paneSizes(width, room, 1 / 2, 76, minWide)
  const { listWidth, listHeight } = panes
  const headRows = head ? 1 : 0
  const treeHeight = Math.max(1, listHeight - headRows)
  const listed = useRowList(rowKey, rows, idOf, treeHeight)
  const { list, getSelected } = listed
  useSelectedPage(list, rows, selection, search.isActive)
  const isDetail = useSelected(list, (at) => isAlone && isPage(rows[at]))
  const size = isDetail ? { width: width - 2, height: room } : { width: panes.detailWidth, height: panes.detailHeight }
  const page = usePageText({ archive: loaded, getSelected, search, pattern, ...size })
  const getTree = useRowLines(listed, {
    textOf: (row) =>
      row.found
        ? resultText(row, pattern, nameOf?.(row.archive), listWidth - 1, theme)
        : rowText(row, listWidth - 1, theme),
    top: top + headRows,
    left,
    height: isDetail ? 0 : treeHeight,
    width: listWidth,
    isFocused: () => isFocused,
    onClick,
  })

  const files = loaded?.entries.filter(({ isFolder }) => !isFolder).length ?? 0
  const empty = search.isActive ? emptyText(search) : loaded || state.is === 'failed' ? '' : 'verifying the archive'
  const above = head ? [head(loaded, files, listWidth)] : []
  return {
    ...listed,
    ...page,
    ...folding(listed, closed, setClosed),
    ...foundPlaces(listed, search, theme),
    loaded,
    files,
    isDetail,
    /** Formats the rows of both panes for the current selection. */
    getBody: () =>
      joinOrAlone([...above, ...getTree(empty)], page.getDetail(), { room, isDetail, width }, panes, theme),
  }
}

const idOf = ({ id }: PaneRow): string => id

type ShownSearch = Pick<ArchiveSearch, 'isActive' | 'text' | 'pages' | 'search' | 'isSearching'>

const noSearch: ShownSearch = {
  isActive: false,
  text: '',
  pages: [],
  search: [],
  isSearching: false,
}

const emptyText = ({ isSearching }: ShownSearch): string =>
  isSearching ? 'searching the pages' : `No page has it. / finds ${SEARCH_SYNTAX}.`

/** The rows: the results of the search while it is active, or else the tree. */
const usePaneRows = (
  archive: string | undefined,
  loaded: Archive | undefined,
  { isActive, text, pages }: ShownSearch,
  { first, nameOf }: ArchivePanesOptions,
) => {
  const tree = useMemo(() => pagesState(archive, first), [archive, first])
  const [closed, setClosed] = useScreenState(tree.closed)
  const selection = useScreenSignal(tree.row)
  // A search begins at the page that is selected in the tree, or else at its first result.
  const rowKey = useMemo(
    () => (isActive ? resultsKey(archive, text, selection.get().id) : tree.row),
    [isActive, archive, text, selection, tree],
  )
  const hasArchives = nameOf !== undefined
  const results = useMemo(() => (isActive ? resultRows(pages, hasArchives) : undefined), [isActive, pages, hasArchives])
  const treeRows = useMemo(() => rowsOf(loaded, closed), [loaded, closed])
  return { rowKey, rows: results ?? treeRows, selection, closed, setClosed }
}

/** Keeps the page of the selected result selected in the tree. */
const useSelectedPage = (
  list: List,
  rows: readonly PaneRow[],
  selection: Signal<ListState>,
  isSearching: boolean,
): void =>
  useEffect(
    () =>
      isSearching
        ? list.subscribe(() => {
            const path = rows[list.selected]?.path
            if (path !== undefined) selection.set({ ...atFirstRow, id: path })
          })
        : undefined,
    [isSearching, list, rows, selection],
  )

/** The keys that fold the tree. @param setClosed - Receives the paths of the folded folders. */
const folding = (
  { list, ids, getSelected, onRow }: RowList<PaneRow>,
  closed: ReadonlySet<string>,
  setClosed: (closed: ReadonlySet<string>) => void,
) => {
  const fold = (path: string, isOpen: boolean) => {
    const next = new Set(closed)
    if (isOpen) next.delete(path)
    else next.add(path)
    setClosed(next)
  }
  return {
    /** Folds or unfolds the selected folder. Returns false if the selected row is not a folder. */
    toggleFolder(): boolean {
      const selected = getSelected()
      if (selected?.files === undefined) return false
      fold(selected.path, !selected.isOpen)
      return true
    },
    /** Folds the selected folder, or selects the folder or page above. Returns a message if neither is possible. */
    shut: onRow(({ path, files, isOpen, line }) => {
      const above = ids.indexOf(line ? path : path.replace(/[^/]*\/?$/, ''))
      if (files !== undefined && isOpen) return fold(path, false)
      return above >= 0 ? list.moveTo(above) : NOTHING_TO_FOLD
    }),
  }
}

/** Where the found lines are among the rows. */
const foundPlaces = ({ rows, list, getSelected }: RowList<PaneRow>, search: ShownSearch, theme: Theme) => ({
  /** Where the selected found line is; undefined if none is selected. Untrusted text. */
  getPlace() {
    const row = getSelected()
    if (!row?.found || !isHit(row)) return undefined
    const [at, all] = [rows.slice(0, list.selected + 1), rows].map((some) => fullNumber(some.filter(isHit).length))
    const place = `${at} of ${all}, ${row.line ? `line ${fullNumber(row.line.line)} of ` : ''}${row.path}`
    // The screen reader reads only lines that change.
    return theme.isLinear && row.line ? `${place}: ${wordedMarkdown(safeText(row.line.text.trim()))}` : place
  },
  /** Selects the next (1) or previous (-1) found line. Returns a message if there is none. */
  seek: (step: 1 | -1) => () => {
    if (!search.isActive) return NOTHING_SEARCHED
    const at = seekRow(rows, list.selected, step, isHit)
    if (at >= 0) return list.moveTo(at)
    return search.isSearching ? 'Still searching.' : `No match ${step === 1 ? 'below' : 'above'}.`
  },
})

const NOTHING_SEARCHED = 'Nothing is searched. Press / to search the pages.'

/** The rows of the tree that are not in a folded folder. */
const rowsOf = (archive: Archive | undefined, closed: ReadonlySet<string>): PaneRow[] =>
  archive ? pageRows(archive.entries, closed).map((row) => ({ ...row, id: row.path, archive: archive.path })) : []

const SIZE_CELLS = 9

const rowText = (row: PageRow, cells: number, theme: Theme): string => {
  const { name, depth, files, isOpen, sizeBytes } = row
  const sign = files === undefined ? ' ' : isOpen ? theme.signs.open : theme.signs.closed
  // The indent is limited, so that the name of a deep page stays visible.
  const indent = ' '.repeat(Math.min(depth * 2, Math.floor(cells / 3)))
  const left = `${indent}${sign} ${safeText(name)}`
  const size = fit(files === undefined ? bytes(sizeBytes) : fullNumber(files), SIZE_CELLS, 'right')
  const label = fit(left, Math.max(1, cells - textWidth(size) - 1))
  return `${files === undefined ? label : theme.strong(label)} ${theme.muted(size)}`
}
