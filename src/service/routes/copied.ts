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

/**
 * The part of a range whose days a mirror has copied; the whole range if the server is no mirror. Days that are not
 * settled may be missing at its end, as at a vendor that has not published them yet.
 *
 * @throws Problem 503 if another day is missing: clients would take it for a day without usage, and keep it.
 */
export const copiedPart = async (endpoint: Endpoint, range: Range, { store, now }: Context): Promise<Range> => {
  const copied = await store.sync.readCopied(endpoint, range)
  if (copied === undefined) return range
  const openDay = firstOpenDay(now())
  const missing = daysOf(range).find((day) => {
    const fetchedAt = copied.get(day)
    return fetchedAt === undefined || (day < openDay && !isRecent(day, fetchedAt))
  })
  if (missing === undefined) return range
  if (missing < openDay || !(await store.sync.hasCopied(endpoint))) throw notCopied(missing)
  return { from: range.from, to: addDays(missing, -1) }
}

/** Checks the days of a ranking. @throws Problem 503 */
export const checkCopiedWindow = async (window: Range | undefined, context: Context): Promise<void> => {
  if (window !== undefined) await copiedPart('users', clamped(window), context)
  else if (!(await context.store.sync.hasCopied('users'))) throw notCopied('the users')
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
