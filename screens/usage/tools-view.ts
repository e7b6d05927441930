import type { Lenient } from '../../src/contract/lenient.ts'
import type { ToolDay, ToolNameDay } from '../../src/contract/tools.ts'
import { SHADES } from '../../src/domain/charts/stacked-bar.ts'
import {
  AUTONOMY_LEVELS,
  foldedServerEntries,
  hookEntries,
  hookOf,
  levelEntries,
  levelOf,
  serverEntries,
  skillEntries,
  slashCommandEntries,
  toolEntries,
} from '../../src/domain/usage/tool-entries.ts'
import { createView, figuresGroup, type Group, plainGroup } from './create-view.ts'
import { line, type Measure, measure } from './measures.ts'

type Row = Lenient<ToolDay>

const measures: readonly Measure<Row>[] = [
  measure('calls', 'tool calls', 'count', 'sum', (day) => day.tool_calls),
  measure('mcpUsers', 'MCP users', 'count', 'mean', (day) => day.mcp_users_with_mcp),
  measure('skills', 'skills', 'count', 'sum', (day) => day.skills_invocations),
  measure('commands', 'slash commands', 'count', 'sum', (day) => day.slash_commands_invocations),
  measure('hooks', 'hooks', 'count', 'sum', (day) => day.hooks_invocations),
  measure('webUsers', 'web users', 'count', 'mean', (day) => day.web_users),
  {
    id: 'autonomy',
    title: 'autonomy',
    unit: 'ratio',
    isStacked: false,
    lines: [
      line('mean', 'mean', (day) => day.autonomy_ratio_avg),
      line('p50', 'median', (day) => day.autonomy_ratio_p50),
      line('p90', 'median', (day) => day.autonomy_ratio_p90),
    ],
  },
  measure('perSession', 'calls a session', 'ratio', 'mean', (day) => day.tool_calls_per_session_avg),
  measure('turns', 'turns a session', 'ratio', 'mean', (day) => day.user_turns_per_session_avg),
  {
    id: 'levels',
    title: 'autonomy levels',
    unit: 'fraction',
    isStacked: true,
    lines: AUTONOMY_LEVELS.map((level) => line(level.replace('_', '-'), 'mean', levelOf(level))),
  },
]

const levels: readonly string[] = AUTONOMY_LEVELS

const groups: readonly Group<Row>[] = [
  {
    ...plainGroup,
    id: 'tool',
    title: 'tool',
    heading: 'TOOL',
    counted: 'CALLS',
    measure: 'calls',
    command: 'analytics tools',
    entriesOf: toolEntries,
  },
  {
    ...plainGroup,
    id: 'toolName',
    title: 'tool (grouped)',
    heading: 'TOOL',
    counted: 'CALLS',
    measure: 'calls',
    command: 'analytics tools --group-by tool_name',
  },
  {
    ...plainGroup,
    id: 'server',
    title: 'MCP server',
    heading: 'MCP SERVER',
    counted: 'CALLS',
    measure: 'mcpUsers',
    hasShares: false,
    foldsCase: true,
    details: [{ id: 'spellings', title: 'SAME NAME AS', width: { min: 14, max: 30 }, priority: 2 }],
    command: 'analytics tools',
    entriesOf: foldedServerEntries,
    entriesApart: serverEntries,
    detailsOf: (_key, otherNames) => ({ spellings: otherNames.length > 0 ? `= ${otherNames.join(', ')}` : '' }),
  },
  {
    ...plainGroup,
    id: 'skill',
    title: 'skill',
    heading: 'SKILL',
    counted: 'USES',
    measure: 'skills',
    command: 'analytics tools',
    entriesOf: skillEntries,
  },
  {
    ...plainGroup,
    id: 'command',
    title: 'slash command',
    heading: 'COMMAND',
    counted: 'USES',
    measure: 'commands',
    command: 'analytics tools',
    entriesOf: slashCommandEntries,
  },
  {
    ...plainGroup,
    id: 'hook',
    title: 'hook',
    heading: 'EVENT',
    counted: 'RUNS',
    measure: 'hooks',
    details: [
      { id: 'matcher', title: 'MATCHER', width: { min: 8, max: 24 }, priority: 1 },
      { id: 'command', title: 'COMMAND', width: { min: 8, max: 40 }, priority: 1 },
    ],
    command: 'analytics tools',
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
    unit: 'fraction',
    measure: 'levels',
    hasShares: false,
    details: [{ id: 'shade', title: '', width: { min: 2, max: 2 }, priority: 1 }],
    detailsOf: (key) => ({ shade: (SHADES[levels.indexOf(key)] ?? '').repeat(2) }),
    command: 'analytics tools',
    entriesOf: levelEntries,
    how: 'mean',
  },
  figuresGroup('analytics tools'),
]

const reasons: Readonly<Record<string, string>> = {
  calls: 'tool',
  skills: 'skill',
  commands: 'command',
  hooks: 'hook',
}
const wholes: Readonly<Record<string, string>> = {
  tool: 'calls',
  toolName: 'calls',
  skill: 'skills',
  command: 'commands',
  hook: 'hooks',
}

export const toolsView = createView<Row>({
  name: 'tools',
  query: 'toolDays',
  grouped: {
    query: 'toolNameDays',
    group: 'toolName',
    countOf: (row: Lenient<ToolNameDay>) => row.tool_calls,
  },
  measures,
  groups,
  reasonsOf: (id) => reasons[id],
  wholeOf: (id) => wholes[id],
})
