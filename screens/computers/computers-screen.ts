import type { Screen } from '../kit/screen/screen.ts'
import { computersKeys } from './computers-keys.ts'
import { computersState } from './computers-state.ts'

export const computers: Screen = {
  title: 'Computers',
  key: '6',
  letter: 'm',
  summary: 'which machines failed, at which step and why',
  isByRange: false,
  example: 'failed',
  asks: ['computers', 'computer'],
  notes: [
    'A computer that is on its way is asked for again and again while it is on the screen, where the server can be asked.',
    'The bars of its steps share one scale, from nothing to the longest.',
    'Where the server has no list, this one holds the ids that were added, imported, or seen in answers.',
    'A change is sent once. Where its answer is lost, nobody knows whether it was done: look before doing it again.',
  ],
  keys: computersKeys,
  link: { path: computersState.row.name, statesOf: (_target, state) => [{ state, keys: computersState }] },
  load: async () => (await import('./computers.tsx')).Computers,
}
