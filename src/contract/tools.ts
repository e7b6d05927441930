import * as z from 'zod'
import { Count, Day, Fraction } from './primitives.ts'

/** How a day's tool calls spread over the autonomy levels: fractions of 1. */
export const AutonomyLevels = z.looseObject({
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
