import * as z from 'zod'
import { Count, Day } from './primitives.ts'

/** The ways in: interactive command line, web application, headless runs. Others may come. */
export const CLIENT_TYPES = ['terminal-ui', 'web', 'non-interactive-cli'] as const

/** A day of people and sessions. */
export const ActivityDay = z.looseObject({
  date: Day,
  /** People active that day, each counted once. */
  daily_active_users: Count,
  /** People active in the 7 days that end with this one. */
  weekly_active_users: Count,
  /** People active in the 30 days that end with this one. */
  monthly_active_users: Count,
  /** People per client type. One person on two clients counts in both: never add these up. */
  daily_active_users_by_client: z.record(z.string(), Count),
  /** Sessions started. */
  sessions: Count,
  /** Messages of people and assistants. */
  messages: Count,
  /** Messages of people only. */
  user_messages: Count,
})
export type ActivityDay = z.infer<typeof ActivityDay>

/** A day and client type with `group_by=client`. */
export const ClientDay = z.looseObject({
  date: Day,
  /** The client type. */
  group_key: z.string(),
  daily_active_users: Count,
})
export type ClientDay = z.infer<typeof ClientDay>
