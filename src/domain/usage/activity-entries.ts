import type { ActivityDay } from '../../contract/analytics.ts'
import type { Lenient } from '../../contract/lenient.ts'
import type { NamedCount } from './day-breakdowns.ts'

/** People by client. One person on two clients counts in both, so entries are never added up. */
export const clientEntries = (day: Lenient<ActivityDay>): NamedCount[] | undefined =>
  day.daily_active_users_by_client &&
  Object.entries(day.daily_active_users_by_client).map(([key, count]) => ({ key, count }))
