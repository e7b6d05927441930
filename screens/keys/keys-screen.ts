import type { Screen } from '../kit/screen/screen.ts'
import { keyListKeys, keysState } from './key-list-keys.ts'

export const keys: Screen = {
  title: 'Keys',
  key: '7',
  letter: 'k',
  summary: 'which keys expire, never expire or are old',
  isByRange: false,
  example: 'deploy',
  endpoints: ['serviceAccountKeys'],
  notes: [
    'Most urgent first: keys that expire within 30 days, keys that never expire, keys older than a year. Inactive keys come last.',
    'A bar runs from the creation of a key to its expiry, with today marked; all bars share one scale.',
    'Servers cannot list service accounts. The list has those that were added, imported, or seen in responses. Only their ids are stored on this machine.',
    'The value of a new key is shown once, in its dialog only.',
  ],
  keys: keyListKeys,
  link: {
    path: 'key',
    statesOf: (_target, state) => [{ state, keys: keysState }],
    // Once the user has selected another row, that row identifies the place, not the target.
    targetOf: (target, state) => (state.has(keysState.row) ? undefined : target),
  },
  load: async () => (await import('./keys.tsx')).Keys,
}
