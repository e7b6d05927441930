import type { Screen } from '../kit/screen/screen.ts'
import { hooksKeys, hooksState } from './hooks-keys.ts'

export const hooks: Screen = {
  title: 'Hooks',
  key: '0',
  letter: 'h',
  summary: 'what happened to each event of the agent',
  isByRange: false,
  example: 'failed',
  endpoints: [],
  notes: [
    'qd hooks notify receives events from the agent; a background process sends the notifications, so the agent never waits. All of this is on this machine: no organisation is contacted.',
    'A test uses the last real event of its kind, or a sample, and applies the rules as if it were the only event. Press n to test another event. Addresses are masked.',
    'The first matching rule decides. Rules are in config.json under hooks; qd profile schema describes them.',
    'A decision says why an event was sent or not; the result of each channel is a separate line. A notification that may have arrived is not sent again.',
  ],
  keys: hooksKeys,
  link: { path: hooksState.view.name, statesOf: (_target, state) => [{ state, keys: hooksState }] },
  load: async () => (await import('./hooks.tsx')).Hooks,
}
