import { memoize, memoizePerObject } from '../../../base/memoize.ts'
import { compareText } from '../../../base/text.ts'
import type { Day } from '../../calendar/calendar.ts'
import { dayLabel, decimal, fullNumber, percent, weekdayName } from '../../text/format.ts'
import { safeText } from '../../text/safe-text.ts'
import { anomaliesOf } from '../../usage/anomalies.ts'
import type { CreditDays } from '../../usage/credit-days.ts'
import { explainDay } from '../../usage/day-explanation.ts'
import type { Measure } from '../../usage/measure.ts'
import { type DayRow, valuesByDay } from '../../usage/measure-figures.ts'
import { QUIET_DAYS, STOPPED_DEFINITION, stoppedPeople } from '../../usage/stopped-users.ts'
import { activityMeasures, creditMeasures, productivityMeasures, toolMeasures } from '../../usage/usage-measures.ts'
import { type AttentionInput, type AttentionText, attentionKind, createItem, type UsageView } from './attention-kind.ts'
import { namedFirst } from './named-first.ts'

/** Measures that are checked for unusual days, most important first, and the view that shows each. */
const MONITORED_MEASURES = {
  credits: { measure: creditMeasures.billable_tokens, view: 'credits' },
  toolCalls: { measure: toolMeasures.tool_calls, view: 'tools' },
  sessions: { measure: activityMeasures.sessions, view: 'activity' },
  people: { measure: activityMeasures.daily_active_users_mean, view: 'activity' },
  commits: { measure: productivityMeasures.git_commits, view: 'productivity' },
} as const satisfies Record<string, { measure: Measure; view: UsageView }>
type MonitoredMeasure = keyof typeof MONITORED_MEASURES

const findUnusual = ({ range, credits, ...others }: AttentionInput) => {
  const anomaliesIn = (name: MonitoredMeasure) => {
    const { measure, view } = MONITORED_MEASURES[name]
    const rows: readonly DayRow[] = (view === 'credits' ? credits?.days : others[view]) ?? []
    return anomaliesOf(valuesByDay(measure, rows), range).map((anomaly) => ({ name, anomaly }))
  }
  // All unusual measures of a day in the same direction are one item, so that a holiday isn't five items.
  const found = (Object.keys(MONITORED_MEASURES) as MonitoredMeasure[]).flatMap(anomaliesIn)
  return [...Map.groupBy(found, ({ anomaly: { direction, day } }) => `${direction}:${day}`)]
    .flatMap(([id, [first, ...rest]]) => (first ? [{ ...first, id, also: rest.map(({ name }) => name) }] : []))
    .sort((a, b) => compareText(b.anomaly.day, a.anomaly.day))
    .map(({ id, name: measure, anomaly, also }) => {
      const explained = measure === 'credits' && credits ? explainDay(anomaly.day, credits, { top: 1 }) : undefined
      // For credits: the model with the largest share of the difference.
      const because = explained?.status === 'explained' ? explained.models[0] : undefined
      const severity = measure === 'credits' && anomaly.direction === 'over' ? 'high' : 'medium'
      const target = { screen: 'usage', view: MONITORED_MEASURES[measure].view, day: anomaly.day } as const
      return createItem('anomaly', { id: `anomaly:${id}`, severity, target }, { measure, anomaly, also, because })
    })
}

/** Name of a measure within a sentence. */
const nameIn = (measure: MonitoredMeasure): string => MONITORED_MEASURES[measure].measure.short

const text = ({ measure, anomaly, also, because }: ReturnType<typeof findUnusual>[number]): AttentionText => {
  const weekday = weekdayName(anomaly.day)
  const { ratio, value } = anomaly
  const parts = [
    ratio === undefined
      ? `${nameIn(measure)} ${fullNumber(value)}, usually none on a ${weekday}`
      : ratio >= 1.95
        ? `${nameIn(measure)} ${decimal(ratio, 1)}x the usual ${weekday}`
        : `${nameIn(measure)} ${percent(Math.abs(ratio - 1), 0)} ${anomaly.direction} the usual ${weekday}`,
  ]
  // The share is over 1 if other models changed in the opposite direction; `120 % of it` would look like an error.
  if (because) {
    const share = because.share < 0.995 ? percent(because.share, 0) : 'all'
    parts.push(`${share} of it ${safeText(because.name || '(no id)')}`)
  }
  if (also.length > 0) parts.push(`also ${also.map(nameIn).join(', ')}`)
  return { subject: dayLabel(anomaly.day).slice(0, 6), text: parts.join(', ') }
}

export const unusualDays = attentionKind({
  find: findUnusual,
  text,
  why: ({ measure, anomaly: { day, value, median, days } }) => {
    const weekday = weekdayName(day)
    const { title } = MONITORED_MEASURES[measure].measure
    return `${title} of ${dayLabel(day)}: ${fullNumber(value)}; the median of ${days} ${weekday}s in the eight weeks before is ${fullNumber(median)}.`
  },
  output: ({ measure, anomaly, also, because }) => {
    const { day, value, median, ratio, direction } = anomaly
    const contributor = because && { [because.by]: because.key, share: because.share }
    return { day, measure, value, median, ratio: ratio ?? null, direction, also, because: contributor ?? null }
  },
})

/** Cached with the credits, because all items are computed again whenever other data arrives. */
const stoppedOf = memoizePerObject((credits: CreditDays) =>
  memoize((to: Day) => stoppedPeople(credits, to)?.people ?? []),
)

export const stoppedUserItems = attentionKind({
  find: ({ range, credits }) => {
    // Sorted by the last day with activity, newest first.
    const people = credits ? stoppedOf(credits)(range.to) : []
    const [first, ...others] = people
    if (!first) return []
    const target = { screen: 'people', ...(others.length === 0 && { person: first.id, day: first.lastDay }) } as const
    // Marks are per day instead of per user, because there are few days.
    const marks = [...new Set(people.map(({ lastDay }) => `stopped:${lastDay}`))]
    return [createItem('stopped', { id: 'stopped', target, marks }, { people, quietDays: QUIET_DAYS })]
  },
  text: ({ people, quietDays }, { nameOf }) => {
    const names = namedFirst(people.map(({ id, email }) => nameOf(id, email)))
    const verb = people.length === 1 ? 'has' : 'have'
    return {
      subject: people.length === 1 ? '1 person' : `${people.length} people`,
      text: `active last month ${verb} been inactive for ${quietDays} days: ${names}`,
    }
  },
  why: ({ people }) =>
    people.length === 1
      ? `${STOPPED_DEFINITION[0]?.toUpperCase()}${STOPPED_DEFINITION.slice(1)}.`
      : `Each ${STOPPED_DEFINITION}.`,
  output: ({ quietDays, people }) => ({
    quietDays,
    users: people.map(({ id, email, lastDay, activeDays }) => ({ id, email: email ?? null, lastDay, activeDays })),
  }),
})

/** Minimum number of earlier days with data. With fewer, a tool that is used once a month would look new. */
const MIN_BASELINE_DAYS = 28

export const newTools = attentionKind({
  find: ({ tools: days = [], range }) => {
    const known = days
      .flatMap(({ date, by_tool }) => (date === undefined || by_tool === undefined ? [] : [{ date, by_tool }]))
      .filter(({ date }) => date <= range.to)
      .sort((a, b) => (a.date < b.date ? -1 : 1))
    const first = new Map<string, { day: Day; at: number; calls: number }>()
    const dates = new Set<Day>()
    for (const { date, by_tool } of known) {
      const at = dates.size
      dates.add(date)
      for (const { tool = '', invocations } of by_tool) {
        // An entry without a number counts as use of an unknown amount.
        if (tool === '' || invocations === 0) continue
        const before = first.get(tool)
        if (before) before.calls += invocations ?? 0
        else first.set(tool, { day: date, at, calls: invocations ?? 0 })
      }
    }
    const found = [...first].filter(([, { day, at }]) => day >= range.from && at >= MIN_BASELINE_DAYS)
    return [...Map.groupBy(found, ([, { day }]) => day)]
      .sort(([a], [b]) => (a < b ? 1 : -1))
      .map(([day, own]) =>
        createItem(
          'tools',
          { id: `tools:${day}`, target: { screen: 'usage', view: 'tools', day } },
          {
            /** The day of the first use. */
            day,
            /** With the calls since the first use, most used first; at least one. Names are untrusted text. */
            tools: own
              .map(([name, { calls }]) => ({ name, calls }))
              .sort((a, b) => b.calls - a.calls || (a.name < b.name ? -1 : 1)),
            /** Earlier days with data and without use. */
            daysBefore: own[0]?.[1].at ?? 0,
          },
        ),
      )
  },
  text: ({ day, tools }) => ({
    subject: dayLabel(day).slice(0, 6),
    text: `first use of ${tools.length === 1 ? 'a tool' : `${tools.length} tools`}: ${namedFirst(tools.map(({ name }) => name))}`,
  }),
  why: ({ tools, daysBefore }) => {
    const calls = fullNumber(tools.reduce((sum, tool) => sum + tool.calls, 0))
    return `${calls} calls since then, and none on the ${daysBefore} earlier days with data.`
  },
  output: ({ day, tools, daysBefore }) => ({ day, tools, daysBefore: daysBefore }),
})
