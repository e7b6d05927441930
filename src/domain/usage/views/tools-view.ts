import type { ToolDay } from '../../../contract/analytics.ts'
import type { Lenient } from '../../../contract/lenient.ts'
import { SHADES } from '../../charts/stacked-bar.ts'
import {
  AUTONOMY_LEVELS,
  foldedServerEntries,
  hookEntries,
  hookOf,
  levelEntries,
  serverEntries,
  skillEntries,
  slashCommandEntries,
  toolEntries,
} from '../day-entries.ts'
import { toolMeasures } from '../usage-measures.ts'
import {
  createView,
  figuresGroup,
  type Group,
  groupOf,
  line,
  linesMeasure,
  type ViewMeasure,
  viewMeasures,
} from './create-view.ts'
import type { AtLeastOne } from './view.ts'

const autonomy = linesMeasure('autonomy', 'ratio', [
  line(toolMeasures.autonomy_ratio_avg_mean, 'mean'),
  line(toolMeasures.autonomy_ratio_p50_median, 'p50'),
  line(toolMeasures.autonomy_ratio_p90_median, 'p90'),
])

const levelLines = AUTONOMY_LEVELS.map((level) => line(toolMeasures[`${level}_mean`]))
const autonomyLevels = { ...linesMeasure('levels', 'share', levelLines, 'autonomy levels'), isStacked: true }

const { tool_calls, skills_invocations, slash_commands_invocations, hooks_invocations, mcp_users_with_mcp_mean } =
  toolMeasures

const measures: AtLeastOne<ViewMeasure> = [
  ...viewMeasures(
    tool_calls,
    mcp_users_with_mcp_mean,
    skills_invocations,
    slash_commands_invocations,
    hooks_invocations,
    toolMeasures.web_users_mean,
  ),
  autonomy,
  ...viewMeasures(toolMeasures.tool_calls_per_session_avg_mean, toolMeasures.user_turns_per_session_avg_mean),
  autonomyLevels,
]

const levels: readonly string[] = AUTONOMY_LEVELS

const groups: AtLeastOne<Group<Lenient<ToolDay>>> = [
  groupOf('tool', 'tool', {
    counted: 'CALLS',
    measure: tool_calls.name,
    shareOf: 'all tool calls',
    entriesOf: toolEntries,
  }),
  groupOf('toolName', 'tool (grouped)', {
    heading: 'TOOL',
    by: 'tool',
    counted: 'CALLS',
    measure: tool_calls.name,
    shareOf: 'all tool calls',
    groupBy: 'tool_name',
  }),
  groupOf('server', 'MCP server', {
    counted: 'CALLS',
    measure: mcp_users_with_mcp_mean.name,
    foldsCase: true,
    details: [{ id: 'spellings', title: 'SAME NAME AS', width: { min: 14, max: 30 }, priority: 2 }],
    entriesOf: foldedServerEntries,
    caseSensitiveEntries: serverEntries,
    detailsOf: (_key, otherNames) => ({ spellings: otherNames.length > 0 ? `= ${otherNames.join(', ')}` : '' }),
  }),
  groupOf('skill', 'skill', {
    counted: 'USES',
    measure: skills_invocations.name,
    shareOf: 'all skill activations',
    entriesOf: skillEntries,
  }),
  groupOf('command', 'slash command', {
    heading: 'COMMAND',
    counted: 'USES',
    measure: slash_commands_invocations.name,
    shareOf: 'all slash commands',
    entriesOf: slashCommandEntries,
  }),
  groupOf('hook', 'hook', {
    heading: 'EVENT',
    counted: 'RUNS',
    measure: hooks_invocations.name,
    shareOf: 'all hook executions',
    details: [
      { id: 'matcher', title: 'MATCHER', width: { min: 8, max: 24 }, priority: 1 },
      { id: 'command', title: 'COMMAND', width: { min: 8, max: 40 }, priority: 1 },
    ],
    entriesOf: hookEntries,
    detailsOf: (key) => {
      const { event, matcher, command } = hookOf(key)
      return { name: event, matcher, command }
    },
  }),
  groupOf('level', 'autonomy level', {
    heading: 'LEVEL',
    counted: 'MEAN DAY',
    unit: 'share',
    measure: autonomyLevels.id,
    details: [{ id: 'shade', title: '', width: { min: 2, max: 2 }, priority: 1 }],
    detailsOf: (key) => ({ shade: (SHADES[levels.indexOf(key)] ?? '').repeat(2) }),
    entriesOf: levelEntries,
    how: 'mean',
  }),
  figuresGroup,
]

export const toolsView = createView({
  name: 'tools',
  command: 'analytics tools',
  grouped: { group: 'toolName', measure: tool_calls },
  measures,
  groups,
})
