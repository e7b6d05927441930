import { ANOMALY_RULE } from '../../src/domain/usage/anomalies.ts'
import { FORECAST_METHOD } from '../../src/domain/usage/forecast.ts'
import type { Screen } from '../kit/screen/screen.ts'
import { keys } from './usage-keys.ts'
import { usageLink } from './views/usage-state.ts'

export const usage: Screen = {
  title: 'Usage',
  key: '2',
  letter: 'u',
  summary: 'what was used, by whom and why it moved',
  isByRange: true,
  asks: ['credits', 'tools', 'activity', 'productivity', 'users'],
  asOf: 'marked',
  notes: [
    'Credits are the standard credits of the API; IN and OUT are raw tokens. cache is the share of what models read that came from the prompt cache.',
    '% ALL is a row’s part of the value of the days themselves; the rows of a breakdown need not add up to it. People by client add up to more than the people: who uses two counts in both.',
    'The courses of a column share one scale, from zero to its highest; those of figures have one each, and after z r all: the heading says BY ROW then. A gap is a day without data.',
    'A mark on the axis is a day on which the controls changed; because names a revision of the day or the day before that touched models or autonomy.',
    'Dots behind the bars are the days before, in the same order. A column of several days is their mean.',
    'What can be added up is a total. Daily people, ratios and levels are the mean or the median of the days, weekly and monthly people those of the last day. Stickiness is the mean of daily people over the monthly people of the last day.',
    'Autonomy is tool calls per turn of a person; its levels are the mean of the days, each counting the same.',
    'MCP servers whose names differ by letter case only are one row, which names the other spellings; z m shows them apart.',
    'Rows that are grouped are those the API answers with group_by; the others are read from the days’ own breakdowns.',
    'Enter breaks the chosen day down: each row against its own median of the same weekday in the 8 weeks before, of which 3 have to be known. The course of a row stays that of the range.',
    ANOMALY_RULE,
    FORECAST_METHOD,
    'What moved a day is told by model and person, tool, client and so on, each against its own median of the same weekdays, as shares of the day’s difference.',
  ],
  keys,
  link: usageLink,
  load: async () => (await import('./usage.tsx')).Usage,
}
