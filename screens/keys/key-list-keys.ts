import { KEY_SORTS } from '../../src/domain/keys/key-list.ts'
import type { Binding } from '../../src/ui/keys/bindings.ts'
import { listMoveKeys, listRowKeys, managementKeys, quickKey } from '../kit/list/list-screen-keys.ts'
import { alone, filter, sortKey } from '../kit/list/list-state.ts'
import { atFirstRow, type ListState } from '../kit/list/use-list.ts'
import { type Codec, oneOf, selectedRow } from '../kit/screen/screen-link.ts'
import { linkedKey } from '../kit/screen/screen-state.ts'

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

/** The id of a row consists of two ids on two lines. Links write a slash between them. */
const rowCodec: Codec<ListState> = {
  format: (value) => selectedRow.format(value)?.replace('\n', '/'),
  parse: (text) => selectedRow.parse(text.replace('/', '\n')),
}

export const keysState = {
  row: linkedKey('account', atFirstRow, rowCodec),
  quick: linkedKey<QuickKeys>('quick', 'all', oneOf(QUICK_KEYS)),
  sort: sortKey(KEY_SORTS),
  filter,
  alone,
}
