import * as z from 'zod'
import { Count, Day, Fraction } from './primitives.ts'

/** What every analytics answer says about itself. */
const AnalyticsMeta = z.looseObject({
  org_id: z.string(),
  /** First day of the range that was asked for, included. */
  start_date: Day,
  /** Last day of the range that was asked for, included. */
  end_date: Day,
})

/** The meta of the users endpoint, the only analytics endpoint that pages. */
export const PagedAnalyticsMeta = AnalyticsMeta.extend({
  /** Whether a further page exists. */
  has_more: z.boolean(),
  /** A user id to pass as `cursor` for the next page; absent or null on the last one. */
  next_cursor: z.string().nullish(),
})
export type PagedAnalyticsMeta = z.infer<typeof PagedAnalyticsMeta>

/** `{data, meta}`: one row a day, or one row per day and group value. */
export const Envelope = <Row extends z.ZodType>(row: Row) => z.looseObject({ data: z.array(row), meta: AnalyticsMeta })

/** As {@link Envelope}, with a cursor in its meta. */
export const PagedEnvelope = <Row extends z.ZodType>(row: Row) =>
  z.looseObject({ data: z.array(row), meta: PagedAnalyticsMeta })

/** The query that all analytics endpoints share. Both days are included and in UTC; neither may be today or later. */
export const RangeQuery = z.object({ startDate: Day, endDate: Day })

/** The ways in: interactive command line, web application, headless runs. Others may come. */
export const CLIENT_TYPES = ['terminal-ui', 'web', 'non-interactive-cli'] as const

/** A day of people and sessions. */
export const ActivityDay = z.looseObject({
  date: Day,
  /** People active that day, each counted once. */
  daily_active_users: Count,
  /** People active in the 7 days that end with this one. */
  weekly_active_users: Count,
  /** People active in the 30 days that end with this one. */
  monthly_active_users: Count,
  /** People per client type. One person on two clients counts in both: never add these up. */
  daily_active_users_by_client: z.record(z.string(), Count),
  /** Sessions started. */
  sessions: Count,
  /** Messages of people and assistants. */
  messages: Count,
  /** Messages of people only. */
  user_messages: Count,
})
export type ActivityDay = z.infer<typeof ActivityDay>

/** A day and client type with `group_by=client`. */
export const ClientDay = z.looseObject({
  date: Day,
  /** The client type. */
  group_key: z.string(),
  daily_active_users: Count,
})
export type ClientDay = z.infer<typeof ClientDay>

/** A day of what the agent made. */
export const ProductivityDay = z.looseObject({
  date: Day,
  /** New files the agent wrote. */
  files_created: Count,
  /** Existing files the agent changed. */
  files_edited: Count,
  /** Operations per file extension. */
  by_extension: z.array(z.looseObject({ extension: z.string(), count: Count })),
  /** Operations per programming language. */
  by_language: z.array(z.looseObject({ language: z.string(), count: Count })),
  /** Commits made through the agent. */
  git_commits: Count,
  /** Pull requests opened through the agent. */
  git_prs_created: Count,
})
export type ProductivityDay = z.infer<typeof ProductivityDay>

/** How a day's tool calls spread over the autonomy levels: fractions of 1. */
const AutonomyLevels = z.looseObject({
  auto_high: Fraction,
  auto_medium: Fraction,
  auto_low: Fraction,
  manual: Fraction,
})

/** A day of tool use. */
export const ToolDay = z.looseObject({
  date: Day,
  tool_calls: Count,
  /** A few tool names are what a parser left behind; they are data all the same. */
  by_tool: z.array(z.looseObject({ tool: z.string(), invocations: Count })),
  /** People who used an MCP server. */
  mcp_users_with_mcp: Count,
  /** The same server may stand here under names that differ by letter case. */
  mcp_by_server: z.array(z.looseObject({ server: z.string(), invocations: Count })),
  skills_invocations: Count,
  skills_by_name: z.array(z.looseObject({ name: z.string(), count: Count })),
  slash_commands_invocations: Count,
  slash_commands_by_name: z.array(z.looseObject({ name: z.string(), count: Count })),
  hooks_invocations: Count,
  hooks_by_event: z.array(z.looseObject({ event: z.string(), matcher: z.string(), command: z.string(), count: Count })),
  /** People who used the web interface. */
  web_users: Count,
  /** Tool calls per turn of a person: mean, median and 90th percentile. */
  autonomy_ratio_avg: z.number(),
  autonomy_ratio_p50: z.number(),
  autonomy_ratio_p90: z.number(),
  /** Mean tool calls a session. */
  tool_calls_per_session_avg: z.number(),
  /** Mean messages from people a session. */
  user_turns_per_session_avg: z.number(),
  tool_autonomy_level_ratio: AutonomyLevels,
})
export type ToolDay = z.infer<typeof ToolDay>

/** A day and tool with `group_by=tool_name`. */
export const ToolNameDay = z.looseObject({
  date: Day,
  /** The tool's name. */
  group_key: z.string(),
  tool_calls: Count,
})
export type ToolNameDay = z.infer<typeof ToolNameDay>
