import type { ActivityDay, ProductivityDay, ToolDay } from '../../contract/analytics.ts'
import type { Lenient } from '../../contract/lenient.ts'
import type { NamedCount } from './day-breakdowns.ts'

type Day = Lenient<ToolDay>

/** Calls by tool. */
export const toolEntries = (day: Day): NamedCount[] | undefined =>
  day.by_tool?.map(({ tool, invocations }) => ({ key: tool ?? '', count: invocations }))

/** Calls by MCP server, each spelling for itself. */
export const serverEntries = (day: Day): NamedCount[] | undefined =>
  day.mcp_by_server?.map(({ server, invocations }) => ({ key: server ?? '', count: invocations }))

/** Calls by MCP server; names that differ by letter case only are one server. */
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

/** What identifies a hook. Untrusted text. */
type HookKey = { event: string; matcher: string; command: string }

/** Runs by hook; the key is what {@link hookOf} reads. */
export const hookEntries = (day: Day): NamedCount[] | undefined =>
  day.hooks_by_event?.map(({ event = '', matcher = '', command = '', count }) => ({
    key: JSON.stringify([event, matcher, command]),
    name: [event, matcher, command].filter((part) => part !== '').join(' '),
    count,
  }))

/** The hook of a key of {@link hookEntries}. */
export const hookOf = (key: string): HookKey => {
  const [event = '', matcher = '', command = ''] = JSON.parse(key) as string[]
  return { event, matcher, command }
}

/** The autonomy levels, the freest first, as the API names them. */
export const AUTONOMY_LEVELS = ['auto_high', 'auto_medium', 'auto_low', 'manual'] as const
export type AutonomyLevel = (typeof AUTONOMY_LEVELS)[number]

/** The parts of the autonomy levels in a day. */
export const levelEntries = (day: Day): NamedCount[] | undefined =>
  day.tool_autonomy_level_ratio &&
  AUTONOMY_LEVELS.map((level) => ({
    key: level,
    name: level.replace('_', '-'),
    count: day.tool_autonomy_level_ratio?.[level],
  }))

/** People by client. One person on two clients counts in both, so entries are never added up. */
export const clientEntries = (day: Lenient<ActivityDay>): NamedCount[] | undefined =>
  day.daily_active_users_by_client &&
  Object.entries(day.daily_active_users_by_client).map(([key, count]) => ({ key, count }))

/** Operations on files by programming language. */
export const languageEntries = (day: Lenient<ProductivityDay>): NamedCount[] | undefined =>
  day.by_language?.map(({ language, count }) => ({ key: language ?? '', count }))

/** Operations on files by file extension. */
export const extensionEntries = (day: Lenient<ProductivityDay>): NamedCount[] | undefined =>
  day.by_extension?.map(({ extension, count }) => ({ key: extension ?? '', count }))
