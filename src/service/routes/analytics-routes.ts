import { USERS_LIMIT } from '../../contract/constants.ts'
import type { Day } from '../../contract/primitives.ts'
import { dayOf, daysOf, EARLIEST_DAY, yesterdayOf } from '../../domain/calendar/calendar.ts'
import { Problem } from '../http/problem.ts'
import { JsonStream, type Route, type RouteContext } from '../http/route.ts'
import type { DayEndpoint } from '../store/analytics-store.ts'

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

/**
 * Rejects days that a mirror has not read yet: clients would take empty days for days without usage, and keep them.
 *
 * @throws Problem 503
 */
const checkMirrored = async (
  endpoint: 'users' | DayEndpoint,
  { startDate, endDate }: RangeRequest['query'],
  { store }: RouteContext,
): Promise<void> => {
  const missing = await store.sync.firstMissingDay(endpoint, { from: startDate, to: endDate })
  if (missing !== undefined)
    throw new Problem(503, `This server has not copied ${missing} from its vendor yet. Try again later.`)
}

const meta = async ({ startDate, endDate }: RangeRequest['query'], { store }: RouteContext) => ({
  org_id: await store.readOrganisation(),
  start_date: startDate,
  end_date: endDate,
})

const envelope = (rows: string, about: object): string => `{"data":[${rows}],"meta":${JSON.stringify(about)}}`

/** Maximum size of a response that is sent as a whole, bytes. The days of 100,000 people take 18 MB each. */
const MAX_TEXT_BYTES = 4 * 1024 * 1024

/** A response in parts: a day at a time is in memory. */
async function* chunksOf(endpoint: DayEndpoint, query: RangeRequest['query'], context: RouteContext) {
  const about = JSON.stringify(await meta(query, context))
  let start = '{"data":['
  for (const day of daysOf({ from: query.startDate, to: query.endDate })) {
    const rows = await context.store.days.read(endpoint, day, day, query.group_by !== undefined)
    if (rows === '') continue
    yield start + rows
    start = ','
  }
  yield `${start === ',' ? '' : start}],"meta":${about}}`
}

const dayRoute =
  (endpoint: DayEndpoint) =>
  async ({ query }: RangeRequest, context: RouteContext): Promise<Uint8Array<ArrayBuffer> | JsonStream> => {
    checkRange(query, context.now())
    const isGrouped = query.group_by !== undefined
    const size = await context.store.days.readSize(endpoint, query.startDate, query.endDate, isGrouped)
    if (size > MAX_TEXT_BYTES) {
      await checkMirrored(endpoint, query, context)
      return new JsonStream(chunksOf(endpoint, query, context))
    }
    return context.responseBytes(`${endpoint} ${JSON.stringify(query)}`, async () => {
      await checkMirrored(endpoint, query, context)
      const rows = await context.store.days.read(endpoint, query.startDate, query.endDate, isGrouped)
      return envelope(rows, await meta(query, context))
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
  return context.responseBytes(`users ${JSON.stringify(query)}`, async () => {
    await checkMirrored('users', query, context)
    const { rows, lastUserId, hasMore } = await context.store.personDays.readPage(
      query.startDate,
      query.endDate,
      query.limit ?? USERS_LIMIT.default,
      query.cursor ?? '',
    )
    const next = hasMore ? { next_cursor: lastUserId } : {}
    return envelope(rows, { ...(await meta(query, context)), has_more: hasMore, ...next })
  })
}
