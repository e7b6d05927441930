import { dayLabel, decimal, fullNumber, percent, weekdayName } from '../../text/format.ts'
import { safeText } from '../../text/safe-text.ts'
import { type Anomaly, anomaliesOf } from '../../usage/anomalies.ts'
import { type Contributor, explainDay } from '../../usage/day-explanation.ts'
import type { Measure } from '../../usage/measure.ts'
import { valuesByDay } from '../../usage/measure-figures.ts'
import type { DayRow } from '../../usage/rows-by-day.ts'
import { activityMeasures, creditMeasures, productivityMeasures, toolMeasures } from '../../usage/usage-measures.ts'
import type { AttentionInput, AttentionKind, AttentionText, Matter, UsageView } from './attention-kind.ts'

/** What is watched for unusual days, in the order in which it matters, and the view that shows it. */
const WATCHED = {
  credits: { measure: creditMeasures.billable_tokens, view: 'credits' },
  toolCalls: { measure: toolMeasures.tool_calls, view: 'tools' },
  sessions: { measure: activityMeasures.sessions, view: 'activity' },
  people: { measure: activityMeasures.daily_active_users_mean, view: 'activity' },
  commits: { measure: productivityMeasures.git_commits, view: 'productivity' },
} as const satisfies Record<string, { measure: Measure; view: UsageView }>
type Watched = keyof typeof WATCHED

export type UnusualDay = Matter<'anomaly'> & {
  measure: Watched
  anomaly: Anomaly
  /** Other measures that are unusual in the same direction that day. */
  also: Watched[]
  /** The model with the largest part in the difference, for credits. */
  because: Contributor | undefined
}

const find = ({ range, credits, tools, activity, productivity }: AttentionInput): UnusualDay[] => {
  const rows: Record<UsageView, readonly DayRow[] | undefined> = {
    credits: credits?.days,
    tools,
    activity,
    productivity,
  }
  // A holiday is one matter, not five: what is unusual on a day in the same direction is told in one line.
  const matters = new Map<string, { measure: Watched; anomaly: Anomaly; also: Watched[] }>()
  for (const name of Object.keys(WATCHED) as Watched[]) {
    const { measure, view } = WATCHED[name]
    for (const anomaly of anomaliesOf(valuesByDay(measure, rows[view] ?? []), range)) {
      const id = `${anomaly.direction}:${anomaly.day}`
      const first = matters.get(id)
      if (first) first.also.push(name)
      else matters.set(id, { measure: name, anomaly, also: [] })
    }
  }
  return [...matters]
    .sort(([, a], [, b]) => (a.anomaly.day < b.anomaly.day ? 1 : a.anomaly.day > b.anomaly.day ? -1 : 0))
    .map(([id, { measure, anomaly, also }]): UnusualDay => {
      const explained = measure === 'credits' && credits ? explainDay(anomaly.day, credits, { top: 1 }) : undefined
      return {
        kind: 'anomaly',
        id: `anomaly:${id}`,
        severity: measure === 'credits' && anomaly.direction === 'over' ? 'high' : 'medium',
        target: { screen: 'usage', view: WATCHED[measure].view, day: anomaly.day },
        measure,
        anomaly,
        also,
        because: explained?.status === 'explained' ? explained.models[0] : undefined,
      }
    })
}

/** What a measure is called within a sentence. */
const nameIn = (measure: Watched): string => WATCHED[measure].measure.short

const text = ({ measure, anomaly, also, because }: UnusualDay): AttentionText => {
  const weekday = weekdayName(anomaly.day)
  const { ratio, value } = anomaly
  const parts = [
    ratio === undefined
      ? `${nameIn(measure)} ${fullNumber(value)}, the usual ${weekday} has none`
      : ratio >= 1.95
        ? `${nameIn(measure)} ${decimal(ratio, 1)}x the usual ${weekday}`
        : `${nameIn(measure)} ${percent(Math.abs(ratio - 1), 0)} ${anomaly.direction} the usual ${weekday}`,
  ]
  // The share is over 1 where other parts went the other way; `120 % of it` would read like a mistake.
  if (because) {
    const share = because.share < 0.995 ? percent(because.share, 0) : 'all'
    parts.push(`${share} of it ${safeText(because.name || '(no id)')}`)
  }
  if (also.length > 0) parts.push(`also ${also.map(nameIn).join(', ')}`)
  return { subject: dayLabel(anomaly.day).slice(0, 6), text: parts.join(', ') }
}

export const unusualDays: AttentionKind<UnusualDay> = {
  find,
  text,
  why: ({ measure, anomaly: { day, value, median, days } }) => {
    const weekday = weekdayName(day)
    const { title } = WATCHED[measure].measure
    return `${title} of ${dayLabel(day)}: ${fullNumber(value)}; the median of ${days} ${weekday}s in the eight weeks before is ${fullNumber(median)}.`
  },
  output: ({ measure, anomaly, also, because }) => {
    const { day, value, median, ratio, direction } = anomaly
    const contributor = because && { [because.kind]: because.key, share: because.share }
    return { day, measure, value, median, ratio: ratio ?? null, direction, also, because: contributor ?? null }
  },
}
