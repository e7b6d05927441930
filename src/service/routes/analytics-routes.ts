import { USERS_LIMIT } from '../../contract/constants.ts'
import type { Day } from '../../contract/primitives.ts'
import { dayOf, EARLIEST_DAY, type Range, yesterdayOf } from '../../domain/calendar/calendar.ts'
import { Problem } from '../http/problem.ts'
import { JsonStream, type Route, type RouteContext } from '../http/route.ts'
import type { DayEndpoint } from '../store/analytics-store.ts'
import { copiedPart, firstOpenDay } from './copied.ts'

type RangeRequest = { query: { startDate: Day; endDate: Day; group_by?: string | undefined } }

const refused = (parameter: string, detail: string): Problem => new Problem(400, detail, { metadata: { parameter } })

/** Rejects days that can have no data, so that an empty response always means no usage. */
const checkRange = ({ startDate, endDate }: RangeRequest['query'], nowMs: number): void => {
  const latest = yesterdayOf(nowMs)
  for (const [name, day] of Object.entries({ startDate, endDate })) {
    if (day < EARLIEST_DAY) throw refused(name, `${name} is ${day}, but the earliest day with data is ${EARLIEST_DAY}.`)
    if (day > latest) {
      const which = day === dayOf(nowMs) ? `${day}, which is today in UTC` : `${day}, which is not over yet`
      throw refused(name, `${name} is ${which}; the latest day with data is ${latest}.`)
    }
  }
  if (startDate > endDate)
    throw refused('startDate', `startDate (${startDate}) must not be after endDate (${endDate}).`)
}

const rangeOf = ({ startDate, endDate }: RangeRequest['query']): Range => ({ from: startDate, to: endDate })

/** The key of a cached response. It depends on the time which days of a mirror may be missing. */
const keyOf = (name: string, query: object, { now }: RouteContext): string =>
  `${name} ${firstOpenDay(now())} ${JSON.stringify(query)}`

const meta = async ({ startDate, endDate }: RangeRequest['query'], { store }: RouteContext) => ({
  org_id: await store.readOrganisation(),
  start_date: startDate,
  end_date: endDate,
})

const envelope = (rows: string, about: object): string => `{"data":[${rows}],"meta":${JSON.stringify(about)}}`

/** Maximum size of a response that is sent as a whole, bytes. The days of 100,000 people take 18 MB each. */
const MAX_TEXT_BYTES = 4 * 1024 * 1024

/** A response in pieces, a few of which are in memory. */
async function* chunksOf(endpoint: DayEndpoint, query: RangeRequest['query'], range: Range, context: RouteContext) {
  const about = JSON.stringify(await meta(query, context))
  yield '{"data":['
  yield* context.store.days.readInPieces(endpoint, range.from, range.to, query.group_by !== undefined)
  yield `],"meta":${about}}`
}

const dayRoute =
  (endpoint: DayEndpoint) =>
  async ({ query }: RangeRequest, context: RouteContext): Promise<Uint8Array<ArrayBuffer> | JsonStream> => {
    checkRange(query, context.now())
    const isGrouped = query.group_by !== undefined
    const size = await context.store.days.readSize(endpoint, query.startDate, query.endDate, isGrouped)
    const copied = (): Promise<Range> => copiedPart(endpoint, rangeOf(query), context)
    if (size > MAX_TEXT_BYTES) return new JsonStream(chunksOf(endpoint, query, await copied(), context))
    return context.responseBytes(keyOf(endpoint, query, context), async () => {
      const { from, to } = await copied()
      return envelope(await context.store.days.read(endpoint, from, to, isGrouped), await meta(query, context))
    })
  }

export const credits: Route<'credits'> = dayRoute('credits')
export const tools: Route<'tools'> = dayRoute('tools')
export const activity: Route<'activity'> = dayRoute('activity')
export const productivity: Route<'productivity'> = dayRoute('productivity')

/**
 * A page of people. `limit` counts people, and a page has all days of its people, so no page ends within a person's
 * days. The cursor is the last person's id; that person need not exist any more.
 */
export const users: Route<'users'> = ({ query }, context) => {
  checkRange(query, context.now())
  return context.responseBytes(keyOf('users', query, context), async () => {
    const { from, to } = await copiedPart('users', rangeOf(query), context)
    const { rows, lastUserId, hasMore } = await context.store.personDays.readPage(
      from,
      to,
      query.limit ?? USERS_LIMIT.default,
      query.cursor ?? '',
    )
    const next = hasMore ? { next_cursor: lastUserId } : {}
    return envelope(rows, { ...(await meta(query, context)), has_more: hasMore, ...next })
  })
}
