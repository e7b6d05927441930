import type { ActivityDay } from '../contract/activity.ts'
import type { CreditDay } from '../contract/credits.ts'
import type { Lenient } from '../contract/lenient.ts'
import type { ProductivityDay } from '../contract/productivity.ts'
import type { ReadinessReport } from '../contract/readiness.ts'
import type { ControlRevision } from '../contract/controls.ts'
import type { ToolDay } from '../contract/tools.ts'
import {
  addDays,
  type Day,
  daysOf,
  EARLIEST_DAY,
  firstOfMonth,
  isAvailable,
  lastOfMonth,
  previousRange,
  type Range,
  yesterdayOf,
} from './calendar.ts'
import { type Delta, delta } from './delta.ts'
import { HABIT_DAYS, type MonthForecast, monthForecast } from './month-forecast.ts'
import { type ReadinessBrief, readinessBrief } from './readiness-brief.ts'
import { type RevisionBrief, revisionBriefs } from './revision-brief.ts'
import { combined } from './sparkline.ts'

/**
 * What the overview is made of. Each part may be left out when it could not be loaded: only the figures that need it
 * are missing then. Rows may be of any days, for instance of {@link overviewSpan}; those of other days are ignored.
 */
export type OverviewInput = {
  range: Range
  /** The period to compare with, for instance {@link comparisonFor}; no comparison when left out. */
  previous?: Range | undefined
  credits?: readonly Lenient<CreditDay>[] | undefined
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
  /** One value a day of the range, undefined where the day is missing. */
  series: (number | undefined)[]
  /** The same over the previous period; undefined when there is nothing to compare with. */
  previous: number | undefined
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
  /** The credits at the end of the month the range ends in; undefined when that month is over. */
  month: MonthForecast | undefined
  /** People active on a day, on average over the days. Never a sum: the same people come back. */
  people: Figure | undefined
  /** Daily over monthly active people, a fraction of 1. */
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
 * period before it and the days of the month that the forecast is made from.
 */
export const overviewSpan = (range: Range, previous: Range | undefined): Range => {
  const starts = [range.from, previous?.from ?? range.from, firstOfMonth(range.to), addDays(range.to, 1 - HABIT_DAYS)]
  const from = starts.toSorted()[0] ?? range.from
  return { from: from < EARLIEST_DAY ? EARLIEST_DAY : from, to: range.to }
}

/** Whether the month that a range ends in goes on after yesterday, so that there is something to forecast. */
const isMonthOpen = (range: Range, now: number): boolean => lastOfMonth(range.to) > yesterdayOf(now)

/** The figures of an organisation over a range, from whatever parts could be loaded. */
export const overviewOf = (input: OverviewInput): Overview => {
  const { range, previous, credits, activity, tools, productivity } = input
  const over = <Row extends { date?: string | undefined }>(
    rows: readonly Row[] | undefined,
    rule: Rule<Row>,
  ): Figure | undefined => (rows === undefined ? undefined : figureOf(indexByDay(rows), range, previous, rule))
  return {
    range,
    previous,
    days: daysOf(range),
    credits: over(credits, sum((row) => row.billable_tokens)),
    month: credits && isMonthOpen(range, input.now) ? monthForecast(credits, range.to) : undefined,
    people: over(activity, mean((row) => row.daily_active_users)),
    stickiness: over(activity, ratio((row) => row.daily_active_users, (row) => row.monthly_active_users)),
    sessions: over(activity, sum((row) => row.sessions)),
    turnsPerSession: over(activity, ratio((row) => row.user_messages, (row) => row.sessions)),
    toolCalls: over(tools, sum((row) => row.tool_calls)),
    callsPerTurn: over(tools, median((row) => row.autonomy_ratio_p50)),
    commits: over(productivity, sum((row) => row.git_commits)),
    pullRequests: over(productivity, sum((row) => row.git_prs_created)),
    revisions: input.revisions && revisionBriefs(input.revisions),
    readiness: input.reports && readinessBrief(input.reports),
  }
}

type Value = number | null | undefined
type Pick<Row> = (row: Row) => Value

/** How a figure is made: its value on one day, and over several. */
type Rule<Row> = { ofDay: (row: Row) => number | undefined; ofDays: (rows: Row[]) => number | undefined }

const known = (value: Value): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined

const sum = <Row>(pick: Pick<Row>): Rule<Row> => ({
  ofDay: (row) => known(pick(row)),
  ofDays: (rows) => combined(rows.map(pick), 'sum'),
})

const mean = <Row>(pick: Pick<Row>): Rule<Row> => ({
  ofDay: (row) => known(pick(row)),
  ofDays: (rows) => combined(rows.map(pick), 'mean'),
})

const median = <Row>(pick: Pick<Row>): Rule<Row> => ({
  ofDay: (row) => known(pick(row)),
  ofDays: (rows) => medianOf(rows.map(pick).map(known).filter((value) => value !== undefined)),
})

// A ratio of sums, so that a busy day counts for more than a quiet one.
const ratio = <Row>(part: Pick<Row>, whole: Pick<Row>): Rule<Row> => {
  const ofDays = (rows: Row[]): number | undefined => {
    const complete = rows.filter((row) => known(part(row)) !== undefined && known(whole(row)) !== undefined)
    const parts = combined(complete.map(part), 'sum')
    const wholes = combined(complete.map(whole), 'sum')
    return parts === undefined || wholes === undefined || wholes === 0 ? undefined : parts / wholes
  }
  return { ofDay: (row) => ofDays([row]), ofDays }
}

const medianOf = (values: number[]): number | undefined => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle]
  if (upper === undefined || sorted.length % 2 === 1) return upper
  return ((sorted[middle - 1] ?? upper) + upper) / 2
}

const indexByDay = <Row extends { date?: string | undefined }>(rows: readonly Row[]): Map<string, Row> =>
  new Map(rows.flatMap((row) => (row.date === undefined ? [] : [[row.date, row] as const])))

const figureOf = <Row>(
  byDay: ReadonlyMap<string, Row>,
  range: Range,
  before: Range | undefined,
  { ofDay, ofDays }: Rule<Row>,
): Figure => {
  const rowsIn = (days: Range): Row[] => daysOf(days).flatMap((day) => byDay.get(day) ?? [])
  const value = ofDays(rowsIn(range))
  const previous = before && ofDays(rowsIn(before))
  const series = daysOf(range).map((day) => {
    const row = byDay.get(day)
    return row === undefined ? undefined : ofDay(row)
  })
  const isComparable = value !== undefined && previous !== undefined
  return { value, series, previous, change: isComparable ? delta(value, previous) : undefined }
}
