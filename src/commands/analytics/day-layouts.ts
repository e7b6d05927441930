import type { z } from 'zod'
import { ActivityDay, ClientDay } from '../../contract/activity.ts'
import { CreditDay, CreditModelDay } from '../../contract/credits.ts'
import { PersonDay } from '../../contract/per-user-rows.ts'
import { ProductivityDay } from '../../contract/productivity.ts'
import { ToolDay, ToolNameDay } from '../../contract/tools.ts'
import type { ColumnLayout, RowLayout } from '../output/row-layout.ts'

/** A layout whose columns are members of the contract's row, so that a renamed member does not compile. */
const layout = <Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  columns: readonly (ColumnLayout & { member: keyof Shape & string; otherwise?: keyof Shape & string })[],
): RowLayout => ({ columns, members: Object.keys(schema.shape) })

const date = { member: 'date', title: 'DATE', kind: 'day' } as const
const summed = <Member extends string>(member: Member, title: string) =>
  ({ member, title, kind: 'count', isSummed: true }) as const
const count = <Member extends string>(member: Member, title: string) => ({ member, title, kind: 'count' }) as const

const credits = [
  summed('billable_tokens', 'CREDITS'),
  summed('input_tokens', 'INPUT'),
  summed('output_tokens', 'OUTPUT'),
] as const

export const creditDays = layout(CreditDay, [
  date,
  ...credits,
  summed('cache_read_tokens', 'CACHE READ'),
  summed('cache_write_tokens', 'CACHE WRITE'),
])

export const creditModelDays = layout(CreditModelDay, [
  date,
  { member: 'group_key', title: 'MODEL', kind: 'text' },
  ...credits,
])

export const toolDays = layout(ToolDay, [
  date,
  summed('tool_calls', 'TOOL CALLS'),
  summed('skills_invocations', 'SKILLS'),
  summed('slash_commands_invocations', 'COMMANDS'),
  summed('hooks_invocations', 'HOOKS'),
  count('mcp_users_with_mcp', 'MCP USERS'),
  count('web_users', 'WEB USERS'),
  { member: 'autonomy_ratio_p50', title: 'CALLS/TURN P50', kind: 'ratio' },
  { member: 'autonomy_ratio_p90', title: 'P90', kind: 'ratio' },
])

export const toolNameDays = layout(ToolNameDay, [
  date,
  { member: 'group_key', title: 'TOOL', kind: 'text' },
  summed('tool_calls', 'TOOL CALLS'),
])

// People of several days are partly the same people: no total.
export const activityDays = layout(ActivityDay, [
  date,
  count('daily_active_users', 'DAILY USERS'),
  count('weekly_active_users', 'WEEKLY USERS'),
  count('monthly_active_users', 'MONTHLY USERS'),
  summed('sessions', 'SESSIONS'),
  summed('messages', 'MESSAGES'),
  summed('user_messages', 'FROM PEOPLE'),
])

export const clientDays = layout(ClientDay, [
  date,
  { member: 'group_key', title: 'CLIENT', kind: 'text' },
  count('daily_active_users', 'DAILY USERS'),
])

export const productivityDays = layout(ProductivityDay, [
  date,
  summed('files_created', 'FILES CREATED'),
  summed('files_edited', 'FILES EDITED'),
  summed('git_commits', 'COMMITS'),
  summed('git_prs_created', 'PULL REQUESTS'),
])

export const personDays = layout(PersonDay, [
  date,
  { member: 'user_email', otherwise: 'user_id', title: 'PERSON', kind: 'text' },
  summed('billable_tokens', 'CREDITS'),
  summed('tool_calls', 'TOOL CALLS'),
  summed('sessions', 'SESSIONS'),
  summed('git_commits', 'COMMITS'),
  summed('git_prs_created', 'PRS'),
  { member: 'delegation_level', title: 'MODE', kind: 'text' },
  { member: 'primary_model', title: 'MODEL', kind: 'text' },
])
