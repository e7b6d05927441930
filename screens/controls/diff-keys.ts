import type { Binding } from '../../src/ui/bindings.ts'
import { listKeys } from '../list.ts'
import { copyRow, filter, leave } from './shared-keys.ts'

/** The keys of what differs between two revisions. */
export const diffKeys = [
  ...listKeys,
  {
    keys: ['('],
    action: 'olderA',
    help: 'inside: compare from an older revision (A)',
    group: 'Move',
    hint: 'move A',
    hintKey: '( )',
  },
  { keys: [')'], action: 'newerA', help: 'inside: compare from a newer revision (A)', group: 'Move' },
  {
    keys: ['<'],
    action: 'olderB',
    help: 'inside: compare with an older revision (B)',
    group: 'Move',
    hint: 'move B',
    hintKey: '< >',
  },
  { keys: ['>'], action: 'newerB', help: 'inside: compare with a newer revision (B)', group: 'Move' },
  { keys: ['n'], action: 'nextWidened', help: 'inside: the next change that widened something', group: 'Find' },
  { keys: ['N'], action: 'lastWidened', help: 'inside: the one before that widened something', group: 'Find' },
  { keys: ['b'], action: 'blame', help: 'inside: who changed this before, or not', group: 'Shape', hint: 'blame' },
  { keys: ['Enter'], action: 'settings', help: 'the whole settings of B', group: 'Go', hint: 'settings' },
  filter,
  copyRow,
  { keys: ['y p'], action: 'copyPath', help: 'inside: copy the path of the change', group: 'Act' },
  { keys: ['y j'], action: 'copyPatch', help: 'copy the changes as JSON Patch, without secrets', group: 'Act' },
  { keys: ['y a'], action: 'copyAll', help: 'inside: copy all changes, a line each', group: 'Act' },
  leave,
] as const satisfies readonly Binding[]
