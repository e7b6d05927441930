import * as z from 'zod'
import { HOOK_EVENTS_LIMIT } from './constants.ts'
import { Count, Day, IsoTime, Pagination } from './primitives.ts'

const short = z.string().min(1).max(256)

/** An event of an agent's hook, without prompts and tool input. Other members are not stored. */
export const HookEvent = z.object({
  /** Chosen by the sender. The server counts an event with the same id once. */
  eventId: z.uuid(),
  at: IsoTime,
  /** `PostToolUse`, `SessionStart` or another name of a hook event. */
  event: short,
  sessionId: short,
  userId: short.optional(),
  userEmail: short.optional(),
  tool: short.optional(),
  mcpServer: short.optional(),
  /** The extension of the edited file: `.ts`. */
  extension: short.optional(),
  model: short.optional(),
  permissionMode: short.optional(),
  reason: short.optional(),
  /** Hash of the name of the host. */
  machine: short.optional(),
})
export type HookEvent = z.infer<typeof HookEvent>

/** Request body with 1 to 100 events. */
export const HookEvents = z.object({ events: z.array(HookEvent).min(1).max(HOOK_EVENTS_LIMIT) })

/**
 * How many events were new, how many the server already had, and how many were not stored because they are of a day whose
 * events are removed.
 */
export const HookEventsResult = z.looseObject({
  accepted: z.number(),
  known: z.number(),
  tooOld: z.number().optional(),
})

/** Raw tokens by kind. */
const LiveTokens = z.looseObject({
  input: Count,
  output: Count,
  cache_read: Count,
  cache_creation: Count,
})

const figures = {
  active_users: Count,
  sessions: Count,
  tool_calls: Count,
  commits: Count.nullable(),
  pull_requests: Count.nullable(),
  tokens: LiveTokens.nullable(),
}

/** Activity in a quarter of an hour. */
const LiveQuarter = z.looseObject({ start: IsoTime, ...figures })

/** A user of today. */
export const LiveUser = z.looseObject({
  user_id: z.string(),
  user_email: z.string().nullable(),
  last_seen: IsoTime,
  sessions: Count,
  tool_calls: Count,
  commits: Count.nullable(),
  model: z.string().nullable(),
})
export type LiveUser = z.infer<typeof LiveUser>

/** Activity of the current UTC day as this server has measured it. A figure that no source reports is null. */
export const Live = z.looseObject({
  asOf: IsoTime,
  day: Day,
  coverage: z.looseObject({ reportingUsers: Count, knownUsers: Count, otlpUsers: Count, hookUsers: Count }),
  totals: z.looseObject({ ...figures, active_now: Count }),
  quarters: z.array(LiveQuarter),
  users: z.array(LiveUser),
  tools: z.array(z.looseObject({ name: z.string(), calls: Count, perMinute: Count })),
  models: z.array(z.looseObject({ name: z.string(), tokens: Count })),
  recent: z.array(z.looseObject({ at: IsoTime, user_id: z.string(), kind: z.string(), name: z.string().nullable() })),
  otherMetrics: z.array(z.looseObject({ name: z.string(), value: z.number() })),
})
export type Live = z.infer<typeof Live>

/** `{users, pagination}`, last seen first. */
export const LiveUsers = z.looseObject({ users: z.array(LiveUser), pagination: Pagination })
