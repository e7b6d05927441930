import { memoize, memoizePerObject } from '../../base/memoize.ts'
import type { ActivityDay } from '../../contract/analytics.ts'
import { USERS_LIMIT } from '../../contract/constants.ts'
import type { Lenient } from '../../contract/lenient.ts'
import { type Day, daysOf, lengthOf, type Range } from '../calendar/calendar.ts'
import type { PersonCredits } from '../usage/credit-days.ts'
import type { People } from './people.ts'

/** Users that are requested with one page of the users endpoint. */
const PAGE_USERS: number = USERS_LIMIT.max

/** Default number of users up to which a ranked list loads in the background. */
export const DEFAULT_AUTOLOAD = 5_000

/**
 * The number of requests for users.
 *
 * @param pageUsers - Mean number of users on a page. @default as many as are requested
 */
export const requestsFor = (users: number, pageUsers = PAGE_USERS): number => Math.ceil(users / Math.max(1, pageUsers))

/** What is known about the users of days before all of them are loaded. */
type KnownUsers = {
  people: Pick<People, 'walks' | 'length' | 'person' | 'day' | 'days'>
  /** Days that aren't cached for all users. The rows of other days are from an earlier, complete load. */
  uncached: readonly Range[]
  /** Credits by user; undefined until loaded. */
  credits: PersonCredits | undefined
  /** Numbers of active users by day; undefined until loaded. */
  activity: readonly Lenient<ActivityDay>[] | undefined
  /** See {@link requestsFor}. */
  pageUsers: number | undefined
}

/** Progress of loading the users of all missing spans. A user counts once in each span. */
export type LoadProgress = {
  loaded: number
  /** Estimated number of users. */
  expected: number
  /** Estimated number of requests until all are loaded. */
  requests: number
}

/** Undefined if the number of users of a span is unknown, or more users than expected are loaded. */
export const loadProgress = (missing: readonly Range[], known: KnownUsers): LoadProgress | undefined => {
  const progress: LoadProgress = { loaded: 0, expected: 0, requests: 0 }
  for (const span of missing) {
    const { walks } = known.people
    const loaded = walks.find((walk) => walk.span.from === span.from && walk.span.to === span.to)?.people.size ?? 0
    const expected = expectedUsers(span, known).find((count) => count > loaded)
    if (expected === undefined) return undefined
    progress.loaded += loaded
    progress.expected += expected
    progress.requests += requestsFor(expected - loaded, known.pageUsers)
  }
  return progress
}

/** Estimates of the number of users with a row in a span, the best first. */
const expectedUsers = (span: Range, { people, uncached, credits, activity }: KnownUsers): number[] => {
  const isUncached = (day: Day) => uncached.some(({ from, to }) => day >= from && day <= to)
  const cachedDays = daysOf(span).filter((day) => !isUncached(day))
  const withCredits = credits ? usersWithCredits(credits)(`${span.from} ${span.to}`) : 0
  // Each of these users has a row, but users without credits or on other days are unknown.
  const certain = Math.max(usersWithRows(people, new Set(cachedDays)), withCredits)
  const isCovered = daysOf(span).every((day) => !isUncached(day) || credits?.days.includes(day))
  const active = activeUsers(span, activity ?? [])
  return isCovered ? [certain, active] : [Math.max(certain, active)]
}

// The credits stay the same while pages of users arrive.
const usersWithCredits = memoizePerObject(({ days, columns }: PersonCredits) =>
  memoize((span: string) => {
    const [from = '', to = ''] = span.split(' ')
    const users = new Set<number>()
    for (const [at, { person }] of columns.entries()) {
      const day = days[at] ?? ''
      if (day >= from && day <= to) for (const user of person) users.add(user)
    }
    return users.size
  }),
)

const usersWithRows = ({ length, person, day, days }: KnownUsers['people'], wanted: ReadonlySet<Day>): number => {
  const users = new Set<number>()
  if (wanted.size === 0) return 0
  const isWanted = days.map((one) => wanted.has(one))
  for (let row = 0; row < length; row++) if (isWanted[day[row] ?? -1]) users.add(person[row] ?? -1)
  return users.size
}

/** The number of active users on the last day of a span, in the shortest trailing window that covers the span. */
const activeUsers = (span: Range, activity: readonly Lenient<ActivityDay>[]): number => {
  const length = lengthOf(span)
  const window = length === 1 ? 'daily_active_users' : length <= 7 ? 'weekly_active_users' : 'monthly_active_users'
  // No window covers more than 30 days.
  const isAsked = ({ date = '' }: Lenient<ActivityDay>) =>
    length <= 30 ? date === span.to : date >= span.from && date <= span.to
  return Math.max(0, ...activity.filter(isAsked).map((row) => row[window] ?? 0))
}

/** A number of users with two significant digits, but more than `loaded`: `about 2,700`. */
export const aboutUsers = (expected: number, loaded: number): number => {
  const unit = 10 ** Math.max(0, String(expected).length - 2)
  const rounded = Math.round(expected / unit) * unit
  return rounded > loaded ? rounded : expected
}
