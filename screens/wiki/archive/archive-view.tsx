import { basename } from 'node:path'
import { useMemo } from 'react'
import type { Archive } from '../../../src/cache/load/management/work.ts'
import { shownOf } from '../../../src/cache/load/query-state.ts'
import { criterionFilter } from '../../../src/domain/readiness/criterion-filter.ts'
import { fit } from '../../../src/domain/text/fit.ts'
import { bytes, fullNumber } from '../../../src/domain/text/format.ts'
import { safeFileName } from '../../../src/domain/text/safe-file-name.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { textWidth } from '../../../src/domain/text/width.ts'
import { type PageRow, pageRows } from '../../../src/domain/wiki/page-tree.ts'
import { useKeys } from '../../../src/ui/keys/use-keys.ts'
import { asManyAsFit, cutStyled } from '../../../src/ui/layout/columns.ts'
import { Body } from '../../../src/ui/layout/rows.tsx'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { foldWord } from '../../kit/enter-hint.ts'
import { useExports } from '../../kit/exports.ts'
import { joinOrAlone, paneSizes } from '../../kit/list-and-detail.ts'
import { listRows } from '../../kit/list-rows.ts'
import { NO_ROW, NOTHING_TO_FOLD } from '../../kit/nothing-to-do.ts'
import { useOpenDialog } from '../../kit/open-dialog.ts'
import type { ScreenProps } from '../../kit/screen.ts'
import { useReport } from '../../kit/screen-report.ts'
import { useScreenState } from '../../kit/screen-state.ts'
import { useSession } from '../../kit/session.ts'
import { shellWord } from '../../kit/shell-word.ts'
import { failureLines } from '../../kit/states.ts'
import { useDetail } from '../../kit/use-detail.ts'
import { useFilter } from '../../kit/use-filter.ts'
import { useLastRow } from '../../kit/use-last-row.ts'
import { listHandlers, useList } from '../../kit/use-list.ts'
import { useQuery } from '../../kit/use-query.ts'
import { archiveKeys, wikiHints } from '../shared/wiki-keys.ts'
import { useArchivePage } from './use-archive-page.ts'

export type ArchiveViewProps = Pick<ScreenProps, 'width' | 'height'> & {
  /** Its path from the root. */
  archive: string
}

/** Rows above the panes: the head and the divider. */
const HEAD = 2

/** A verified archive: its pages as a tree, and the selected one as text. */
export const ArchiveView = ({ width, height, archive }: ArchiveViewProps) => {
  const { theme } = useSession()
  const state = useQuery('archive', { path: archive })
  const loaded = shownOf(state)?.data
  const [closed, setClosed] = useScreenState<ReadonlySet<string>>('closed', noneClosed)
  const [isAlone, setAlone] = useScreenState('alone', false)
  const filter = useFilter()
  const rows = useMemo(() => rowsOf(loaded, closed, filter.text), [loaded, closed, filter.text])
  const ids = useMemo(() => rows.map(({ path }) => path), [rows])

  const failures = failureLines([state], width, theme)
  const room = Math.max(1, height - HEAD - failures.length)
  const panes = paneSizes(width, room)
  const list = useList('page', ids, panes.listHeight)
  const selected = rows[list.selected]
  const isPage = selected !== undefined && selected.files === undefined
  const isDetail = isAlone && isPage
  const detailWidth = isDetail ? width - 2 : panes.detailWidth
  const page = useArchivePage(archive, isPage ? selected.path : firstUnder(loaded, selected), detailWidth, theme)
  const detail = useDetail(selected?.path, { lines: page.lines, found: noLines }, isDetail ? room : panes.detailHeight)

  const openDialog = useOpenDialog()
  const { copy } = useLastRow()
  const fold = (path: string, isOpen: boolean) => {
    const next = new Set(closed)
    if (isOpen) next.delete(path)
    else next.add(path)
    setClosed(next)
  }
  const shut = () => {
    if (isDetail) return setAlone(false)
    if (!selected) return NO_ROW
    if (selected.files !== undefined && selected.isOpen) return fold(selected.path, false)
    const above = ids.indexOf(selected.path.replace(/[^/]*\/?$/, ''))
    return above >= 0 ? list.moveTo(above) : NOTHING_TO_FOLD
  }
  useKeys(archiveKeys, {
    ...listHandlers(list, panes.listHeight, rows.length),
    open: () => {
      if (!selected) return NO_ROW
      return selected.files === undefined ? setAlone(!isAlone) : fold(selected.path, !selected.isOpen)
    },
    shut,
    scrollDown: detail.scrollDown,
    scrollUp: detail.scrollUp,
    extract: () => openDialog(loadExtractDialog, { archive }),
    filter: filter.open,
    copyId: () => copy(selected?.path, 'the path of the page.'),
    copyRow: () =>
      copy(isPage && page.text !== undefined ? safeText(page.text, 'text') : undefined, 'the text of the page.'),
    ...useExports(() => (isPage && page.text !== undefined ? pageExports(selected, page.text) : undefined)),
  })
  const command = `wiki pages ${shellWord(archive)}`
  useReport('wiki', {
    crumbs: [safeText(basename(archive))],
    enter: selected && (isPage ? (isDetail ? 'the list' : 'read') : foldWord(selected.isOpen)),
    command: isPage ? `${command} ${shellWord(selected.path)}` : command,
    fieldKeys: filter.fieldKeys ?? hinted,
    states: [state],
  })

  const cells = panes.listWidth - 1
  const listed = listRows(
    rows,
    (row) => rowText(row, cells, filter.text !== '', theme),
    { list, height: panes.listHeight, width: panes.listWidth },
    theme,
  )
  const empty = loaded ? 'No page holds this: Esc shows all.' : state.is === 'failed' ? '' : 'verifying the archive'
  const body = joinOrAlone(
    rows.length > 0 ? listed : [` ${theme.muted(empty)}`],
    detail,
    { room, isDetail, width },
    panes,
    theme,
  )
  const files = loaded?.entries.filter(({ isFolder }) => !isFolder).length ?? 0
  const lines = [
    headLine(archive, loaded, files, width, theme),
    filter.divider(rows.length, files, width, theme),
    ...failures,
    ...body,
  ]
  return <Body lines={lines.map((line) => cutStyled(line, width))} height={height} />
}

const loadExtractDialog = async () => (await import('../dialogs/extract-dialog.tsx')).ExtractDialog

const noneClosed: ReadonlySet<string> = new Set()
const noLines: number[] = []
const hinted = [...archiveKeys, ...wikiHints]

/** All of the tree that is unfolded; with a filter the files whose paths hold it. */
const rowsOf = (archive: Archive | undefined, closed: ReadonlySet<string>, filter: string): PageRow[] => {
  if (!archive) return []
  if (filter.trim() === '') return pageRows(archive.entries, closed)
  const passes = criterionFilter(filter)
  return archive.entries
    .filter(({ name, isFolder }) => !isFolder && passes({ id: name, rationale: undefined }))
    .map(({ name: path, sizeBytes }) => ({ path, name: path, depth: 0, sizeBytes, files: undefined, isOpen: false }))
}

/** Beside a folder stands the first page that it holds. */
const firstUnder = (archive: Archive | undefined, row: PageRow | undefined): string =>
  archive?.entries.find(({ name, isFolder }) => !isFolder && name.startsWith(row?.path ?? ''))?.name ?? ''

const SIZE_CELLS = 9

const rowText = (row: PageRow, cells: number, isFlat: boolean, theme: Theme): string => {
  const { name, depth, files, isOpen, sizeBytes } = row
  const sign = files === undefined ? ' ' : isOpen ? theme.signs.open : theme.signs.closed
  // However deep it is, its name is seen.
  const indent = ' '.repeat(Math.min(depth * 2, Math.floor(cells / 3)))
  const left = isFlat ? safeText(name) : `${indent}${sign} ${safeText(name)}`
  const size = fit(files === undefined ? bytes(sizeBytes) : fullNumber(files), SIZE_CELLS, 'right')
  const told = fit(left, Math.max(1, cells - textWidth(size) - 1))
  return `${files === undefined ? told : theme.strong(told)} ${theme.muted(size)}`
}

const headLine = (path: string, archive: Archive | undefined, files: number, width: number, theme: Theme): string => {
  const name = theme.strong(safeText(basename(path)))
  if (!archive) return ` ${name}`
  const parts = [
    name,
    `${theme.good(theme.signs.good)} verified`,
    `${theme.strong(fullNumber(files))} ${files === 1 ? 'page' : 'pages'}`,
    bytes(archive.sizeBytes),
    theme.muted(safeText(path)),
  ]
  return ` ${asManyAsFit(parts, width - 2, '   ')}`
}

const pageExports = ({ name }: PageRow, text: string) => {
  const extension = /\.([a-z0-9]{1,8})$/i.exec(name)?.[1] ?? 'md'
  return {
    name: safeFileName(name).replace(/\.[a-z0-9]{1,8}$/i, ''),
    formats: [{ id: 'page', title: 'the page', extension, text: () => safeText(text, 'text') }],
  }
}
