import { mean, median } from '../../base/median.ts'
import type { ActivityDay } from '../../contract/activity.ts'
import type { Lenient } from '../../contract/lenient.ts'
import type { ProductivityDay } from '../../contract/productivity.ts'
import type { ToolDay } from '../../contract/tools.ts'
import { daysOf, type Range } from '../calendar/calendar.ts'
import type { CreditDayRow } from './credit-days.ts'
import { type DayRow, rowsByDay, rowsOf } from './rows-by-day.ts'
import { type Sum, sumOfValues } from './sum.ts'

/** The members of a row that the contract says hold a number. */
export type NumberMember<Row> = keyof {
  [K in keyof Row as string extends K ? never : [Exclude<Row[K], undefined | null>] extends [number] ? K : never]: true
}

const numberIn = <Row extends object>(row: Row | undefined, member: NumberMember<Row>): number | undefined => {
  const value: unknown = (row as Record<PropertyKey, unknown> | undefined)?.[member]
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

/** Adds up one member over rows, all of them; choose them with {@link rowsOf}. */
export const sumOf = <Row extends object>(rows: readonly Row[], member: NumberMember<Row>): Sum =>
  sumOfValues(rows.map((row) => numberIn(row, member)))

/** One value for each day of the range; undefined for a day without a row or a row without the value. */
export const seriesOf = <Row extends DayRow>(
  rows: readonly Row[],
  range: Range,
  member: NumberMember<Row>,
): (number | undefined)[] => {
  const byDay = rowsByDay(rows)
  return daysOf(range).map((day) => numberIn(byDay.get(day), member))
}

/** The values of a member by day, of all rows that have one; where a day came twice the last row counts. */
export const valuesByDay = <Row extends DayRow>(
  rows: readonly Row[],
  member: NumberMember<Row>,
): Map<string, number | undefined> => new Map([...rowsByDay(rows)].map(([day, row]) => [day, numberIn(row, member)]))

const quotient = (part: number | undefined, whole: number | undefined): number | undefined =>
  part === undefined || whole === undefined || !(whole > 0) ? undefined : part / whole

/** Days of the range that have no row. */
const missingDays = (rows: readonly DayRow[], range: Range): number => daysOf(range).length - rows.length

export type CreditTotals = {
  billable: Sum
  input: Sum
  output: Sum
  cacheRead: Sum
  cacheWrite: Sum
  /** See {@link cacheShare}. */
  cacheShare: number | undefined
  /** The median day, of those with a value. */
  medianDay: number | undefined
  /** Days of the range without a row. */
  missingDays: number
}

/**
 * The part of what models read that came from the prompt cache: cache reads / (cache reads + raw input). The API
 * counts input as raw tokens sent to the model, so cached tokens stand beside it; cache writes were sent as input and
 * would count twice. undefined where either is missing or nothing was read.
 */
export const cacheShare = (cacheRead: number | undefined, input: number | undefined): number | undefined =>
  cacheRead === undefined || input === undefined ? undefined : quotient(cacheRead, cacheRead + input)

/** Sums of the days of a range. */
export const creditTotals = (days: readonly CreditDayRow[], range: Range): CreditTotals => {
  const rows = rowsOf(days, range)
  const input = sumOf(rows, 'input_tokens')
  const cacheRead = sumOf(rows, 'cache_read_tokens')
  return {
    billable: sumOf(rows, 'billable_tokens'),
    input,
    output: sumOf(rows, 'output_tokens'),
    cacheRead,
    cacheWrite: sumOf(rows, 'cache_write_tokens'),
    cacheShare: cacheShare(cacheRead.value, input.value),
    medianDay: median(rows.map((row) => row.billable_tokens)),
    missingDays: missingDays(rows, range),
  }
}

export type ToolTotals = {
  toolCalls: Sum
  skills: Sum
  slashCommands: Sum
  hooks: Sum
  /** The median of the days' medians of tool calls a turn. Medians of days cannot be added up. */
  autonomyP50: number | undefined
  /** The mean of the days' mean user messages a session, each day counting the same. */
  turnsPerSession: number | undefined
  missingDays: number
}

/** Sums of the days of a range, and the middle of what cannot be summed. */
export const toolTotals = (days: readonly Lenient<ToolDay>[], range: Range): ToolTotals => {
  const rows = rowsOf(days, range)
  return {
    toolCalls: sumOf(rows, 'tool_calls'),
    skills: sumOf(rows, 'skills_invocations'),
    slashCommands: sumOf(rows, 'slash_commands_invocations'),
    hooks: sumOf(rows, 'hooks_invocations'),
    autonomyP50: median(rows.map((row) => row.autonomy_ratio_p50)),
    turnsPerSession: mean(rows.map((row) => row.user_turns_per_session_avg)),
    missingDays: missingDays(rows, range),
  }
}

export type ActivityTotals = {
  sessions: Sum
  messages: Sum
  userMessages: Sum
  /** Daily users are people: adding days up would count the same person again, so these three stand for the range. */
  dailyUsers: { mean: number | undefined; median: number | undefined; peak: number | undefined }
  /** People active in the 30 days that end with the last day that says so. */
  monthlyUsers: number | undefined
  /** Mean daily users / monthly users of the last day that says so. */
  stickiness: number | undefined
  missingDays: number
}

/** Sums of what can be summed over the days of a range; people are averaged, never summed. */
export const activityTotals = (days: readonly Lenient<ActivityDay>[], range: Range): ActivityTotals => {
  const rows = rowsOf(days, range)
  const daily = rows.map((row) => numberIn(row, 'daily_active_users')).filter((value) => value !== undefined)
  const meanUsers = mean(daily)
  const monthlyUsers = rows.map((row) => numberIn(row, 'monthly_active_users')).findLast((value) => value !== undefined)
  return {
    sessions: sumOf(rows, 'sessions'),
    messages: sumOf(rows, 'messages'),
    userMessages: sumOf(rows, 'user_messages'),
    dailyUsers: {
      mean: meanUsers,
      median: median(daily),
      peak: daily.length > 0 ? daily.reduce((a, b) => Math.max(a, b)) : undefined,
    },
    monthlyUsers,
    stickiness: quotient(meanUsers, monthlyUsers),
    missingDays: missingDays(rows, range),
  }
}

export type ProductivityTotals = {
  filesCreated: Sum
  filesEdited: Sum
  commits: Sum
  pullRequests: Sum
  missingDays: number
}

/** Sums of the days of a range. */
export const productivityTotals = (days: readonly Lenient<ProductivityDay>[], range: Range): ProductivityTotals => {
  const rows = rowsOf(days, range)
  return {
    filesCreated: sumOf(rows, 'files_created'),
    filesEdited: sumOf(rows, 'files_edited'),
    commits: sumOf(rows, 'git_commits'),
    pullRequests: sumOf(rows, 'git_prs_created'),
    missingDays: missingDays(rows, range),
  }
}
