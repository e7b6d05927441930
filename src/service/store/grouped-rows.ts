import type { ActivityDay, ToolDay } from '../../contract/analytics.ts'
import type { CreditDay } from '../../contract/credits.ts'

const texts = (rows: readonly object[]): string => rows.map((row) => JSON.stringify(row)).join(',')

/** The rows that a day becomes with `group_by`, as JSON texts joined by commas. */
export const groupedRows = {
  /** By model; a model that comes up under two tiers is one row. Parts that name no model cannot be grouped. */
  credits: ({ date, by_model }: CreditDay): string => {
    const models = new Map<string, { billable_tokens: number; input_tokens: number; output_tokens: number }>()
    for (const { model_id: id, billable_tokens = 0, input_tokens = 0, output_tokens = 0 } of by_model) {
      if (id === undefined) continue
      const sum = models.get(id) ?? { billable_tokens: 0, input_tokens: 0, output_tokens: 0 }
      sum.billable_tokens += billable_tokens
      sum.input_tokens += input_tokens
      sum.output_tokens += output_tokens
      models.set(id, sum)
    }
    return texts([...models].map(([group_key, sum]) => ({ date, group_key, ...sum })))
  },
  tools: ({ date, by_tool }: ToolDay): string =>
    texts(by_tool.map(({ tool, invocations }) => ({ date, group_key: tool, tool_calls: invocations }))),
  activity: ({ date, daily_active_users_by_client: clients }: ActivityDay): string =>
    texts(Object.entries(clients).map(([client, people]) => ({ date, group_key: client, daily_active_users: people }))),
}
