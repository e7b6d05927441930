import type { Binding } from '../../src/ui/bindings.ts'
import { listKeys } from '../list.ts'
import { copyJson, copyRow, filter } from './shared-keys.ts'

/** The keys of the list of revisions. */
export const historyKeys = [
  ...listKeys,
  {
    keys: ['Enter'],
    action: 'changes',
    help: 'what a revision changed; inside: its whole settings',
    group: 'Go',
    hint: 'changes',
  },
  filter,
  copyRow,
  { keys: ['y i'], action: 'copyId', help: 'copy the number of the revision', group: 'Act' },
  copyJson,
] as const satisfies readonly Binding[]
