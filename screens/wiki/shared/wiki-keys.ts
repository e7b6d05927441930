import type { Binding } from '../../../src/ui/keys/bindings.ts'
import { detailKeys } from '../../kit/detail/use-detail.ts'
import { exportKeys } from '../../kit/export/exports.ts'
import { filterKey } from '../../kit/list/list-screen-keys.ts'
import { filter, rowKey } from '../../kit/list/list-state.ts'
import { atFirstRow, listKeys, type RowKey } from '../../kit/list/use-list.ts'
import type { ScreenLink } from '../../kit/screen/screen.ts'
import { yesOrNo } from '../../kit/screen/screen-link.ts'
import { linkedKey, localKey } from '../../kit/screen/screen-state.ts'

export const runsKeys = [
  ...listKeys,
  { keys: ['Enter'], action: 'open', help: 'open the archive, or export', group: 'Go', hint: 'read' },
  {
    keys: ['Tab'],
    action: 'nextPane',
    help: 'switch between runs and pages',
    group: 'Move',
    hint: 'pages',
  },
  { keys: ['l', 'Right'], action: 'unfold', help: 'in pages: unfold, or open the page', group: 'Go' },
  { keys: ['h', 'Left'], action: 'foldOrLeave', help: 'in pages: fold', inside: 'back to the list', group: 'Go' },
  { keys: ['i'], action: 'runDetails', help: 'details of the run, or its pages', group: 'Shape' },
  { keys: ['x'], action: 'exportWiki', help: 'export the wiki, or show progress', group: 'Act', hint: 'export' },
  { keys: ['a'], action: 'actions', help: 'actions for the run', group: 'Act', hint: 'actions' },
  { keys: ['A'], action: 'add', help: 'add an id the server cannot list', group: 'Act' },
  filterKey('filter the runs', 'search names and texts of pages'),
  { keys: ['S'], action: 'searchPages', help: 'search the pages of all exports', group: 'Find', hint: 'search' },
  ...detailKeys,
  { keys: ['y y'], action: 'copyRow', help: 'copy the row', group: 'Act', hint: 'copy', hintKey: 'y' },
  { keys: ['y i'], action: 'copyId', help: 'copy the run id or page path', group: 'Act' },
  { keys: ['y j'], action: 'copyJson', help: 'copy the server response as JSON', group: 'Act' },
] as const satisfies readonly Binding[]

const findKeys = [
  { keys: ['/'], action: 'filter', inside: 'search names and texts of pages', group: 'Find', hint: 'search' },
  { keys: ['n'], action: 'nextMatch', inside: 'next line that was found', group: 'Find', hint: 'next', hintKey: 'n/N' },
  { keys: ['N'], action: 'previousMatch', inside: 'previous line that was found', group: 'Find' },
] as const satisfies readonly Binding[]

const pageKeys = [
  { keys: ['y i'], action: 'copyId', help: 'copy the path of the page', group: 'Act', hint: 'copy', hintKey: 'y' },
  { keys: ['y y'], action: 'copyRow', help: 'copy the text of the page', group: 'Act' },
  ...exportKeys,
] as const satisfies readonly Binding[]

export const archiveKeys = [
  ...listKeys,
  { keys: ['Enter', 'l', 'Right'], action: 'open', inside: 'page full screen, or unfold', group: 'Go', hint: 'read' },
  { keys: ['h', 'Left'], action: 'foldOrLeave', inside: 'back to the list, or fold', group: 'Go' },
  ...findKeys,
  ...detailKeys,
  { keys: ['x'], action: 'extract', inside: 'extract it into a folder', group: 'Act', hint: 'extract' },
  ...pageKeys,
] as const satisfies readonly Binding[]

/** The keys of a search through all exported archives. */
export const searchViewKeys = [
  ...listKeys,
  { keys: ['Enter', 'l', 'Right'], action: 'open', inside: 'open the page in its archive', group: 'Go', hint: 'read' },
  ...findKeys,
  ...detailKeys,
  ...pageKeys,
] as const satisfies readonly Binding[]

const noneClosed: ReadonlySet<string> = new Set()

export const runsState = {
  row: rowKey('run'),
  filter,
  details: linkedKey('facts', false, yesOrNo),
  inside: localKey('inside', false, 'the focus is not part of a link'),
}

export const archiveState = {
  filter,
  alone: linkedKey('detail', false, yesOrNo, { absent: (target) => target?.page !== undefined }),
}

/** The selected result of a search. @param page - Path of the page to select first. */
export const resultsKey = (archive: string | undefined, text: string, page: string | undefined): RowKey =>
  localKey(`found ${archive} ${text}`, { ...atFirstRow, id: page }, 'the target of the link names the page')

/** State of the pages of an archive. @param first - Path of the page to select first. */
export const pagesState = (archive: string | undefined, first?: string) => ({
  row: localKey(`page ${archive}`, { ...atFirstRow, id: first }, 'the target of the link names the page'),
  closed: localKey(`closed ${archive}`, noneClosed, 'folding is not part of a link'),
})

/** The view that searches all exported archives. */
export const SEARCH_VIEW = 'search'

export const wikiLink: ScreenLink = {
  path: 'run',
  isInside: ({ archive, view }) => archive !== undefined || view === SEARCH_VIEW,
  cursors: ['page'],
  targetOf: (target, state) => {
    const { id } = state.get(pagesState(target?.archive).row)
    return target?.archive !== undefined && id !== undefined ? { ...target, page: id } : target
  },
  statesOf: (target, state) => [
    {
      state,
      keys: target?.archive !== undefined ? archiveState : target?.view === SEARCH_VIEW ? { filter } : runsState,
    },
  ],
}
