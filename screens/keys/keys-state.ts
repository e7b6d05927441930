import { KEY_SORTS } from '../../src/domain/keys/key-list.ts'
import { alone, filter, sortKey } from '../kit/list/list-state.ts'
import { atFirstRow, type ListState } from '../kit/list/use-list.ts'
import { type Codec, oneOf, selectedRow } from '../kit/screen/screen-link.ts'
import { linkedKey } from '../kit/screen/screen-state.ts'
import { QUICK_KEYS, type QuickKeys } from './key-list-keys.ts'

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
