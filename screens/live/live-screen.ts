import type { Screen } from '../kit/screen/screen.ts'
import { liveKeys, liveState } from './live-keys.ts'

export const live: Screen = {
  title: 'Live',
  letter: 'l',
  summary: 'who is active today, and with which tools',
  isByRange: false,
  endpoints: ['live', 'liveUsers'],
  notes: [
    'Measured by the server (qd serve) from metrics and hook events of agents, for the current UTC day. It is not part of the published figures, and never added to them.',
    'A figure that no agent reports is –. Users are active now if they were seen in the last 5 minutes; the rate of a tool is the mean of the last 10.',
    'Refreshes by itself while it is shown. The list begins with the 100 users seen last; the others load 100 at a time as you near the end, and keep the figures of that moment.',
  ],
  keys: liveKeys,
  link: { statesOf: (_target, state) => [{ state, keys: liveState }] },
  load: async () => (await import('./live.tsx')).Live,
}
