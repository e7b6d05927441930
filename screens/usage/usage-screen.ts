import { ABOVE_NOTE } from '../../src/domain/text/signs.ts'
import { ANOMALY_RULE } from '../../src/domain/usage/anomalies.ts'
import { FORECAST_METHOD } from '../../src/domain/usage/forecast.ts'
import { insideKeys, type Screen } from '../kit/screen/screen.ts'
import { savingsKeys } from './savings/savings-keys.ts'
import { keys } from './usage-keys.ts'
import { usageLink } from './views/usage-state.ts'

export const usage: Screen = {
  title: 'Usage',
  key: '2',
  letter: 'u',
  summary: 'what was used, by whom, and why it changed',
  isByRange: true,
  endpoints: ['credits', 'tools', 'activity', 'productivity', 'users'],
  asOf: 'marked',
  notes: [
    'Credits are the standard credits of the API; IN and OUT are raw tokens. cache is the share of input tokens that came from the prompt cache.',
    '% ALL is the row’s share of the total of the days; rows of a breakdown need not add up to it. Users by client add up to more than all users, because a user of two clients counts in both.',
    'Each sparkline has its own scale, from zero to its highest day; z r gives all rows of a column one scale. A gap is a day without data.',
    ABOVE_NOTE,
    'A mark on the axis is a day on which the controls changed. The line that begins with "because" names a revision of that day, or of the day before, that changed models or autonomy.',
    'Dots behind the bars are the previous period, in the same order. A column for several days shows their mean.',
    'Counts are totals. Daily users, ratios and levels are the mean or median of the days; weekly and monthly users are those of the last day. Stickiness is mean daily users over monthly users of the last day.',
    'Autonomy is tool calls per turn; its levels are the mean of the days, each day weighted equally.',
    'MCP servers whose names differ only by letter case share one row, which lists the other spellings; z m splits them.',
    'Grouped rows come from the API (group_by); the others come from the breakdowns of the days.',
    'Enter breaks down the chosen day: each row is compared with its median for the same weekday in the 8 weeks before, of which 3 must have data. The sparkline still shows the range.',
    ANOMALY_RULE,
    FORECAST_METHOD,
    'Savings (Tab) are estimates for the range: an estimate is a range where the data leaves one, and no credits count twice.',
    'The causes of an unusual day are listed by model, user, tool, client and so on, each compared with its median for the same weekday, as a share of the difference.',
  ],
  keys: [...keys, ...insideKeys(keys, savingsKeys)],
  link: usageLink,
  load: async () => (await import('./usage.tsx')).Usage,
}
