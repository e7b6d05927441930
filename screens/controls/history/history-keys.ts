import type { Binding } from '../../../src/ui/keys/bindings.ts'
import { exportKeys } from '../../kit/export/exports.ts'
import { listKeys } from '../../kit/list/use-list.ts'
import { markKeys } from '../../kit/list/use-marks.ts'
import { copyJson, copyRow, filter } from '../shared/shared-keys.ts'

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
  {
    keys: ['n'],
    action: 'nextNew',
    help: 'the next revision that is new, else widened; inside: the next change or match',
    group: 'Find',
    hint: 'new',
    hintKey: 'n/N',
  },
  { keys: ['N'], action: 'lastNew', help: 'the one before', group: 'Find' },
  {
    keys: ['w'],
    action: 'nextWidened',
    help: 'the next revision, or inside change, that widened something',
    group: 'Find',
    hint: 'widened',
    hintKey: 'w/W',
  },
  { keys: ['W'], action: 'lastWidened', help: 'the one before that widened something', group: 'Find' },
  {
    keys: ['f'],
    action: 'quick',
    help: 'what is still open, or all; inside: all changes, widened, narrowed, neutral',
    group: 'Shape',
    hint: 'open',
  },
  filter,
  ...markKeys('revision', 'revisions'),
  copyRow,
  { keys: ['y i'], action: 'copyId', help: 'copy the number of the revision', group: 'Act' },
  copyJson,
  ...exportKeys,
] as const satisfies readonly Binding[]
