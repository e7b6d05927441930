import type { ActivityDay, ProductivityDay, ToolDay } from '../../contract/analytics.ts'
import type { Lenient } from '../../contract/lenient.ts'
import type { NamedCount } from './day-breakdowns.ts'

type Day = Lenient<ToolDay>

/** Calls by tool. */
export const toolEntries = (day: Day): NamedCount[] | undefined =>
  day.by_tool?.map(({ tool, invocations }) => ({ key: tool ?? '', count: invocations }))

/** Calls by MCP server, with each spelling separate. */
export const serverEntries = (day: Day): NamedCount[] | undefined =>
  day.mcp_by_server?.map(({ server, invocations }) => ({ key: server ?? '', count: invocations }))

/** Calls by MCP server. Names that differ only in letter case are one server. */
export const foldedServerEntries = (day: Day): NamedCount[] | undefined =>
  day.mcp_by_server?.map(({ server = '', invocations }) => ({
    key: server.toLowerCase(),
    name: server,
    count: invocations,
  }))

/** Uses by skill. */
export const skillEntries = (day: Day): NamedCount[] | undefined =>
  day.skills_by_name?.map(({ name, count }) => ({ key: name ?? '', count }))

/** Uses by slash command. */
export const slashCommandEntries = (day: Day): NamedCount[] | undefined =>
  day.slash_commands_by_name?.map(({ name, count }) => ({ key: name ?? '', count }))

/** Runs by hook. {@link hookOf} parses the keys. */
export const hookEntries = (day: Day): NamedCount[] | undefined =>
  day.hooks_by_event?.map(({ event = '', matcher = '', command = '', count }) => ({
    key: JSON.stringify([event, matcher, command]),
    name: [event, matcher, command].filter((part) => part !== '').join(' '),
    count,
  }))

/** Parses a key of {@link hookEntries}. Untrusted texts. */
export const hookOf = (key: string) => {
  const [event = '', matcher = '', command = ''] = JSON.parse(key) as string[]
  return { event, matcher, command }
}

/** The autonomy levels with their API names, most autonomy first. */
export const AUTONOMY_LEVELS = ['auto_high', 'auto_medium', 'auto_low', 'manual'] as const
export type AutonomyLevel = (typeof AUTONOMY_LEVELS)[number]

/** The share of each autonomy level on a day. */
export const levelEntries = (day: Day): NamedCount[] | undefined =>
  day.tool_autonomy_level_ratio &&
  AUTONOMY_LEVELS.map((level) => ({
    key: level,
    name: level.replace('_', '-'),
    count: day.tool_autonomy_level_ratio?.[level],
  }))

/** Users by client. A user with two clients counts in both, so entries must never be added up. */
export const clientEntries = (day: Lenient<ActivityDay>): NamedCount[] | undefined =>
  day.daily_active_users_by_client &&
  Object.entries(day.daily_active_users_by_client).map(([key, count]) => ({ key, count }))

/** File operations by programming language. */
export const languageEntries = (day: Lenient<ProductivityDay>): NamedCount[] | undefined =>
  day.by_language?.map(({ language, count }) => ({ key: language ?? '', count }))

/** File operations by file extension. */
export const extensionEntries = (day: Lenient<ProductivityDay>): NamedCount[] | undefined =>
  day.by_extension?.map(({ extension, count }) => ({ key: extension ?? '', count }))
