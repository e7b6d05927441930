import type { Screen } from '../kit/screen/screen.ts'
import { computersKeys, computersState } from './computers-keys.ts'

export const computers: Screen = {
  title: 'Computers',
  key: '6',
  letter: 'm',
  summary: 'which machines failed, at which step and why',
  isByRange: false,
  example: 'failed',
  endpoints: ['computers', 'computer', 'computerMetrics'],
  notes: [
    'A computer that is being set up is refreshed while it is on screen, if the server supports it.',
    'CPU, memory and disk of the last hour are refreshed every 30 s while they are on screen, if the server has them.',
    'The bars of its steps share one scale, from zero to the longest.',
    'If the server cannot list computers, the list has the ids that were added, imported, or seen in responses.',
    'A change is sent once. If its reply is lost, the outcome is unknown: check before retrying.',
  ],
  keys: computersKeys,
  link: { path: computersState.row.name, statesOf: (_target, state) => [{ state, keys: computersState }] },
  load: async () => (await import('./computers.tsx')).Computers,
}
