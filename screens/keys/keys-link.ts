import { KEY_SORTS } from '../../src/domain/keys/key-list.ts'
import { filter, oneOf, order, selectedRow, yesOrNo } from '../kit/links/members.ts'
import type { Members, ScreenLink } from '../kit/links/screen-link.ts'

/** What the quick filter shows. */
export const QUICK_KEYS = ['all', 'active', 'inactive'] as const

const members: Members = {
  account: {
    ...selectedRow,
    // The row of a key is called by two ids, on two lines.
    format: (value) => selectedRow.format(value)?.replace('\n', '/'),
    parse: (text) => selectedRow.parse(text.replace('/', '\n')),
    key: 'row',
  },
  quick: { ...oneOf(QUICK_KEYS), key: 'quick' },
  sort: { ...order('by', KEY_SORTS), key: 'sort' },
  filter,
  detail: { ...yesOrNo, key: 'alone' },
}

export const keysLink: ScreenLink = {
  path: 'key',
  // Once the user has moved on from the key that it was opened at, the row says where they are.
  targetOf: (target, state) => (state.has('row') ? undefined : target),
  statesOf: (_target, state) => [{ state, members }],
}
