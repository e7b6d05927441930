import { basename } from 'node:path'
import { useMemo } from 'react'
import type { Archive } from '../../../src/cache/load/management/work.ts'
import { bytes } from '../../../src/domain/text/format.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { pagesText } from '../../../src/domain/wiki/run-name.ts'
import { SEARCH_SYNTAX } from '../../../src/domain/wiki/text-search.ts'
import { useKeys } from '../../../src/ui/keys/use-keys.ts'
import { cutStyled, joinFitting } from '../../../src/ui/layout/columns.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { useOpenDialog } from '../../kit/dialogs/use-change.ts'
import { shellWord } from '../../kit/export/command-options.ts'
import { useFilter } from '../../kit/filter/use-filter.ts'
import { ListBody } from '../../kit/list/list-body.tsx'
import { failureLines } from '../../kit/query/states.ts'
import { useQuery } from '../../kit/query/use-query.ts'
import { foldLabel } from '../../kit/screen/enter-hint.ts'
import type { ScreenProps } from '../../kit/screen/screen.ts'
import { detailLevel, useReport } from '../../kit/screen/screen-report.ts'
import { useScreenState } from '../../kit/screen/screen-state.ts'
import { useSession } from '../../kit/session/session.ts'
import { problemLines } from '../pages/problem-lines.ts'
import { useArchivePanes } from '../pages/use-archive-panes.ts'
import { usePageHandlers } from '../pages/use-page-handlers.ts'
import { useTextSearch } from '../pages/use-text-search.ts'
import { archiveKeys, archiveState } from '../shared/wiki-keys.ts'

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
  const filter = useFilter(archiveState.filter, { placeholder: SEARCH_SYNTAX, label: 'Search', isKept: isAlone })
  const state = useQuery('archive', { path: archive })
  // An archive that failed verification is not searched.
  const isFailed = state.is === 'failed' && state.old === undefined
  const paths = useMemo(() => (isFailed ? [] : [archive]), [archive, isFailed])
  const search = useTextSearch(paths, filter.text)
  const failures = [...failureLines([state], width, theme), ...problemLines(search.problems, theme)]
  const room = Math.max(1, height - HEAD - failures.length)
  const panes = useArchivePanes(archive, state, {
    width,
    room,
    search,
    isAlone,
    first,
    top: HEAD + failures.length,
  })
  const { loaded, files, list, getSelected, getPage } = panes

  const openDialog = useOpenDialog()
  useKeys(archiveKeys, {
    ...usePageHandlers(panes, filter),
    open: panes.onRow(() => (panes.toggleFolder() ? undefined : setAlone(!isAlone))),
    foldOrLeave: () => (panes.isDetail ? setAlone(false) : panes.shut()),
    extract: () => openDialog(loadExtractDialog, { archive }),
  })
  const command = search.isActive
    ? `wiki search ${shellWord(filter.text)} --file ${shellWord(archive)}`
    : `wiki pages ${shellWord(archive)}`
  useReport('wiki', {
    place: safeText(basename(archive)),
    levels: panes.isDetail ? [{ ...detailLevel(setAlone), crumb: 'page', isOpened: first !== undefined }] : [],
    enter() {
      const selected = getSelected()
      return selected && (getPage() ? (panes.isDetail ? 'the list' : 'read') : foldLabel(selected.isOpen))
    },
    command() {
      const page = search.isActive && !panes.isDetail ? undefined : getPage()
      return page ? `wiki pages ${shellWord(archive)} ${shellWord(page.path)}` : command
    },
    fieldKeys: filter.fieldKeys,
    ownKeys: archiveKeys,
    states: [state],
  })

  const head = headLine(archive, loaded, files, width, theme)
  const lines = () => {
    const status = (panes.isDetail && panes.getPlace()) || search.status
    const above = [head, filter.statusDivider(status, width, theme), ...failures]
    return [...above.map((line) => cutStyled(line, width)), ...panes.getBody()]
  }
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
