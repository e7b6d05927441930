import type { z } from 'zod'
import { ActivityDay, ClientDay, ProductivityDay, ToolDay, ToolNameDay } from '../../contract/analytics.ts'
import { CreditDay, CreditModelDay } from '../../contract/credits.ts'
import { PersonDay } from '../../contract/per-user-rows.ts'
import type { PlainMeasure } from '../../domain/usage/measure.ts'
import {
  activityMeasures,
  creditMeasures,
  productivityMeasures,
  toolMeasures,
} from '../../domain/usage/usage-measures.ts'
import type { ColumnLayout, RowLayout } from '../output/row-layout.ts'
import { mainNumbers, mainWords, personColumn } from './person-columns.ts'

/** A layout whose columns are members of the contract's row, so that a renamed member does not compile. */
const layout = <Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  columns: readonly (ColumnLayout & { member: keyof Shape & string; otherwise?: keyof Shape & string })[],
): RowLayout => ({ columns, members: Object.keys(schema.shape) })

const date = { member: 'date', title: 'DATE', kind: 'day' } as const
const group = (title: string) => ({ member: 'group_key', title, kind: 'text' }) as const

/** The columns of measures on a day. Only what may be added up over days has a total. */
const columns = <Member extends string>(...measures: readonly PlainMeasure<string, Member>[]) =>
  measures.map(({ member, heading, unit, how }) => ({ member, title: heading, kind: unit, isSummed: how === 'sum' }))

const credits = creditMeasures
const ofModels = columns(credits.billable_tokens, credits.input_tokens, credits.output_tokens)

export const creditDays = layout(CreditDay, [
  date,
  ...ofModels,
  ...columns(credits.cache_read_tokens, credits.cache_write_tokens),
])

export const creditModelDays = layout(CreditModelDay, [date, group('MODEL'), ...ofModels])

export const toolDays = layout(ToolDay, [
  date,
  ...columns(
    toolMeasures.tool_calls,
    toolMeasures.skills_invocations,
    toolMeasures.slash_commands_invocations,
    toolMeasures.hooks_invocations,
    toolMeasures.mcp_users_with_mcp_mean,
    toolMeasures.web_users_mean,
    toolMeasures.autonomy_ratio_p50_median,
    toolMeasures.autonomy_ratio_p90_median,
  ),
])

export const toolNameDays = layout(ToolNameDay, [date, group('TOOL'), ...columns(toolMeasures.tool_calls)])

export const activityDays = layout(ActivityDay, [
  date,
  ...columns(
    activityMeasures.daily_active_users_mean,
    activityMeasures.weekly_active_users_last,
    activityMeasures.monthly_active_users_last,
    activityMeasures.sessions,
    activityMeasures.messages,
    activityMeasures.user_messages,
  ),
])

export const clientDays = layout(ClientDay, [
  date,
  group('CLIENT'),
  ...columns(activityMeasures.daily_active_users_mean),
])

export const productivityDays = layout(ProductivityDay, [date, ...columns(...Object.values(productivityMeasures))])

export const personDays = layout(PersonDay, [date, personColumn, ...mainNumbers, ...mainWords])
