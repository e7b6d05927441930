import type { Screen } from '../kit/screen/screen.ts'
import { ScreenState } from '../kit/screen/screen-state.ts'
import { hooksKeys } from './hooks-keys.ts'
import { hooksState } from './hooks-state.ts'

export const hooks: Screen = {
  title: 'Hooks',
  key: '0',
  letter: 'h',
  summary: 'what happened to each event of the agent',
  isByRange: false,
  example: 'failed',
  filtered: (text) => new ScreenState().set(hooksState.view, 'decisions').set(hooksState.filter.at('decisions'), text),
  asks: [],
  notes: [
    'qd hooks notify takes events from the agent; a process of its own tells them, so that the agent never waits. All of it is of this machine: no organisation is asked.',
    'A rehearsal takes the last such event that was told, else a made-up one, and goes by the rules as if it were the only one; n takes another event. Addresses are masked.',
    'Of rules the first one that an event fits decides. They stand in config.json under hooks, and qd profile schema says what each takes.',
    'A decision says why something was told or not; what a channel made of it is a line of its own. What may have arrived is not sent again.',
  ],
  keys: hooksKeys,
  link: { path: hooksState.view.name, statesOf: (_target, state) => [{ state, keys: hooksState }] },
  load: async () => (await import('./hooks.tsx')).Hooks,
}
