import type { Binding } from '../../../src/ui/keys/bindings.ts'
import { exportKeys } from '../../kit/export/exports.ts'
import { listKeys } from '../../kit/list/use-list.ts'
import { foldKeys } from '../../kit/tree/fold-keys.ts'
import { copyJson, copyRow, filter, leave } from '../shared/shared-keys.ts'

/** The keys of whole settings; what does the same as in a comparison is called the same. */
export const settingsKeys = [
  ...listKeys,
  ...foldKeys,
  { keys: ['z M'], action: 'foldAll', help: 'inside: fold all', group: 'Shape' },
  { keys: ['z R'], action: 'unfoldAll', help: 'inside: unfold all', group: 'Shape' },
  {
    keys: ['n'],
    action: 'nextChange',
    help: 'the next match, else the next that this revision changed',
    group: 'Find',
    hint: 'changed',
    hintKey: 'n/N',
  },
  { keys: ['N'], action: 'lastChange', help: 'the one before', group: 'Find' },
  filter,
  { keys: ['b'], action: 'blame', help: 'inside: who changed this, and when', group: 'Go', hint: 'blame' },
  { keys: ['x'], action: 'reveal', help: 'inside: show the secret for 15 s, or hide it', group: 'Act', hint: 'reveal' },
  copyRow,
  { keys: ['y p'], action: 'copyPath', help: 'inside: copy the path of the change', group: 'Act' },
  copyJson,
  ...exportKeys,
  leave,
] as const satisfies readonly Binding[]
