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
import type { LiveBrief } from '../live/live-brief.ts'
import { readinessBrief } from '../readiness/readiness-output.ts'
import { revisionBriefs } from '../revisions/revision-brief.ts'
import type { SeatCounts } from '../seats/seats.ts'
import { delta } from '../text/delta.ts'
import type { CreditDayRow } from '../usage/credit-days.ts'
import { forecastMonth } from '../usage/forecast.ts'
import type { Measure } from '../usage/measure.ts'
import { type DayRow, figureOf, seriesOf } from '../usage/measure-figures.ts'
import { activityMeasures, creditMeasures, productivityMeasures, toolMeasures } from '../usage/usage-measures.ts'
import { attentionSpan } from './attention/attention.ts'
import type { AttentionInput } from './attention/attention-kind.ts'

/**
 * Input of the overview. A part that couldn't be loaded may be absent; then only the figures that need it are missing.
 * Rows may cover more days, for example those of {@link overviewSpan}; days outside the range are ignored.
 */
export type OverviewInput = Pick<
  AttentionInput,
  'range' | 'now' | 'activity' | 'tools' | 'productivity' | 'revisions' | 'reports'
> & {
  /** The previous period, for example from {@link comparisonFor}; no comparison if absent. */
  previous?: Range | undefined
  credits?: readonly CreditDayRow[] | undefined
  /** Seats by state. */
  seats?: SeatCounts | undefined
  /** Today's activity so far. It is not included in the other figures. */
  today?: LiveBrief | undefined
}

/** The previous period of a range; undefined if it starts before the first day with data. */
export const comparisonFor = (range: Range): Range | undefined => {
  const previous = previousRange(range)
  return isAvailable(previous) ? previous : undefined
}

/**
 * The days to load, in one request per endpoint, for the overview of a range: the range, its previous period, the days
 * of the month for the forecast, and the earlier weeks that show what is usual.
 */
export const overviewSpan = (range: Range, previous: Range | undefined): Range => {
  const starts = [previous?.from ?? range.from, firstOfMonth(range.to), attentionSpan(range).from]
  const from = starts.sort()[0] ?? range.from
  return { from: from < EARLIEST_DAY ? EARLIEST_DAY : from, to: range.to }
}

/** Whether the month at the end of the range has days after yesterday, so that a forecast makes sense. */
const isMonthOpen = (range: Range, now: number): boolean => lastOfMonth(range.to) > yesterdayOf(now)

export type Overview = ReturnType<typeof overviewOf>

/** Computes the figures of an organisation over a range from the parts that were loaded. */
export const overviewOf = (input: OverviewInput) => {
  const { range, previous, credits, activity, tools, productivity } = input
  const of = (rows: readonly DayRow[] | undefined, measure: Measure) => rows && figure(measure, rows, range, previous)
  return {
    range,
    previous,
    /** The days of each series. */
    days: daysOf(range),
    credits: of(credits, creditMeasures.billable_tokens),
    /** Forecast of the credits at the end of the month; undefined if the month is over or has too little data. */
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
    /** Undefined if the server lists none. */
    seats: input.seats?.seats ? input.seats : undefined,
    today: input.today,
  }
}

/** A measure over the range. */
export type Figure = ReturnType<typeof figure>

const figure = (measure: Measure, rows: readonly DayRow[], range: Range, before: Range | undefined) => {
  const { value, missing } = figureOf(measure, rows, range)
  const previous = before && figureOf(measure, rows, before)
  const isComparable = value !== undefined && previous?.value !== undefined
  return {
    /** Undefined if no day of the range has data. */
    value,
    /** Days of the range without a value. If this isn't 0, the output marks the value as incomplete. */
    missingDays: missing,
    /** One value per day of the range; undefined for a day without data. */
    series: seriesOf(measure, rows, range),
    /** The value of the previous period; undefined if there is no comparison. */
    previous: previous?.value,
    /** Days of the previous period without a value. */
    previousMissingDays: previous?.missing ?? 0,
    /** Undefined if there is no comparison. */
    change: isComparable ? delta(value, previous.value, { of: measure.unit }) : undefined,
  }
}
