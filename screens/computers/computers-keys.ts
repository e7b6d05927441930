import { COMPUTER_SORTS } from '../../src/domain/computers/computer-list.ts'
import type { Binding } from '../../src/ui/keys/bindings.ts'
import { listMoveKeys, listRowKeys, managementKeys } from '../kit/list/list-screen-keys.ts'
import { alone, filter, rowKey, sortKey } from '../kit/list/list-state.ts'

export const computersKeys = [
  ...listMoveKeys,
  ...managementKeys,
  ...listRowKeys,
  { keys: ['s c'], action: 'sort:created', sortsBy: 'age', group: 'Shape', hint: 'sort', hintKey: 's' },
  { keys: ['s n'], action: 'sort:name', sortsBy: 'name', group: 'Shape' },
  { keys: ['s s'], action: 'sort:status', sortsBy: 'urgency of the status', group: 'Shape' },
] as const satisfies readonly Binding[]

export const computersState = { row: rowKey('computer'), sort: sortKey(COMPUTER_SORTS), filter, alone }
