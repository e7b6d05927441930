import { AppError } from '../../../base/errors.ts'
import type { CallOptions, Client, Reply } from '../../../client/client.ts'
import { addDays, lengthOf, type Range } from '../../../domain/calendar/calendar.ts'
import type { DayTable } from '../../ledger/ledger.ts'

type DayEndpoint = 'credits' | 'tools' | 'activity' | 'productivity'

const questions: Record<DayTable, { endpoint: DayEndpoint; groupBy?: string }> = {
  credits: { endpoint: 'credits' },
  creditsByModel: { endpoint: 'credits', groupBy: 'model' },
  tools: { endpoint: 'tools' },
  toolsByName: { endpoint: 'tools', groupBy: 'tool_name' },
  activity: { endpoint: 'activity' },
  activityByClient: { endpoint: 'activity', groupBy: 'client' },
  productivity: { endpoint: 'productivity' },
}

/** Rows as the tolerant parser left them, and what the answer says about itself. */
export type DaysReply = Reply<{ data: { date: string }[]; meta: { org_id: string } }>

/**
 * Asks for the days of a span in one request. Where the answer is larger than the client takes (thousands of people, each
 * with a breakdown, over many months) the span is asked for in halves, and these in halves again, one after the other.
 *
 * @param onReply Told of each answer and the days it is for, as soon as it has come.
 */
export const askDays = async (
  client: Pick<Client, 'call'>,
  table: DayTable,
  span: Range,
  options: CallOptions,
  onReply: (span: Range, reply: DaysReply) => void,
): Promise<void> => {
  const { endpoint, groupBy } = questions[table]
  const query = { startDate: span.from, endDate: span.to, ...(groupBy !== undefined && { group_by: groupBy }) }
  let reply: DaysReply
  try {
    // The four endpoints answer rows with a date; the group chooses among their shapes.
    reply = (await client.call(endpoint, { query } as never, options)) as unknown as DaysReply
  } catch (error) {
    if (!(error instanceof AppError && error.isTooLarge) || lengthOf(span) < 2) throw error
    const middle = addDays(span.from, Math.floor(lengthOf(span) / 2))
    await askDays(client, table, { from: span.from, to: addDays(middle, -1) }, options, onReply)
    return askDays(client, table, { from: middle, to: span.to }, options, onReply)
  }
  onReply(span, reply)
}
