import { FULL_DISK_PCT } from '../../src/domain/computers/computer-metrics.ts'
import { IDLE_RULE } from '../../src/domain/computers/computer-use.ts'
import { ABOVE_NOTE } from '../../src/domain/text/signs.ts'
import { FORECAST_METHOD } from '../../src/domain/usage/forecast.ts'
import { STOPPED_DEFINITION } from '../../src/domain/usage/stopped-users.ts'
import type { Screen } from '../kit/screen/screen.ts'
import { overviewKeys, overviewState } from './overview-keys.ts'

export const overview: Screen = {
  title: 'Overview',
  key: '1',
  letter: 'o',
  summary: 'the organisation over a range of days',
  isByRange: true,
  endpoints: [
    ...(['credits', 'tools', 'activity', 'productivity', 'users', 'readinessReports', 'controlsHistory'] as const),
    // What needs attention.
    ...([
      'computers',
      'computer',
      'computerMetrics',
      'ciJobs',
      'serviceAccountKeys',
      'organizationUsers',
      'userLimits',
      'live',
    ] as const),
  ],
  notes: [
    'Each sparkline has its own scale, from zero to its highest day; a gap is a day without data.',
    ABOVE_NOTE,
    'People is the mean of daily active users; stickiness is daily over monthly active users.',
    FORECAST_METHOD,
    `Attention items cover the last 30 days of the range and today; items that started earlier show their first day. They report unusual days (see Usage), revisions whose loosened settings are still in effect, repositories that lost a level in their last report, users ${STOPPED_DEFINITION}, and tools used for the first time after 28 or more days of data.`,
    'The line below the tiles has the seats of the organisation and, where the server measures it, the activity of today (UTC), which is part of no other figure; its sparkline has the tool calls of the last two hours by quarter.',
    'Computers, CI jobs and the keys of known service accounts are checked once the figures are loaded. Press w to explain an item.',
    `Where the server has metrics, active computers with a disk above ${FULL_DISK_PCT} % or idle for a week are listed. ${IDLE_RULE}`,
    'A repository starts at L1; passing 80 % of the criteria of a level, not counting skipped ones, unlocks the next. The overall level is the mean, rounded down.',
    'Changes compare with the previous period of the same length: weekday by weekday for whole weeks.',
  ],
  keys: overviewKeys,
  link: { statesOf: (_target, state) => [{ state, keys: overviewState }] },
  load: async () => (await import('./overview.tsx')).Overview,
}
