import type { Screen } from '../kit/screen/screen.ts'
import { filter, type Members, oneOf, type ScreenLink, selectedRow, yesOrNo } from '../kit/screen/screen-link.ts'
import { HOOK_VIEWS } from './hook-entries.ts'
import { EVENT_NAMES, hooksKeys } from './hooks-keys.ts'

const members: Members = {
  list: { ...oneOf(HOOK_VIEWS), key: 'view' },
  event: { ...oneOf(EVENT_NAMES), key: 'event' },
  filter: { ...filter, key: (state) => `filter:${state.get('view') ?? HOOK_VIEWS[0]}` },
  detail: { ...yesOrNo, key: 'alone' },
  row: { ...selectedRow, key: (state) => `row:${state.get('view') ?? HOOK_VIEWS[0]}` },
}

const link: ScreenLink = { path: 'list', statesOf: (_target, state) => [{ state, members }] }

export const hooks: Screen = {
  title: 'Hooks',
  key: '0',
  letter: 'h',
  summary: 'what happened to each event of the agent',
  isByRange: false,
  example: 'failed',
  filtered: (text) =>
    new Map([
      ['view', 'decisions'],
      ['filter:decisions', text],
    ]),
  asks: [],
  notes: [
    'qd hooks notify takes events from the agent; a process of its own tells them, so that the agent never waits. All of it is of this machine: no organisation is asked.',
    'A rehearsal takes the last such event that was told, else a made-up one, and goes by the rules as if it were the only one; n takes another event. Addresses are masked.',
    'Of rules the first one that an event fits decides. They stand in config.json under hooks, and qd profile schema says what each takes.',
    'A decision says why something was told or not; what a channel made of it is a line of its own. What may have arrived is not sent again.',
  ],
  keys: hooksKeys,
  link,
  load: async () => (await import('./hooks.tsx')).Hooks,
}
