import { type ActivityDay, CLIENT_TYPES } from '../../../contract/analytics.ts'
import type { Day } from '../../../domain/calendar/calendar.ts'
import type { PersonActivity } from './person-day.ts'

/** Number of days before a day that also count for its monthly active users. */
export const EARLIER_DAYS = 29

/** Lower than the index of any day. */
const NEVER = -1_000_000

/** Tracks when each person was last active, for counting active people in the last 7 and 30 days. */
export const createActivityRows = (peopleCount: number) => {
  const lastActive = new Int32Array(peopleCount).fill(NEVER)
  const activeSince = (index: number): number => {
    let all = 0
    for (const last of lastActive) if (last >= index) all += 1
    return all
  }
  const remember = (activities: readonly PersonActivity[], dayIndex: number): void => {
    for (const { person } of activities) lastActive[person.index] = dayIndex
  }

  /** Creates a day of activity. Call in order of days, after `remember` for the {@link EARLIER_DAYS} before them. */
  const activityRow = (activities: readonly PersonActivity[], day: Day, dayIndex: number): ActivityDay => {
    remember(activities, dayIndex)
    const sum = (count: (one: PersonActivity) => number): number => activities.reduce((all, one) => all + count(one), 0)
    const byClient = CLIENT_TYPES.map((name, at) => [name, sum(({ clients }) => (clients >> at) & 1)] as const)
    return {
      date: day,
      daily_active_users: activities.length,
      weekly_active_users: activeSince(dayIndex - 6),
      monthly_active_users: activeSince(dayIndex - EARLIER_DAYS),
      daily_active_users_by_client: Object.fromEntries(byClient.filter(([, people]) => people > 0)),
      sessions: sum((one) => one.sessions),
      messages: sum((one) => one.userMessages + one.assistantMessages),
      user_messages: sum((one) => one.userMessages),
    }
  }
  return { remember, activityRow }
}
export type ActivityRows = ReturnType<typeof createActivityRows>
