import type { Binding } from '../../src/ui/keys/bindings.ts'
import { exportKeys } from '../kit/export/exports.ts'
import { listKeys } from '../kit/list/use-list.ts'

// These hints don't fit next to those of ? and q in a narrow window; help lists their keys.
const [{ hint: _, ...exportKey }, ...readKeys] = exportKeys

export const overviewKeys = [
  ...listKeys,
  { keys: ['Tab'], action: 'nextPane', help: 'next list', group: 'Move', hint: 'list' },
  { keys: ['S-Tab'], action: 'lastPane', help: 'previous list', group: 'Move' },
  {
    keys: ['Enter'],
    action: 'open',
    help: 'open the selected row',
    group: 'Go',
    hint: 'open',
  },
  { keys: ['w'], action: 'why', help: 'explain the item', group: 'Shape', hint: 'why' },
  { keys: ['u'], action: 'mute', help: 'mute the item for a week, or unmute', group: 'Act' },
  { keys: ['U'], action: 'muted', help: 'show or hide muted items', group: 'Shape' },
  exportKey,
  ...readKeys,
] as const satisfies readonly Binding[]
