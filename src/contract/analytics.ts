import * as z from 'zod'
import { Day } from './primitives.ts'

/** What every analytics answer says about itself. */
export const AnalyticsMeta = z.looseObject({
  org_id: z.string(),
  /** First day of the range that was asked for, included. */
  start_date: Day,
  /** Last day of the range that was asked for, included. */
  end_date: Day,
})
export type AnalyticsMeta = z.infer<typeof AnalyticsMeta>

/** The meta of the users endpoint, the only analytics endpoint that pages. */
export const PagedAnalyticsMeta = AnalyticsMeta.extend({
  /** Whether a further page exists. */
  has_more: z.boolean(),
  /** A user id to pass as `cursor` for the next page; absent or null on the last one. */
  next_cursor: z.string().nullish(),
})
export type PagedAnalyticsMeta = z.infer<typeof PagedAnalyticsMeta>

/** `{data, meta}`: one row a day, or one row per day and group value. */
export const Envelope = <Row extends z.ZodType>(row: Row) => z.looseObject({ data: z.array(row), meta: AnalyticsMeta })

/** As {@link Envelope}, with a cursor in its meta. */
export const PagedEnvelope = <Row extends z.ZodType>(row: Row) =>
  z.looseObject({ data: z.array(row), meta: PagedAnalyticsMeta })

/** The query that all analytics endpoints share. Both days are included and in UTC; neither may be today or later. */
export const RangeQuery = z.object({ startDate: Day, endDate: Day })
