import type { Binding } from '../../src/ui/keys/bindings.ts'
import { exportKeys } from '../kit/export/exports.ts'
import { listKeys } from '../kit/list/use-list.ts'

// A narrow window has no room for these hints beside those of ? and q: they stand in help.
const [{ hint: _, ...exportKey }, ...readKeys] = exportKeys

/** The keys of the overview. */
export const overviewKeys = [
  ...listKeys,
  { keys: ['Tab'], action: 'nextPane', help: 'the next list', group: 'Move', hint: 'list' },
  { keys: ['S-Tab'], action: 'lastPane', help: 'the list before', group: 'Move' },
  {
    keys: ['Enter'],
    action: 'open',
    help: 'open what needs attention, the repository or the revision',
    group: 'Go',
    hint: 'open',
  },
  exportKey,
  ...readKeys,
] as const satisfies readonly Binding[]
