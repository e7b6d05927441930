import type { ActivityDay } from '../../../src/contract/activity.ts'
import type { Lenient } from '../../../src/contract/lenient.ts'
import { clientEntries } from '../../../src/domain/usage/activity-entries.ts'
import { valueOn } from '../../../src/domain/usage/measure-figures.ts'
import { activityMeasures } from '../../../src/domain/usage/usage-measures.ts'
import { createView, figuresGroup, type Group, plainGroup } from './create-view.ts'
import type { AtLeastOne } from './view.ts'
import { line, type ViewMeasure, viewMeasure, viewMeasures } from './view-measures.ts'

type Row = Lenient<ActivityDay>

const { stickiness, sessions, messages, user_messages } = activityMeasures

const people: ViewMeasure = {
  id: 'people',
  title: 'people',
  unit: 'count',
  isStacked: false,
  lines: [
    line(activityMeasures.daily_active_users_mean, 'daily'),
    line(activityMeasures.weekly_active_users_last, 'weekly'),
    line(activityMeasures.monthly_active_users_last, 'monthly'),
  ],
}

const measures: AtLeastOne<ViewMeasure> = [
  people,
  {
    ...viewMeasure(stickiness),
    lines: [
      {
        ...line(stickiness),
        word: 'of month',
        // As on Overview, which marks the figure for a day whose month had nobody.
        isMissing: (row) => valueOn(stickiness, row) === undefined,
      },
    ],
  },
  ...viewMeasures(sessions, messages, user_messages),
]

const client = {
  ...plainGroup,
  heading: 'CLIENT',
  counted: 'PEOPLE A DAY',
  measure: people.id,
  how: 'mean',
} as const

const groups: AtLeastOne<Group<Row>> = [
  figuresGroup('analytics activity'),
  { ...client, id: 'client', title: 'client', command: 'analytics activity', entriesOf: clientEntries },
  { ...client, id: 'clientRows', title: 'client (grouped)', command: 'analytics activity --group-by client' },
]

export const activityView = createView({
  name: 'activity',
  query: 'activityDays',
  grouped: { query: 'clientDays', group: 'clientRows', measure: activityMeasures.daily_active_users_mean },
  measures,
  groups,
})
