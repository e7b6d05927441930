import type { CallOptions, Client } from '../client/client.ts'
import { pagesOf } from '../client/pages.ts'
import type { ActivityDay } from '../contract/activity.ts'
import type { ControlRevision } from '../contract/controls.ts'
import type { Lenient } from '../contract/lenient.ts'
import type { ProductivityDay } from '../contract/productivity.ts'
import type { ReadinessReport } from '../contract/readiness.ts'
import type { ToolDay } from '../contract/tools.ts'
import type { Range } from '../domain/calendar.ts'
import { type CreditDays, toCreditDays } from '../domain/credit-days.ts'
import { loadDays } from './load-days.ts'
import type { Loaded } from './loaded.ts'

/** One row of the table of queries. */
export type Query<Params, Data> = {
  /** How long data counts as fresh, in ms; after that the next look asks again. */
  freshMs: number
  load: (client: Client, params: Params, options: CallOptions) => Promise<Loaded<Data>>
}

const MINUTE = 60_000
/** A published day changes once a day at most; an hour is what the design gives a young one. */
const DAYS_FRESH_MS = 60 * MINUTE
const LIST_FRESH_MS = 5 * MINUTE

const query = <Params, Data>(row: Query<Params, Data>): Query<Params, Data> => row

/** What screens can ask for, and how it is loaded. */
export const queries = {
  creditDays: query<{ range: Range }, CreditDays>({
    freshMs: DAYS_FRESH_MS,
    load: async (client, { range }, options) => {
      const loaded = await loadDays(client, 'credits', range, options)
      return { ...loaded, data: toCreditDays(loaded.data) }
    },
  }),
  toolDays: query<{ range: Range }, Lenient<ToolDay>[]>({
    freshMs: DAYS_FRESH_MS,
    load: (client, { range }, options) => loadDays(client, 'tools', range, options),
  }),
  activityDays: query<{ range: Range }, Lenient<ActivityDay>[]>({
    freshMs: DAYS_FRESH_MS,
    load: (client, { range }, options) => loadDays(client, 'activity', range, options),
  }),
  productivityDays: query<{ range: Range }, Lenient<ProductivityDay>[]>({
    freshMs: DAYS_FRESH_MS,
    load: (client, { range }, options) => loadDays(client, 'productivity', range, options),
  }),
  /** The newest `limit` revisions of the controls, newest first. */
  revisions: query<{ limit: number }, Lenient<ControlRevision>[]>({
    freshMs: LIST_FRESH_MS,
    load: async (client, { limit }, options) => {
      const { body, problemCount } = await client.call('controlsHistory', { query: { limit } }, options)
      return { data: body.changes ?? [], problems: problemCount }
    },
  }),
  /** All readiness reports, page by page until nothing new comes. */
  reports: query<Record<never, never>, Lenient<ReadinessReport>[]>({
    freshMs: LIST_FRESH_MS,
    load: async (client, _params, options) => {
      const data: Lenient<ReadinessReport>[] = []
      let problems = 0
      let incomplete: string | undefined
      for await (const page of pagesOf(client, 'readinessReports', { query: { limit: 100 } }, options)) {
        data.push(...page.rows)
        problems += page.reply.problemCount
        incomplete = page.incomplete
      }
      return { data, problems, ...(incomplete !== undefined && { incomplete }) }
    },
  }),
}

export type QueryName = keyof typeof queries
export type ParamsOf<N extends QueryName> = Parameters<(typeof queries)[N]['load']>[1]
export type DataOf<N extends QueryName> = Awaited<ReturnType<(typeof queries)[N]['load']>>['data']
