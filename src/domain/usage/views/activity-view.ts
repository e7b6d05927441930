import type { ActivityDay } from '../../../contract/analytics.ts'
import type { Lenient } from '../../../contract/lenient.ts'
import { clientEntries } from '../day-entries.ts'
import { valueOn } from '../measure-figures.ts'
import { activityMeasures } from '../usage-measures.ts'
import {
  createView,
  figuresGroup,
  type Group,
  groupOf,
  line,
  linesMeasure,
  type ViewMeasure,
  viewMeasure,
  viewMeasures,
} from './create-view.ts'
import type { AtLeastOne } from './view.ts'

const { stickiness, sessions, messages, user_messages } = activityMeasures

const people = linesMeasure('people', 'count', [
  line(activityMeasures.daily_active_users_mean, 'daily'),
  line(activityMeasures.weekly_active_users_last, 'weekly'),
  line(activityMeasures.monthly_active_users_last, 'monthly'),
])

const measures: AtLeastOne<ViewMeasure> = [
  people,
  {
    ...viewMeasure(stickiness),
    lines: [
      {
        ...line(stickiness),
        word: 'of month',
        // The same rule as on Overview, which marks the figure for a day without monthly users.
        isMissing: (row) => valueOn(stickiness, row) === undefined,
      },
    ],
  },
  ...viewMeasures(sessions, messages, user_messages),
]

const client = { counted: 'USERS PER DAY', shareOf: 'all users per day', measure: people.id, how: 'mean' } as const

const groups: AtLeastOne<Group<Lenient<ActivityDay>>> = [
  figuresGroup,
  groupOf('client', 'client', { ...client, entriesOf: clientEntries }),
  groupOf('clientRows', 'client (grouped)', { ...client, heading: 'CLIENT', by: 'client', groupBy: 'client' }),
]

export const activityView = createView({
  name: 'activity',
  command: 'analytics activity',
  grouped: { group: 'clientRows', measure: activityMeasures.daily_active_users_mean },
  measures,
  groups,
})
