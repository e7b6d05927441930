import { FORECAST_METHOD } from '../../src/domain/usage/forecast.ts'
import type { Screen } from '../kit/screen/screen.ts'
import { overviewKeys } from './overview-keys.ts'
import { overviewState } from './overview-state.ts'

export const overview: Screen = {
  title: 'Overview',
  key: '1',
  letter: 'o',
  summary: 'the organisation over a range of days',
  isByRange: true,
  asks: ['credits', 'tools', 'activity', 'productivity', 'users', 'readinessReports', 'controlsHistory'],
  notes: [
    'Each sparkline has its own scale, from zero to its highest day; a gap is a day without data.',
    'People is the mean of daily active users; stickiness is daily over monthly active users.',
    FORECAST_METHOD,
    'What needs attention is looked for in the last 30 days of the range and today, 31 days, and what began earlier has its day: unusual days (by the rule of Usage), revisions that allow more and were not taken back, repositories whose last report fell a level, people with use on 3 or more days of a month and none for 14 days, tools without any use on 28 or more days before. Computers, CI jobs and the keys of known service accounts are asked for as well, once the figures are there. w says why something stands there.',
    'A repository starts at L1; passing 80 % of the criteria of a level, skipped ones aside, opens the next. The overall level is the mean, rounded down.',
    'Changes compare with the previous period of the same length: weekday by weekday for whole weeks.',
  ],
  keys: overviewKeys,
  link: { statesOf: (_target, state) => [{ state, keys: overviewState }] },
  load: async () => (await import('./overview.tsx')).Overview,
}
