import type { Binding } from '../../../src/ui/keys/bindings.ts'
import { detailKeys } from '../../kit/detail/use-detail.ts'
import { exportKeys } from '../../kit/export/exports.ts'
import { filterKey } from '../../kit/list/list-screen-keys.ts'
import { listKeys } from '../../kit/list/use-list.ts'

export const runsKeys = [
  ...listKeys,
  { keys: ['Enter'], action: 'open', help: 'read what was exported, or export it', group: 'Go', hint: 'read' },
  {
    keys: ['Tab'],
    action: 'nextPane',
    help: 'to the pages of what was exported, or to the runs',
    group: 'Move',
    hint: 'pages',
  },
  { keys: ['l', 'Right'], action: 'unfold', help: 'in the pages: unfold, or the page in its archive', group: 'Go' },
  { keys: ['h', 'Left'], action: 'shut', help: 'in the pages: fold', inside: 'beside the list again', group: 'Go' },
  { keys: ['i'], action: 'facts', help: 'what is known of the run, or its pages again', group: 'Shape' },
  { keys: ['x'], action: 'exportWiki', help: 'export the wiki, or see how far that is', group: 'Act', hint: 'export' },
  { keys: ['a'], action: 'actions', help: 'choose what to do with it', group: 'Act', hint: 'actions' },
  { keys: ['A'], action: 'add', help: 'add an id that the server lists nowhere', group: 'Act', hint: 'add' },
  ...detailKeys,
  filterKey('filter by names'),
  { keys: ['y y'], action: 'copyRow', help: 'copy the row', group: 'Act', hint: 'copy', hintKey: 'y' },
  { keys: ['y i'], action: 'copyId', help: 'copy the id of the run, or the path of the page', group: 'Act' },
  { keys: ['y j'], action: 'copyJson', help: 'copy what the server told, as JSON', group: 'Act' },
] as const satisfies readonly Binding[]

export const archiveKeys = [
  ...listKeys,
  { keys: ['Enter', 'l', 'Right'], action: 'open', inside: 'the page alone, or unfold', group: 'Go', hint: 'read' },
  { keys: ['h', 'Left'], action: 'shut', inside: 'beside the list again, or fold', group: 'Go' },
  ...detailKeys,
  { keys: ['x'], action: 'extract', inside: 'extract it into a folder', group: 'Act', hint: 'extract' },
  filterKey('filter by names'),
  { keys: ['y i'], action: 'copyId', help: 'copy the path of the page', group: 'Act', hint: 'copy', hintKey: 'y' },
  { keys: ['y y'], action: 'copyRow', help: 'copy the text of the page', group: 'Act' },
  ...exportKeys,
] as const satisfies readonly Binding[]
