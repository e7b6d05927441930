import type { ActivityDay } from '../../contract/activity.ts'
import type { ControlRevision } from '../../contract/controls.ts'
import type { Lenient } from '../../contract/lenient.ts'
import type { ProductivityDay } from '../../contract/productivity.ts'
import type { ReadinessReport } from '../../contract/readiness.ts'
import type { ToolDay } from '../../contract/tools.ts'
import {
  type Day,
  daysOf,
  EARLIEST_DAY,
  firstOfMonth,
  isAvailable,
  lastOfMonth,
  previousRange,
  type Range,
  yesterdayOf,
} from '../calendar/calendar.ts'
import { type ReadinessBrief, readinessBrief } from '../readiness/readiness-brief.ts'
import { type RevisionBrief, revisionBriefs } from '../revisions/revision-brief.ts'
import { type Delta, delta } from '../text/delta.ts'
import type { CreditDayRow } from '../usage/credit-days.ts'
import { type Forecast, forecastMonth } from '../usage/forecast.ts'
import { type DayRow, rowsByDay } from '../usage/rows-by-day.ts'
import type { Sum } from '../usage/sum.ts'
import {
  activityTotals,
  creditTotals,
  type NumberMember,
  productivityTotals,
  seriesOf,
  toolTotals,
} from '../usage/totals.ts'
import { attentionSpan } from './attention.ts'

/**
 * What the overview is made of. Each part may be left out when it could not be loaded: only the figures that need it
 * are missing then. Rows may be of any days, for instance of {@link overviewSpan}; those of other days are ignored.
 */
export type OverviewInput = {
  range: Range
  /** The period to compare with, for instance {@link comparisonFor}; no comparison when left out. */
  previous?: Range | undefined
  credits?: readonly CreditDayRow[] | undefined
  activity?: readonly Lenient<ActivityDay>[] | undefined
  tools?: readonly Lenient<ToolDay>[] | undefined
  productivity?: readonly Lenient<ProductivityDay>[] | undefined
  /** In any order. */
  revisions?: readonly Lenient<ControlRevision>[] | undefined
  /** In any order, older ones of the same repository included: they tell who fell and who rose. */
  reports?: readonly Lenient<ReadinessReport>[] | undefined
  /** Unix milliseconds; decides whether the month is still going on. */
  now: number
}

/** One number over the range. */
export type Figure = {
  /** Undefined when no day of the range is known. */
  value: number | undefined
  /** Days of the range that the value does not know of: it is to be marked where this is not 0. */
  missingDays: number
  /** One value a day of the range, undefined where the day is missing. */
  series: (number | undefined)[]
  /** The same over the previous period; undefined when there is nothing to compare with. */
  previous: number | undefined
  /** Days of the previous period that its value does not know of. */
  previousMissingDays: number
  /** Undefined when there is nothing to compare with. */
  change: Delta | undefined
}

export type Overview = {
  range: Range
  previous: Range | undefined
  /** The days that each series has a value for. */
  days: Day[]
  /** Credits, summed. */
  credits: Figure | undefined
  /** The credits at the end of the month the range ends in; undefined when that month is over or too little is known. */
  month: Forecast | undefined
  /** People active on a day, on average over the days. Never a sum: the same people come back. */
  people: Figure | undefined
  /** Mean daily over monthly active people, a fraction of 1. */
  stickiness: Figure | undefined
  /** Sessions, summed. */
  sessions: Figure | undefined
  /** Messages of people per session. */
  turnsPerSession: Figure | undefined
  /** Tool calls, summed. */
  toolCalls: Figure | undefined
  /** The median over the days of each day's median of tool calls per turn. */
  callsPerTurn: Figure | undefined
  /** Commits, summed. */
  commits: Figure | undefined
  /** Pull requests, summed. */
  pullRequests: Figure | undefined
  /** Newest first. */
  revisions: RevisionBrief[] | undefined
  readiness: ReadinessBrief | undefined
}

/** The period before a range that it is compared with; undefined when there is no data for all of it. */
export const comparisonFor = (range: Range): Range | undefined => {
  const previous = previousRange(range)
  return isAvailable(previous) ? previous : undefined
}

/**
 * The days to ask for, in one request per endpoint, so that the overview of a range has all it needs: the range, the
 * period before it, the days of the month that the forecast is made from, and those that its days are judged by.
 */
export const overviewSpan = (range: Range, previous: Range | undefined): Range => {
  const starts = [previous?.from ?? range.from, firstOfMonth(range.to), attentionSpan(range).from]
  const from = starts.sort()[0] ?? range.from
  return { from: from < EARLIEST_DAY ? EARLIEST_DAY : from, to: range.to }
}

/** Whether the month that a range ends in goes on after yesterday, so that there is something to forecast. */
const isMonthOpen = (range: Range, now: number): boolean => lastOfMonth(range.to) > yesterdayOf(now)

/** The figures of an organisation over a range, from whatever parts could be loaded. */
export const overviewOf = (input: OverviewInput): Overview => {
  const { range, previous, credits } = input
  return {
    range,
    previous,
    days: daysOf(range),
    credits:
      credits && figure(credits, range, previous, 'billable_tokens', (rows, days) => creditTotals(rows, days).billable),
    month: credits && isMonthOpen(range, input.now) ? forecastMonth(credits, range.to) : undefined,
    ...activityFigures(input),
    ...toolFigures(input),
    ...productivityFigures(input),
    revisions: input.revisions && revisionBriefs(input.revisions),
    readiness: input.reports && readinessBrief(input.reports),
  }
}

const activityFigures = ({ activity, range, previous }: OverviewInput) => {
  if (!activity) return { people: undefined, stickiness: undefined, sessions: undefined, turnsPerSession: undefined }
  type Row = Lenient<ActivityDay>
  const of = (member: NumberMember<Row> | undefined, total: Total<Row>) =>
    figure(activity, range, previous, member, total)
  return {
    people: of('daily_active_users', (rows, days) => activityTotals(rows, days).dailyUsers.mean),
    stickiness: of(undefined, (rows, days) => activityTotals(rows, days).stickiness),
    sessions: of('sessions', (rows, days) => activityTotals(rows, days).sessions),
    turnsPerSession: of(undefined, (rows, days) => {
      const { userMessages, sessions } = activityTotals(rows, days)
      return userMessages.value !== undefined && sessions.value ? userMessages.value / sessions.value : undefined
    }),
  }
}

const toolFigures = ({ tools, range, previous }: OverviewInput) => {
  if (!tools) return { toolCalls: undefined, callsPerTurn: undefined }
  return {
    toolCalls: figure(tools, range, previous, 'tool_calls', (rows, days) => toolTotals(rows, days).toolCalls),
    callsPerTurn: figure(
      tools,
      range,
      previous,
      'autonomy_ratio_p50',
      (rows, days) => toolTotals(rows, days).autonomyP50,
    ),
  }
}

const productivityFigures = ({ productivity, range, previous }: OverviewInput) => {
  if (!productivity) return { commits: undefined, pullRequests: undefined }
  const totals = productivityTotals
  return {
    commits: figure(productivity, range, previous, 'git_commits', (rows, days) => totals(rows, days).commits),
    pullRequests: figure(
      productivity,
      range,
      previous,
      'git_prs_created',
      (rows, days) => totals(rows, days).pullRequests,
    ),
  }
}

type Total<Row> = (rows: readonly Row[], days: Range) => Sum | number | undefined

/** A figure over a range; without a member, each day's value is the total of that day alone. */
const figure = <Row extends DayRow>(
  rows: readonly Row[],
  range: Range,
  before: Range | undefined,
  member: NumberMember<Row> | undefined,
  total: Total<Row>,
): Figure => {
  const over = (days: Range, rowsOfDays = rows): number | undefined => {
    const result = total(rowsOfDays, days)
    return typeof result === 'object' ? result.value : result
  }
  const ofDay = (day: Day): number | undefined => over({ from: day, to: day }, byDay.get(day) ?? [])
  const byDay = new Map([...rowsByDay(rows)].map(([day, row]) => [day, [row]]))
  const valuesOf = (days: Range) => (member ? seriesOf(rows, days, member) : daysOf(days).map(ofDay))
  const series = valuesOf(range)
  const value = over(range)
  const previous = before && over(before)
  const isComparable = value !== undefined && previous !== undefined
  return {
    value,
    missingDays: missingIn(series),
    series,
    previous,
    previousMissingDays: before ? missingIn(valuesOf(before)) : 0,
    change: isComparable ? delta(value, previous) : undefined,
  }
}

const missingIn = (values: readonly (number | undefined)[]): number =>
  values.filter((value) => value === undefined).length
