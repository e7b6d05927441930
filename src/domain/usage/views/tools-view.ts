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
  line,
  plainGroup,
  type ViewMeasure,
  viewMeasures,
} from './create-view.ts'
import type { AtLeastOne } from './view.ts'

type Row = Lenient<ToolDay>

const autonomy: ViewMeasure = {
  id: 'autonomy',
  title: 'autonomy',
  unit: 'ratio',
  isStacked: false,
  lines: [
    line(toolMeasures.autonomy_ratio_avg_mean, 'mean'),
    line(toolMeasures.autonomy_ratio_p50_median, 'p50'),
    line(toolMeasures.autonomy_ratio_p90_median, 'p90'),
  ],
}

const autonomyLevels: ViewMeasure = {
  id: 'levels',
  title: 'autonomy levels',
  unit: 'share',
  isStacked: true,
  lines: AUTONOMY_LEVELS.map((level) => line(toolMeasures[`${level}_mean`])),
}

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

const groups: AtLeastOne<Group<Row>> = [
  {
    ...plainGroup,
    id: 'tool',
    shareOf: 'all tool calls',
    title: 'tool',
    heading: 'TOOL',
    counted: 'CALLS',
    measure: tool_calls.name,
    by: 'tool',
    entriesOf: toolEntries,
  },
  {
    ...plainGroup,
    id: 'toolName',
    shareOf: 'all tool calls',
    title: 'tool (grouped)',
    heading: 'TOOL',
    counted: 'CALLS',
    measure: tool_calls.name,
    by: 'tool',
    groupBy: 'tool_name',
  },
  {
    ...plainGroup,
    id: 'server',
    title: 'MCP server',
    heading: 'MCP SERVER',
    counted: 'CALLS',
    measure: mcp_users_with_mcp_mean.name,
    foldsCase: true,
    details: [{ id: 'spellings', title: 'SAME NAME AS', width: { min: 14, max: 30 }, priority: 2 }],
    by: 'mcp-server',
    entriesOf: foldedServerEntries,
    entriesApart: serverEntries,
    detailsOf: (_key, otherNames) => ({ spellings: otherNames.length > 0 ? `= ${otherNames.join(', ')}` : '' }),
  },
  {
    ...plainGroup,
    id: 'skill',
    shareOf: 'all skill activations',
    title: 'skill',
    heading: 'SKILL',
    counted: 'USES',
    measure: skills_invocations.name,
    by: 'skill',
    entriesOf: skillEntries,
  },
  {
    ...plainGroup,
    id: 'command',
    shareOf: 'all slash commands',
    title: 'slash command',
    heading: 'COMMAND',
    counted: 'USES',
    measure: slash_commands_invocations.name,
    by: 'slash-command',
    entriesOf: slashCommandEntries,
  },
  {
    ...plainGroup,
    id: 'hook',
    shareOf: 'all hook executions',
    title: 'hook',
    heading: 'EVENT',
    counted: 'RUNS',
    measure: hooks_invocations.name,
    details: [
      { id: 'matcher', title: 'MATCHER', width: { min: 8, max: 24 }, priority: 1 },
      { id: 'command', title: 'COMMAND', width: { min: 8, max: 40 }, priority: 1 },
    ],
    by: 'hook',
    entriesOf: hookEntries,
    detailsOf: (key) => {
      const { event, matcher, command } = hookOf(key)
      return { name: event, matcher, command }
    },
  },
  {
    ...plainGroup,
    id: 'level',
    title: 'autonomy level',
    heading: 'LEVEL',
    counted: 'MEAN DAY',
    unit: 'share',
    measure: autonomyLevels.id,
    details: [{ id: 'shade', title: '', width: { min: 2, max: 2 }, priority: 1 }],
    detailsOf: (key) => ({ shade: (SHADES[levels.indexOf(key)] ?? '').repeat(2) }),
    by: 'autonomy-level',
    entriesOf: levelEntries,
    how: 'mean',
  },
  figuresGroup,
]

export const toolsView = createView({
  name: 'tools',
  command: 'analytics tools',
  grouped: { group: 'toolName', measure: tool_calls },
  measures,
  groups,
})
