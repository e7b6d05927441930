import type { Binding } from '../../src/ui/keys/bindings.ts'
import { listMoveKeys, listRowKeys, managementKeys, quickKey } from '../kit/list/list-screen-keys.ts'

export const QUICK_KEYS = ['all', 'active', 'inactive'] as const
export type QuickKeys = (typeof QUICK_KEYS)[number]

export const keyListKeys = [
  ...listMoveKeys,
  ...managementKeys,
  ...listRowKeys,
  quickKey({ help: 'all, active or inactive keys' }, 'show'),
  { keys: ['s e'], action: 'sort:urgency', sortsBy: 'urgency', group: 'Shape', hint: 'sort', hintKey: 's' },
  { keys: ['s a'], action: 'sort:account', sortsBy: 'service account', group: 'Shape' },
  { keys: ['s n'], action: 'sort:name', sortsBy: 'name', group: 'Shape' },
  { keys: ['s c'], action: 'sort:created', sortsBy: 'age', group: 'Shape' },
] as const satisfies readonly Binding[]
