import { mean } from '../../src/base/median.ts'
import type { ActivityDay, ClientDay } from '../../src/contract/activity.ts'
import type { Lenient } from '../../src/contract/lenient.ts'
import { clientEntries, stickinessOf } from '../../src/domain/usage/activity-entries.ts'
import { createView, figuresGroup, type Group, plainGroup } from './create-view.ts'
import { line, type Measure, measure } from './measures.ts'

type Row = Lenient<ActivityDay>

const measures: readonly Measure<Row>[] = [
  {
    id: 'users',
    title: 'people',
    unit: 'count',
    isStacked: false,
    lines: [
      line('daily', 'mean', (day) => day.daily_active_users),
      line('weekly', 'last', (day) => day.weekly_active_users),
      line('monthly', 'last', (day) => day.monthly_active_users),
    ],
  },
  {
    id: 'stickiness',
    title: 'stickiness',
    unit: 'fraction',
    isStacked: false,
    lines: [
      {
        name: 'stickiness',
        word: 'of month',
        read: stickinessOf,
        // As on Overview: the mean day over the people of the month that ends with the last day.
        over: (rows) => {
          const monthly = rows.map((row) => row.monthly_active_users).findLast((value) => value !== undefined)
          const daily = mean(rows.map((row) => row.daily_active_users))
          const missing = rows.filter((row) => stickinessOf(row) === undefined).length
          return { value: daily === undefined || !monthly ? undefined : daily / monthly, missing }
        },
      },
    ],
  },
  measure('sessions', 'sessions', 'count', 'sum', (day) => day.sessions),
  measure('messages', 'messages', 'count', 'sum', (day) => day.messages),
  measure('userMessages', 'messages from people', 'count', 'sum', (day) => day.user_messages),
]

const client = {
  ...plainGroup,
  heading: 'CLIENT',
  counted: 'PEOPLE A DAY',
  measure: 'users',
  how: 'mean',
} as const

const groups: readonly Group<Row>[] = [
  figuresGroup('analytics activity'),
  { ...client, id: 'client', title: 'client', command: 'analytics activity', entriesOf: clientEntries },
  { ...client, id: 'clientRows', title: 'client (grouped)', command: 'analytics activity --group-by client' },
]

export const activityView = createView<Row>({
  name: 'activity',
  query: 'activityDays',
  grouped: {
    query: 'clientDays',
    group: 'clientRows',
    countOf: (row: Lenient<ClientDay>) => row.daily_active_users,
  },
  measures,
  groups,
  reasonsOf: (id) => (id === 'users' ? 'client' : undefined),
  wholeOf: (id) => (id === 'figures' ? undefined : 'users'),
})
