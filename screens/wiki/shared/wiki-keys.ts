import type { Binding } from '../../../src/ui/keys/bindings.ts'
import { detailKeys } from '../../kit/detail/use-detail.ts'
import { exportKeys } from '../../kit/export/exports.ts'
import { filterKey } from '../../kit/list/list-screen-keys.ts'
import { listKeys } from '../../kit/list/use-list.ts'

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
  { keys: ['h', 'Left'], action: 'shut', help: 'in pages: fold', inside: 'back to the list', group: 'Go' },
  { keys: ['i'], action: 'facts', help: 'details of the run, or its pages', group: 'Shape' },
  { keys: ['x'], action: 'exportWiki', help: 'export the wiki, or show progress', group: 'Act', hint: 'export' },
  { keys: ['a'], action: 'actions', help: 'actions for the run', group: 'Act', hint: 'actions' },
  { keys: ['A'], action: 'add', help: 'add an id the server cannot list', group: 'Act', hint: 'add' },
  ...detailKeys,
  filterKey('filter by names'),
  { keys: ['y y'], action: 'copyRow', help: 'copy the row', group: 'Act', hint: 'copy', hintKey: 'y' },
  { keys: ['y i'], action: 'copyId', help: 'copy the run id or page path', group: 'Act' },
  { keys: ['y j'], action: 'copyJson', help: 'copy the server response as JSON', group: 'Act' },
] as const satisfies readonly Binding[]

export const archiveKeys = [
  ...listKeys,
  { keys: ['Enter', 'l', 'Right'], action: 'open', inside: 'page full screen, or unfold', group: 'Go', hint: 'read' },
  { keys: ['h', 'Left'], action: 'shut', inside: 'back to the list, or fold', group: 'Go' },
  ...detailKeys,
  { keys: ['x'], action: 'extract', inside: 'extract it into a folder', group: 'Act', hint: 'extract' },
  filterKey('filter by names'),
  { keys: ['y i'], action: 'copyId', help: 'copy the path of the page', group: 'Act', hint: 'copy', hintKey: 'y' },
  { keys: ['y y'], action: 'copyRow', help: 'copy the text of the page', group: 'Act' },
  ...exportKeys,
] as const satisfies readonly Binding[]
