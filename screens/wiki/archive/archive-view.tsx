import { basename } from 'node:path'
import type { Archive } from '../../../src/cache/load/management/work.ts'
import { bytes } from '../../../src/domain/text/format.ts'
import { safeFileName } from '../../../src/domain/text/safe-file-name.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import type { PageRow } from '../../../src/domain/wiki/page-tree.ts'
import { pagesText } from '../../../src/domain/wiki/run-name.ts'
import { useKeys } from '../../../src/ui/keys/use-keys.ts'
import { cutStyled, joinFitting } from '../../../src/ui/layout/columns.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { useOpenDialog } from '../../kit/dialogs/use-change.ts'
import { shellWord } from '../../kit/export/command-options.ts'
import { useExports } from '../../kit/export/exports.ts'
import { useFilter } from '../../kit/filter/use-filter.ts'
import { ListBody } from '../../kit/list/list-body.tsx'
import { failureLines } from '../../kit/query/states.ts'
import { useQuery } from '../../kit/query/use-query.ts'
import { foldLabel } from '../../kit/screen/enter-hint.ts'
import type { ScreenProps } from '../../kit/screen/screen.ts'
import { detailLevel, useReport } from '../../kit/screen/screen-report.ts'
import { useScreenState } from '../../kit/screen/screen-state.ts'
import { useSession } from '../../kit/session/session.ts'
import { useLastRow } from '../../kit/session/use-last-row.ts'
import { archiveKeys, archiveState } from '../shared/wiki-keys.ts'
import { useArchivePanes } from './use-archive-panes.ts'

export type ArchiveViewProps = Pick<ScreenProps, 'width' | 'height'> & {
  /** Absolute path of the archive. */
  archive: string
  /** Path of the page to select first. The page is then shown without the tree. @default the first row */
  page: string | undefined
}

/** Rows above the panes: head and divider. */
const HEAD = 2

/** A verified archive: its pages as a tree, and the text of the selected page. */
export const ArchiveView = ({ width, height, archive, page: first }: ArchiveViewProps) => {
  const { theme } = useSession()
  const [isAlone, setAlone] = useScreenState(archiveState.alone, first !== undefined)
  const filter = useFilter(archiveState.filter, { placeholder: 'part of a page name' })
  const state = useQuery('archive', { path: archive })
  const failures = failureLines([state], width, theme)
  const room = Math.max(1, height - HEAD - failures.length)
  const panes = useArchivePanes(archive, state, {
    width,
    room,
    filter: filter.text,
    isAlone,
    first,
    top: HEAD + failures.length,
  })
  const { loaded, files, list, rows, getSelected, getPage, getText, getDetail } = panes

  const openDialog = useOpenDialog()
  const { copy } = useLastRow()
  useKeys(archiveKeys, {
    ...panes.handlers,
    open: panes.onRow(() => (panes.toggleFolder() ? undefined : setAlone(!isAlone))),
    foldOrLeave: () => (panes.isDetail ? setAlone(false) : panes.shut()),
    scrollDown: () => getDetail().scrollDown(),
    scrollUp: () => getDetail().scrollUp(),
    extract: () => openDialog(loadExtractDialog, { archive }),
    filter: filter.open,
    copyId: () => copy(getSelected()?.path, 'the path of the page.'),
    copyRow() {
      const text = getText()
      return copy(text === undefined ? undefined : safeText(text, 'text'), 'the text of the page.')
    },
    ...useExports(() => {
      const [page, text] = [getPage(), getText()]
      return page && text !== undefined ? pageExports(page, text) : undefined
    }),
  })
  const command = `wiki pages ${shellWord(archive)}`
  useReport('wiki', {
    place: safeText(basename(archive)),
    levels: panes.isDetail ? [{ ...detailLevel(setAlone), crumb: 'page', isOpened: first !== undefined }] : [],
    enter() {
      const selected = getSelected()
      return selected && (getPage() ? (panes.isDetail ? 'the list' : 'read') : foldLabel(selected.isOpen))
    },
    command() {
      const page = getPage()
      return page ? `${command} ${shellWord(page.path)}` : command
    },
    fieldKeys: filter.fieldKeys,
    ownKeys: archiveKeys,
    states: [state],
  })

  const above = [
    headLine(archive, loaded, files, width, theme),
    filter.divider(rows.length, files, width, theme),
    ...failures,
  ].map((line) => cutStyled(line, width))
  const lines = () => [...above, ...panes.getBody()]
  return <ListBody list={list} lines={lines} height={height} />
}

const loadExtractDialog = async () => (await import('../dialogs/wiki-dialogs.tsx')).ExtractDialog

const headLine = (path: string, archive: Archive | undefined, files: number, width: number, theme: Theme): string => {
  const name = theme.strong(safeText(basename(path)))
  if (!archive) return ` ${name}`
  const parts = [
    name,
    `${theme.good(theme.signs.good)} verified`,
    pagesText(files),
    bytes(archive.sizeBytes),
    theme.muted(safeText(path)),
  ]
  return ` ${joinFitting(parts, width - 2, '   ')}`
}

const pageExports = ({ name }: PageRow, text: string) => {
  const extension = /\.([a-z0-9]{1,8})$/i.exec(name)?.[1] ?? 'md'
  return {
    name: safeFileName(name).replace(/\.[a-z0-9]{1,8}$/i, ''),
    formats: [{ id: 'page', title: 'the page', extension, text: () => safeText(text, 'text') }],
  }
}
