import type { ActivityDay, ProductivityDay, ToolDay } from '../../contract/analytics.ts'
import type { ControlRevision } from '../../contract/controls.ts'
import type { Lenient } from '../../contract/lenient.ts'
import type { ReadinessReport } from '../../contract/readiness.ts'
import {
  daysOf,
  EARLIEST_DAY,
  firstOfMonth,
  isAvailable,
  lastOfMonth,
  previousRange,
  type Range,
  yesterdayOf,
} from '../calendar/calendar.ts'
import { readinessBrief } from '../readiness/readiness-output.ts'
import { revisionBriefs } from '../revisions/revision-brief.ts'
import { delta } from '../text/delta.ts'
import type { CreditDayRow } from '../usage/credit-days.ts'
import { forecastMonth } from '../usage/forecast.ts'
import type { Measure } from '../usage/measure.ts'
import { type DayRow, figureOf, seriesOf } from '../usage/measure-figures.ts'
import { activityMeasures, creditMeasures, productivityMeasures, toolMeasures } from '../usage/usage-measures.ts'
import { attentionSpan } from './attention/attention.ts'

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

export type Overview = ReturnType<typeof overviewOf>

/** The figures of an organisation over a range, from whatever parts could be loaded. */
export const overviewOf = (input: OverviewInput) => {
  const { range, previous, credits, activity, tools, productivity } = input
  const of = (rows: readonly DayRow[] | undefined, measure: Measure) => rows && figure(measure, rows, range, previous)
  return {
    range,
    previous,
    /** The days that each series has a value for. */
    days: daysOf(range),
    credits: of(credits, creditMeasures.billable_tokens),
    /** The credits at the end of the month the range ends in; undefined when that month is over or too little is known. */
    month: credits && isMonthOpen(range, input.now) ? forecastMonth(credits, range.to) : undefined,
    people: of(activity, activityMeasures.daily_active_users_mean),
    stickiness: of(activity, activityMeasures.stickiness),
    sessions: of(activity, activityMeasures.sessions),
    turnsPerSession: of(activity, activityMeasures.turns_per_session),
    toolCalls: of(tools, toolMeasures.tool_calls),
    callsPerTurn: of(tools, toolMeasures.autonomy_ratio_p50_median),
    commits: of(productivity, productivityMeasures.git_commits),
    pullRequests: of(productivity, productivityMeasures.git_prs_created),
    /** Newest first. */
    revisions: input.revisions && revisionBriefs(input.revisions),
    readiness: input.reports && readinessBrief(input.reports),
  }
}

/** One number over the range. */
export type Figure = ReturnType<typeof figure>

const figure = (measure: Measure, rows: readonly DayRow[], range: Range, before: Range | undefined) => {
  const { value, missing } = figureOf(measure, rows, range)
  const previous = before && figureOf(measure, rows, before)
  const isComparable = value !== undefined && previous?.value !== undefined
  return {
    /** Undefined when no day of the range is known. */
    value,
    /** Days of the range that the value does not know of: it is to be marked where this is not 0. */
    missingDays: missing,
    /** One value a day of the range, undefined where the day is missing. */
    series: seriesOf(measure, rows, range),
    /** The same over the previous period; undefined when there is nothing to compare with. */
    previous: previous?.value,
    /** Days of the previous period that its value does not know of. */
    previousMissingDays: previous?.missing ?? 0,
    /** Undefined when there is nothing to compare with. */
    change: isComparable ? delta(value, previous.value, { of: measure.unit }) : undefined,
  }
}
