import { AppError } from '../../../base/errors.ts'
import type { CallOptions, Client, Reply } from '../../../client/client.ts'
import { addDays, type Day, lengthOf, type Range } from '../../../domain/calendar/calendar.ts'
import type { DayTable } from '../../ledger/ledger.ts'

/** Rows as the tolerant parser left them, and what the answer says about itself. */
export type DaysReply = Reply<{ data: { date: string }[]; meta: { org_id: string } }>

type Caller = Pick<Client, 'call'>
type Question = (client: Caller, query: { startDate: Day; endDate: Day }, options: CallOptions) => Promise<DaysReply>

const questions: Record<DayTable, Question> = {
  credits: (client, query, options) => client.call('credits', { query }, options),
  creditsByModel: (client, query, options) =>
    client.call('credits', { query: { ...query, group_by: 'model' } }, options),
  tools: (client, query, options) => client.call('tools', { query }, options),
  toolsByName: (client, query, options) =>
    client.call('tools', { query: { ...query, group_by: 'tool_name' } }, options),
  activity: (client, query, options) => client.call('activity', { query }, options),
  activityByClient: (client, query, options) =>
    client.call('activity', { query: { ...query, group_by: 'client' } }, options),
  productivity: (client, query, options) => client.call('productivity', { query }, options),
}

/**
 * Asks for the days of a span in one request. Where the answer is larger than the client takes (thousands of people, each
 * with a breakdown, over many months) the span is asked for in halves, and these in halves again, one after the other. How many
 * days were too many is remembered: each answer that is too large has come to the limit by the time that shows.
 *
 * @param onReply Told of each answer and the days it is for, as soon as it has come.
 */
export const askDays = async (
  client: Caller,
  table: DayTable,
  span: Range,
  options: CallOptions,
  onReply: (span: Range, reply: DaysReply) => void,
): Promise<void> => {
  let tooMany = Number.POSITIVE_INFINITY
  const tryPart = async (part: Range): Promise<DaysReply | undefined> => {
    try {
      return await questions[table](client, { startDate: part.from, endDate: part.to }, options)
    } catch (error) {
      if (!(error instanceof AppError && error.isTooLarge) || lengthOf(part) < 2) throw error
      tooMany = lengthOf(part)
      return undefined
    }
  }
  const ask = async (part: Range): Promise<void> => {
    const reply = lengthOf(part) < tooMany ? await tryPart(part) : undefined
    if (reply) return onReply(part, reply)
    const middle = addDays(part.from, Math.floor(lengthOf(part) / 2))
    await ask({ from: part.from, to: addDays(middle, -1) })
    await ask({ from: middle, to: part.to })
  }
  await ask(span)
}
