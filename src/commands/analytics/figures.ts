import type { z } from 'zod'
import { ActivityDay, ClientDay } from '../../contract/activity.ts'
import { CreditDay, CreditModelDay } from '../../contract/credits.ts'
import { ProductivityDay } from '../../contract/productivity.ts'
import { ToolDay, ToolNameDay } from '../../contract/tools.ts'
import { cacheShare } from '../../domain/usage/totals.ts'
import type { RawRow } from '../output/row-layout.ts'

/**
 * How the values of days become one: added up, or, where adding up would count the same people again or make no sense, the
 * mean, the median or the largest of the days, each counting the same, or the last day that has one.
 */
export type How = 'sum' | 'mean' | 'median' | 'max' | 'last'

/** A figure over several days. */
export type FigureView = {
  /** What it is called in output: the member itself where it is a sum, else with its way behind: `web_users_mean`. */
  name: string
  /** For people. */
  title: string
  /** `count` and `ratio` as in tables; `share` is a fraction of 1. */
  kind: 'count' | 'ratio' | 'share'
} & (
  | {
      how: How
      read: (row: RawRow) => unknown
      /** The member of the row itself that it reads; undefined for one that lies deeper. */
      member?: string
    }
  | { how: 'made'; from: FigureMaker }
)

/** Makes a figure of others, by their names. */
type FigureMaker = (read: (name: string) => number | undefined) => number | undefined

/** A nested list whose entries are added up by what names them. */
export type BreakdownView = {
  member: string
  /** Members of an entry that tell it from others. */
  keys: readonly string[]
  sums: readonly string[]
  /** Members whose last value is kept. */
  words?: readonly string[]
}

/** How rows of one shape are summed up over a range. */
export type TotalsView = { figures: readonly FigureView[]; breakdowns: readonly BreakdownView[] }

type Member<Shape> = keyof Shape & string

/** Figures whose members are the contract's, so that a renamed member does not compile. */
const over = <Shape extends z.ZodRawShape>(_schema: z.ZodObject<Shape>) => {
  const figure = (member: Member<Shape>, how: How, title: string, kind: FigureView['kind']): FigureView => ({
    name: how === 'sum' ? member : `${member}_${how}`,
    title,
    kind,
    how,
    member,
    read: (row) => row[member],
  })
  return {
    sum: (member: Member<Shape>, title: string) => figure(member, 'sum', title, 'count'),
    of: (member: Member<Shape>, how: Exclude<How, 'sum'>, title: string, kind: FigureView['kind'] = 'ratio') =>
      figure(member, how, title, kind),
    /** A number within an object of the row. */
    within: (member: Member<Shape>, inner: string, how: Exclude<How, 'sum'>, title: string): FigureView => ({
      name: `${inner}_${how}`,
      title,
      kind: 'share',
      how,
      read: (row) => innerOf(row[member], inner),
    }),
    list: (member: Member<Shape>, keys: readonly string[], sums: readonly string[], words?: readonly string[]) => ({
      member,
      keys,
      sums,
      ...(words && { words }),
    }),
  }
}

const innerOf = (value: unknown, member: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, member) ? (value as RawRow)[member] : undefined

const made = (name: string, title: string, kind: FigureView['kind'], from: FigureMaker): FigureView => ({
  name,
  title,
  kind,
  how: 'made',
  from,
})

const quotient = (part: number | undefined, whole: number | undefined): number | undefined =>
  part === undefined || !whole || whole < 0 ? undefined : part / whole

const credits = over(CreditDay)
export const creditTotals: TotalsView = {
  figures: [
    credits.sum('billable_tokens', 'Credits'),
    credits.of('billable_tokens', 'median', 'Credits, median day', 'count'),
    credits.sum('input_tokens', 'Raw input tokens'),
    credits.sum('output_tokens', 'Raw output tokens'),
    credits.sum('cache_read_tokens', 'Tokens read from the cache'),
    credits.sum('cache_write_tokens', 'Tokens written to the cache'),
    made('cache_share', 'Cache share of what was read', 'share', (value) =>
      cacheShare(value('cache_read_tokens'), value('input_tokens')),
    ),
  ],
  breakdowns: [
    credits.list('by_model', ['model_id', 'model_tier'], ['billable_tokens', 'input_tokens', 'output_tokens']),
    credits.list('by_user', ['user_id'], ['billable_tokens'], ['user_email']),
  ],
}

const models = over(CreditModelDay)
export const creditModelTotals: TotalsView = {
  figures: [
    models.sum('billable_tokens', 'CREDITS'),
    models.sum('input_tokens', 'INPUT'),
    models.sum('output_tokens', 'OUTPUT'),
  ],
  breakdowns: [],
}

const tools = over(ToolDay)
export const toolTotals: TotalsView = {
  figures: [
    tools.sum('tool_calls', 'Tool calls'),
    tools.sum('skills_invocations', 'Skill activations'),
    tools.sum('slash_commands_invocations', 'Slash commands'),
    tools.sum('hooks_invocations', 'Hook executions'),
    tools.of('mcp_users_with_mcp', 'mean', 'People using MCP servers, a day'),
    tools.of('web_users', 'mean', 'People on the web, a day'),
    tools.of('autonomy_ratio_avg', 'mean', 'Tool calls a turn, mean of days'),
    tools.of('autonomy_ratio_p50', 'median', 'Tool calls a turn, median of medians'),
    tools.of('autonomy_ratio_p90', 'median', 'Tool calls a turn, median of 90th percentiles'),
    tools.of('tool_calls_per_session_avg', 'mean', 'Tool calls a session, mean of days'),
    tools.of('user_turns_per_session_avg', 'mean', 'Turns a session, mean of days'),
    tools.within('tool_autonomy_level_ratio', 'auto_high', 'mean', 'Autonomy high, mean of days'),
    tools.within('tool_autonomy_level_ratio', 'auto_medium', 'mean', 'Autonomy medium, mean of days'),
    tools.within('tool_autonomy_level_ratio', 'auto_low', 'mean', 'Autonomy low, mean of days'),
    tools.within('tool_autonomy_level_ratio', 'manual', 'mean', 'Manual, mean of days'),
  ],
  breakdowns: [
    tools.list('by_tool', ['tool'], ['invocations']),
    tools.list('mcp_by_server', ['server'], ['invocations']),
    tools.list('skills_by_name', ['name'], ['count']),
    tools.list('slash_commands_by_name', ['name'], ['count']),
    tools.list('hooks_by_event', ['event', 'matcher', 'command'], ['count']),
  ],
}

export const toolNameTotals: TotalsView = {
  figures: [over(ToolNameDay).sum('tool_calls', 'TOOL CALLS')],
  breakdowns: [],
}

const activity = over(ActivityDay)
export const activityTotals: TotalsView = {
  figures: [
    activity.of('daily_active_users', 'mean', 'People a day, mean'),
    activity.of('daily_active_users', 'median', 'People a day, median'),
    activity.of('daily_active_users', 'max', 'People a day, most', 'count'),
    activity.of('weekly_active_users', 'last', 'People in the last 7 days', 'count'),
    activity.of('monthly_active_users', 'last', 'People in the last 30 days', 'count'),
    made('stickiness', 'Daily of monthly people', 'share', (value) =>
      quotient(value('daily_active_users_mean'), value('monthly_active_users_last')),
    ),
    activity.sum('sessions', 'Sessions'),
    activity.sum('messages', 'Messages'),
    activity.sum('user_messages', 'Messages of people'),
    made('turns_per_session', 'Messages of people a session', 'ratio', (value) =>
      quotient(value('user_messages'), value('sessions')),
    ),
  ],
  breakdowns: [],
}

const clients = over(ClientDay)
export const clientTotals: TotalsView = {
  figures: [
    clients.of('daily_active_users', 'mean', 'PEOPLE A DAY'),
    clients.of('daily_active_users', 'max', 'MOST', 'count'),
  ],
  breakdowns: [],
}

const productivity = over(ProductivityDay)
export const productivityTotals: TotalsView = {
  figures: [
    productivity.sum('files_created', 'Files created'),
    productivity.sum('files_edited', 'Files edited'),
    productivity.sum('git_commits', 'Commits'),
    productivity.sum('git_prs_created', 'Pull requests'),
  ],
  breakdowns: [
    productivity.list('by_extension', ['extension'], ['count']),
    productivity.list('by_language', ['language'], ['count']),
  ],
}
