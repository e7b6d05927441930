import type { Binding } from '../../../src/ui/keys/bindings.ts'
import { detailKeys } from '../../kit/detail/detail-keys.ts'
import { exportKeys } from '../../kit/export/exports.ts'
import { listKeys } from '../../kit/list/use-list.ts'
import { copyRow, leave } from '../shared/shared-keys.ts'

const [down, up, pageDown, pageUp, top] = listKeys

/** The keys of who changed a path. */
export const blameKeys = [
  down,
  up,
  pageDown,
  pageUp,
  top,
  {
    keys: ['G', 'End'],
    action: 'bottom',
    help: 'the oldest change, for which the whole history is looked at',
    group: 'Move',
    hint: 'look on',
    hintKey: 'G',
    takesRow: true,
  },
  { keys: ['Enter'], action: 'changes', help: 'what the revision changed', group: 'Go', hint: 'changes' },
  ...detailKeys,
  { keys: ['Tab'], action: 'detail', help: 'inside: the detail alone, or the list again', group: 'Move' },
  copyRow,
  { keys: ['y p'], action: 'copyPath', help: 'inside: copy the path of the change', group: 'Act' },
  ...exportKeys,
  leave,
] as const satisfies readonly Binding[]
