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
  { keys: ['w'], action: 'why', help: 'why it needs attention', group: 'Shape', hint: 'why' },
  { keys: ['u'], action: 'mute', help: 'mute what needs attention for a week, or not any more', group: 'Act' },
  { keys: ['U'], action: 'muted', help: 'show what is muted too, or not', group: 'Shape' },
  exportKey,
  ...readKeys,
] as const satisfies readonly Binding[]
