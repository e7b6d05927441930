import type { Screen } from '../kit/screen/screen.ts'
import { keyListKeys } from './key-list-keys.ts'
import { keysState } from './keys-state.ts'

export const keys: Screen = {
  title: 'Keys',
  key: '7',
  letter: 'k',
  summary: 'which keys expire, never expire or are old',
  isByRange: false,
  example: 'deploy',
  asks: ['serviceAccountKeys'],
  notes: [
    'What needs care comes first: what expires within 30 days, what never expires, what is older than a year. What does not work any more comes last.',
    'A life goes from the creation of a key to its expiry, with today on it; the lives share one scale.',
    'No server lists service accounts: this list holds those that were added, imported, or seen in answers. Keys themselves are kept nowhere.',
    'The value of a new key is shown once, and gone with its dialog.',
  ],
  keys: keyListKeys,
  link: {
    path: 'key',
    statesOf: (_target, state) => [{ state, keys: keysState }],
    // Once the user has moved on from the key that it was opened at, the row says where they are.
    targetOf: (target, state) => (state.has(keysState.row) ? undefined : target),
  },
  load: async () => (await import('./keys.tsx')).Keys,
}
