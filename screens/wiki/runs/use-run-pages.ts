import { basename } from 'node:path'
import type { Archive } from '../../../src/cache/load/management/work.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { pagesText } from '../../../src/domain/wiki/run-name.ts'
import { joinFitting } from '../../../src/ui/layout/columns.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { shellWord } from '../../kit/export/command-options.ts'
import { useSelected } from '../../kit/list/use-list.ts'
import type { ListScreen } from '../../kit/list/use-list-screen.tsx'
import { useQuery } from '../../kit/query/use-query.ts'
import { foldLabel } from '../../kit/screen/enter-hint.ts'
import { useScreenState } from '../../kit/screen/screen-state.ts'
import { useSession } from '../../kit/session/session.ts'
import { useArchivePanes } from '../pages/use-archive-panes.ts'
import { runsState } from '../shared/wiki-keys.ts'
import { archiveOf, type RunEntry } from './run-columns.ts'

export type RunPages = ReturnType<typeof useRunPages>

/** The pages of the selected run's archive, next to the list of runs or below it. */
export const useRunPages = ({ list, rows, sizes, top }: ListScreen<RunEntry>, width: number) => {
  const { theme } = useSession()
  const [isInside, setInside] = useScreenState(runsState.inside)
  const [areDetailsShown, setDetailsShown] = useScreenState(runsState.details)
  const { isWide, listHeight, detailWidth, detailHeight } = sizes
  // Moving between runs without pages redraws the rows without rendering the component again.
  const archive = useSelected(list, (at) => {
    const entry = rows[at]
    return detailHeight > 0 && !areDetailsShown && entry ? archiveOf(entry) : undefined
  })
  const state = useQuery('archive', archive === undefined ? undefined : { path: archive })
  // An archive that is missing or failed verification has no pages.
  const hasPages = archive !== undefined && state.is !== 'failed'
  const isFocused = isInside && hasPages
  const pages = useArchivePanes(hasPages ? archive : undefined, state, {
    width: isWide ? detailWidth : width,
    minWide: MIN_WIDE,
    room: detailHeight,
    head: (loaded, files, width) => pagesHead(archive ?? '', loaded, files, width, theme),
    isFocused,
    top: isWide ? top : top + listHeight + 1,
    left: isWide ? width - detailWidth - 1 : 0,
    onClick: () => setInside(true),
  })
  return {
    pages,
    archive,
    hasPages,
    /** Why the archive cannot be shown; undefined without a problem. */
    problem: state.is === 'failed' ? state.error.message : undefined,
    setInside,
    /** Shows the facts about the run in place of its pages, or the pages again. */
    toggleDetails: () => setDetailsShown(!areDetailsShown),
    list: pages.list,
    isFocused,
    leave: () => setInside(false),
    getLines: () => (hasPages ? pages.getBody() : undefined),
    enter() {
      const selected = pages.getSelected()
      return selected && (pages.getPage() ? 'read' : foldLabel(selected.isOpen))
    },
    command: () => `wiki pages ${shellWord(archive ?? '')}`,
  }
}

/** Minimum width of a pane next to the runs for the tree and the text of a page side by side. */
const MIN_WIDE = 84

/** The row above the pages: the name of the archive, and that it is verified. */
const pagesHead = (path: string, archive: Archive | undefined, files: number, width: number, theme: Theme): string => {
  const name = theme.strong(safeText(basename(path)))
  if (!archive) return ` ${name}`
  const verified = `${theme.good(theme.signs.good)} verified: ${pagesText(files)}`
  return ` ${joinFitting([name, verified, 'checksums match'], width - 2, '  ')}`
}
