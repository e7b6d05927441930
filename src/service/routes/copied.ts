import { DAY_MS } from '../../base/time.ts'
import { addDays, clamped, type Day, daysOf, type Range } from '../../domain/calendar/calendar.ts'
import { firstUnsettledDay, settledAt } from '../../domain/calendar/spans.ts'
import { Problem } from '../http/problem.ts'
import type { RouteContext } from '../http/route.ts'
import type { DayEndpoint } from '../store/analytics-store.ts'

type Context = Pick<RouteContext, 'store' | 'now'>
type Endpoint = 'users' | DayEndpoint

const RETRY_AFTER_S = 60
/** Maximum time between a request and the end of its response, ms. An explorer may receive it on the next day. */
const MAX_RESPONSE_MS = 3_600_000

const notCopied = (what: string): Problem =>
  new Problem(503, `The team's server has not copied ${what} yet. Try again in a few minutes.`, {
    headers: { 'retry-after': String(RETRY_AFTER_S) },
  })

/** The first day that explorers load again because it is not settled. Earlier days are cached as they are. */
export const firstOpenDay = (now: number): Day => firstUnsettledDay(now + MAX_RESPONSE_MS)

/** Whether a copy of a settled day is new enough: the vendor may have corrected one that is from the day after. */
const isRecent = (day: Day, fetchedAt: number): boolean => fetchedAt >= settledAt(day) - DAY_MS

/** A day without a copy. The vendor has dropped it, or it will be copied, and is settled or not. */
type Missing = { day: Day; is: 'dropped' | 'settled' | 'open' }

/** The missing days of a range; none if the server is no mirror. */
const missingDays = async (endpoint: Endpoint, range: Range, { store, now }: Context): Promise<Missing[]> => {
  const copied = await store.sync.readCopied(endpoint, range)
  if (copied === undefined) return []
  const openDay = firstOpenDay(now())
  const { days, keptFrom = range.from } = copied
  return daysOf(range).flatMap((day): Missing[] => {
    const fetchedAt = days.get(day)
    if (day < keptFrom) return fetchedAt === undefined ? [{ day, is: 'dropped' }] : []
    if (day >= openDay) return fetchedAt === undefined ? [{ day, is: 'open' }] : []
    return fetchedAt === undefined || !isRecent(day, fetchedAt) ? [{ day, is: 'settled' }] : []
  })
}

/**
 * The part of a range whose days a mirror has copied; the whole range if the server is no mirror. Days that are not
 * settled may be missing at its end, as at a vendor that has not published them yet.
 *
 * @throws Problem 503 if another day is missing: clients would take it for a day without usage, and keep it. 400 if the
 * vendor had dropped it before it was copied.
 */
export const copiedPart = async (endpoint: Endpoint, range: Range, context: Context): Promise<Range> => {
  const missing = await missingDays(endpoint, range, context)
  const dropped = missing.findLast(({ is }) => is === 'dropped')
  if (dropped) {
    const parameter = dropped.day < range.to ? 'startDate' : 'endDate'
    const detail = `The vendor had dropped ${dropped.day} before the team's server copied it. Request later days.`
    throw new Problem(400, detail, { metadata: { parameter } })
  }
  const settled = missing.find(({ is }) => is === 'settled')
  if (settled) throw notCopied(settled.day)
  const [open] = missing
  if (open === undefined) return range
  if (!(await context.store.sync.hasCopied(endpoint))) throw notCopied(open.day)
  return { from: range.from, to: addDays(open.day, -1) }
}

/** Checks the days of a ranking. Days that the vendor has dropped do not count. @throws Problem 503 */
export const checkCopiedWindow = async (window: Range | undefined, context: Context): Promise<void> => {
  if (window === undefined) {
    if (!(await context.store.sync.hasCopied('users'))) throw notCopied('the users')
    return
  }
  const settled = (await missingDays('users', clamped(window), context)).find(({ is }) => is === 'settled')
  if (settled) throw notCopied(settled.day)
}

const LISTS = {
  readinessReports: 'the readiness reports',
  controlsHistory: 'the history of controls',
  ciJobs: 'the CI jobs',
}

/** @throws Problem 503 if a mirror has never read the whole list: a part of it would look complete. */
export const checkCopiedList = async (name: keyof typeof LISTS, { store }: Pick<Context, 'store'>): Promise<void> => {
  if (!(await store.sync.hasCopied(name))) throw notCopied(LISTS[name])
}
