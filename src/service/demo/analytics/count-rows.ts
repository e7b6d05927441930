import type { ProductivityDay, ToolDay } from '../../../contract/analytics.ts'
import type { Day } from '../../../domain/calendar/calendar.ts'
import type { Random } from '../kit/random.ts'
import {
  HOOKS,
  LANGUAGES,
  MALFORMED_TOOL_NAMES,
  MCP_SERVERS,
  SKILLS,
  SLASH_COMMANDS,
  TOOLS,
  type Weighted,
} from '../kit/vocabulary.ts'
import { autonomyOf, type PersonActivity, rounded } from './person-day.ts'

const WEB = 0b010

type Counts = {
  [Member in keyof PersonActivity]: PersonActivity[Member] extends number ? Member : never
}[keyof PersonActivity]

/** Sums a member over all people. */
const sumsOf =
  (activities: readonly PersonActivity[]) =>
  (member: Counts): number =>
    activities.reduce((all, one) => all + one[member], 0)

/** Creates a day of tools. The breakdowns add up to their totals. */
export const toolRow = (activities: readonly PersonActivity[], day: Day, random: Random): ToolDay => {
  const sum = sumsOf(activities)
  const toolCalls = sum('toolCalls')
  const mcpCalls = sum('mcpCalls')
  const sessions = sum('sessions')
  const userMessages = sum('userMessages')
  const servers = spread(mcpCalls, MCP_SERVERS, random)
  const ratios = activities.map(autonomyOf).sort((a, b) => a - b)
  const named = ({ item, count }: Counted) => ({ name: item.name, count })
  return {
    date: day,
    tool_calls: toolCalls,
    by_tool: toolsOf(toolCalls - mcpCalls, servers, random),
    mcp_users_with_mcp: activities.filter(({ mcpCalls }) => mcpCalls > 0).length,
    mcp_by_server: servers.map(({ item, count }) => ({ server: item.name, invocations: count })),
    skills_invocations: sum('skillCalls'),
    skills_by_name: spread(sum('skillCalls'), SKILLS, random).map(named),
    slash_commands_invocations: sum('slashCommands'),
    slash_commands_by_name: spread(sum('slashCommands'), SLASH_COMMANDS, random).map(named),
    hooks_invocations: sum('hooks'),
    hooks_by_event: spread(sum('hooks'), HOOKS, random).map(({ item: { event, matcher, command }, count }) => ({
      event,
      matcher,
      command,
      count,
    })),
    web_users: activities.filter(({ clients }) => (clients & WEB) > 0).length,
    autonomy_ratio_avg: mean(ratios),
    autonomy_ratio_p50: percentile(ratios, 0.5),
    autonomy_ratio_p90: percentile(ratios, 0.9),
    tool_calls_per_session_avg: sessions === 0 ? 0 : rounded(toolCalls / sessions),
    user_turns_per_session_avg: sessions === 0 ? 0 : rounded(userMessages / sessions),
    tool_autonomy_level_ratio: levels(activities, toolCalls),
  }
}

const toolsOf = (
  builtIn: number,
  servers: readonly Counted<(typeof MCP_SERVERS)[number]>[],
  random: Random,
): { tool: string; invocations: number }[] => {
  const tools = spread(builtIn, TOOLS, random).map(({ item, count }) => ({ tool: item.name, invocations: count }))
  const [most] = tools
  if (most !== undefined && most.invocations > 50 && random.chance(0.2)) {
    const invocations = random.int(1, 3)
    most.invocations -= invocations
    tools.push({ tool: random.pick(MALFORMED_TOOL_NAMES), invocations })
  }
  for (const { item, count } of servers) {
    const weighted = item.tools.map((name) => ({ name, weight: 1 }))
    for (const { item: tool, count: invocations } of spread(count, weighted, random))
      tools.push({ tool: `mcp__${item.name}__${tool.name}`, invocations })
  }
  return tools.sort((a, b) => b.invocations - a.invocations)
}

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : rounded(values.reduce((all, value) => all + value, 0) / values.length)

/** The smallest value that is not exceeded by at least this share of all values. */
const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0

/** Shares of tool calls by autonomy level. They add up to 1, or are all 0 without calls. */
const levels = (activities: readonly PersonActivity[], toolCalls: number): ToolDay['tool_autonomy_level_ratio'] => {
  const share = (...delegations: string[]): number => {
    const calls = activities.reduce((all, one) => all + (delegations.includes(one.delegation) ? one.toolCalls : 0), 0)
    return toolCalls === 0 ? 0 : Math.round((calls / toolCalls) * 10_000) / 10_000
  }
  return {
    auto_high: share('auto-high'),
    auto_medium: share('auto-medium'),
    auto_low: share('auto-low', 'spec'),
    manual: share('manual'),
  }
}

/** Creates a day of productivity. Extensions and languages both add up to files created and edited. */
export const productivityRow = (activities: readonly PersonActivity[], day: Day, random: Random): ProductivityDay => {
  const sum = sumsOf(activities)
  const languages = operationsByLanguage(activities)
  const extensions = languages.flatMap((operations, at) =>
    spread(operations, LANGUAGES[at]?.extensions ?? [], random).map(({ item, count }) => ({
      extension: item.name,
      count,
    })),
  )
  return {
    date: day,
    files_created: sum('filesCreated'),
    files_edited: sum('filesEdited'),
    by_extension: extensions.sort((a, b) => b.count - a.count),
    by_language: languages
      .map((count, at) => ({ language: LANGUAGES[at]?.name ?? 'unknown', count }))
      .filter(({ count }) => count > 0)
      .sort((a, b) => b.count - a.count),
    git_commits: sum('commits'),
    git_prs_created: sum('pullRequests'),
  }
}

/** Half of a person's file operations are in the main language; the other languages share the rest. */
const operationsByLanguage = (activities: readonly PersonActivity[]): number[] => {
  const operations = LANGUAGES.map(() => 0)
  const add = (language: number, count: number): void => {
    operations[language] = (operations[language] ?? 0) + count
  }
  for (const { person, filesCreated, filesEdited } of activities) {
    const [main = 0, ...others] = person.languages
    const all = filesCreated + filesEdited
    const each = others.length === 0 ? 0 : Math.floor(all / 2 / others.length)
    for (const language of others) add(language, each)
    add(main, all - each * others.length)
  }
  return operations
}

type Counted<T extends Weighted = Weighted> = { item: T; count: number }

/**
 * Distributes a total over names by weight, with some random variation. The counts add up to the total exactly. Highest
 * count first; names with a count of 0 are omitted.
 */
const spread = <T extends Weighted>(total: number, items: readonly T[], random: Random): Counted<T>[] => {
  const weights = items.map(({ weight }) => weight * random.between(0.75, 1.25))
  const sum = weights.reduce((all, weight) => all + weight, 0)
  const counted = items.map((item, at) => ({ item, count: Math.floor((total * (weights[at] ?? 0)) / sum) }))
  const given = counted.reduce((all, { count }) => all + count, 0)
  const [first] = counted
  if (first !== undefined) first.count += total - given
  return counted.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count)
}
