import type { CallOptions, Client } from '../client/client.ts'
import type { ActivityDay } from '../contract/activity.ts'
import type { CreditDay } from '../contract/credits.ts'
import type { Lenient } from '../contract/lenient.ts'
import type { ProductivityDay } from '../contract/productivity.ts'
import type { ToolDay } from '../contract/tools.ts'
import { addDays, lengthOf, type Range } from '../domain/calendar.ts'
import { AppError } from '../errors.ts'
import type { Loaded } from './loaded.ts'

/** The row a day of each endpoint that answers a range day by day. */
type DayRows = { credits: CreditDay; tools: ToolDay; activity: ActivityDay; productivity: ProductivityDay }
export type DayEndpoint = keyof DayRows
type DayRow<N extends DayEndpoint> = Lenient<DayRows[N]>

/**
 * The days of a range in one request. Where the answer is larger than the client takes (thousands of people, each with
 * a breakdown, over many months) the range is asked for in halves, and these in halves again, one after the other.
 */
export const loadDays = async <N extends DayEndpoint>(
  client: Client,
  name: N,
  range: Range,
  options: CallOptions,
): Promise<Loaded<DayRow<N>[]>> => {
  try {
    const query = { startDate: range.from, endDate: range.to }
    const { body, problemCount } = await client.call(name as DayEndpoint, { query }, options)
    return { data: (body.data ?? []) as DayRow<N>[], problems: problemCount }
  } catch (error) {
    if (!(error instanceof AppError && error.isTooLarge) || lengthOf(range) < 2) throw error
  }
  const middle = addDays(range.from, Math.floor(lengthOf(range) / 2))
  const first = await loadDays(client, name, { from: range.from, to: addDays(middle, -1) }, options)
  const second = await loadDays(client, name, { from: middle, to: range.to }, options)
  return { data: [...first.data, ...second.data], problems: first.problems + second.problems }
}
