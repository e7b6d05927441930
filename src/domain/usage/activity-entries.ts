import type { ActivityDay } from '../../contract/activity.ts'
import type { Lenient } from '../../contract/lenient.ts'
import type { NamedCount } from './day-breakdowns.ts'

/** People by client. One person on two clients counts in both, so entries are never added up. */
export const clientEntries = (day: Lenient<ActivityDay>): NamedCount[] | undefined =>
  day.daily_active_users_by_client &&
  Object.entries(day.daily_active_users_by_client).map(([key, count]) => ({ key, count }))

/**
 * How much of a month's people come on a day: daily / monthly active users, 0 to 1. undefined where either is missing or
 * nobody came in the month.
 */
export const stickinessOf = (day: Lenient<ActivityDay>): number | undefined => {
  const { daily_active_users: daily, monthly_active_users: monthly } = day
  return daily === undefined || monthly === undefined || !(monthly > 0) ? undefined : daily / monthly
}
