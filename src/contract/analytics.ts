import * as z from 'zod'
import { Count, Day, Fraction } from './primitives.ts'

/** Metadata of every analytics response. */
const AnalyticsMeta = z.looseObject({
  org_id: z.string(),
  /** First day of the requested range, included. */
  start_date: Day,
  /** Last day of the requested range, included. */
  end_date: Day,
})

/** Metadata of the users endpoint, the only analytics endpoint with pages. */
export const PagedAnalyticsMeta = AnalyticsMeta.extend({
  /** Whether there is another page. */
  has_more: z.boolean(),
  /** A user id to pass as `cursor` for the next page; absent or null on the last page. */
  next_cursor: z.string().nullish(),
})
export type PagedAnalyticsMeta = z.infer<typeof PagedAnalyticsMeta>

/** `{data, meta}`: one row per day, or one row per day and group value. */
export const Envelope = <Row extends z.ZodType>(row: Row) => z.looseObject({ data: z.array(row), meta: AnalyticsMeta })

/** {@link Envelope} with a cursor in its metadata. */
export const PagedEnvelope = <Row extends z.ZodType>(row: Row) =>
  z.looseObject({ data: z.array(row), meta: PagedAnalyticsMeta })

/** Query parameters of all analytics endpoints. UTC days, both included. Neither may be today or later. */
export const RangeQuery = z.object({ startDate: Day, endDate: Day })

/** Interactive command line, web application, headless runs. Other values may appear. */
export const CLIENT_TYPES = ['terminal-ui', 'web', 'non-interactive-cli'] as const

/** Users, sessions and messages of one day. */
export const ActivityDay = z.looseObject({
  date: Day,
  /** Distinct users active on this day. */
  daily_active_users: Count,
  /** Distinct users active in the 7 days up to this one. */
  weekly_active_users: Count,
  /** Distinct users active in the 30 days up to this one. */
  monthly_active_users: Count,
  /** Users per client type. A user with two clients counts in both, so never add these up. */
  daily_active_users_by_client: z.record(z.string(), Count),
  /** Sessions started. */
  sessions: Count,
  /** Messages of users and assistants. */
  messages: Count,
  /** Messages of users only. */
  user_messages: Count,
})
export type ActivityDay = z.infer<typeof ActivityDay>

/** One day and client type, with `group_by=client`. */
export const ClientDay = z.looseObject({
  date: Day,
  /** The client type. */
  group_key: z.string(),
  daily_active_users: Count,
})
export type ClientDay = z.infer<typeof ClientDay>

/** Files, commits and pull requests of one day. */
export const ProductivityDay = z.looseObject({
  date: Day,
  /** New files that the agent wrote. */
  files_created: Count,
  /** Existing files that the agent changed. */
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

/** A day's tool calls by autonomy level, as fractions of 1. */
const AutonomyLevels = z.looseObject({
  auto_high: Fraction,
  auto_medium: Fraction,
  auto_low: Fraction,
  manual: Fraction,
})

/** Tool use of one day. */
export const ToolDay = z.looseObject({
  date: Day,
  tool_calls: Count,
  /** Some names are fragments that the server's parser produced. They count as data. */
  by_tool: z.array(z.looseObject({ tool: z.string(), invocations: Count })),
  /** Users who used an MCP server. */
  mcp_users_with_mcp: Count,
  /** The same server may appear under several names that differ only in letter case. */
  mcp_by_server: z.array(z.looseObject({ server: z.string(), invocations: Count })),
  skills_invocations: Count,
  skills_by_name: z.array(z.looseObject({ name: z.string(), count: Count })),
  slash_commands_invocations: Count,
  slash_commands_by_name: z.array(z.looseObject({ name: z.string(), count: Count })),
  hooks_invocations: Count,
  hooks_by_event: z.array(z.looseObject({ event: z.string(), matcher: z.string(), command: z.string(), count: Count })),
  /** Users of the web interface. */
  web_users: Count,
  /** Tool calls per user turn: mean, median and 90th percentile. */
  autonomy_ratio_avg: z.number(),
  autonomy_ratio_p50: z.number(),
  autonomy_ratio_p90: z.number(),
  /** Mean number of tool calls per session. */
  tool_calls_per_session_avg: z.number(),
  /** Mean number of user messages per session. */
  user_turns_per_session_avg: z.number(),
  tool_autonomy_level_ratio: AutonomyLevels,
})
export type ToolDay = z.infer<typeof ToolDay>

/** One day and tool, with `group_by=tool_name`. */
export const ToolNameDay = z.looseObject({
  date: Day,
  /** The tool's name. */
  group_key: z.string(),
  tool_calls: Count,
})
export type ToolNameDay = z.infer<typeof ToolNameDay>
