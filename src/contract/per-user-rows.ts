import * as z from 'zod'
import { RangeQuery } from './analytics.ts'
import { DELEGATION_LEVELS, USERS_LIMIT } from './constants.ts'
import { MODEL_TIERS } from './credits.ts'
import { Count, Day, openEnum } from './primitives.ts'

export { USER_FIGURES, type UserFigure } from './constants.ts'

/** A user's activity on one day. */
export const PersonDay = z.looseObject({
  user_id: z.string(),
  /** Null if the user has none. */
  user_email: z.string().nullable(),
  date: Day,
  tool_calls: Count,
  /** Standard credits. */
  billable_tokens: Count,
  /** The model used most. */
  primary_model: z.string(),
  /** One of {@link MODEL_TIERS}; other values may appear. */
  primary_model_tier: openEnum(MODEL_TIERS),
  files_created: Count,
  files_edited: Count,
  git_commits: Count,
  git_prs_created: Count,
  mcp_calls: Count,
  skill_calls: Count,
  slash_commands: Count,
  /** Hook executions. */
  hooks: Count,
  /** Sessions started. */
  sessions: Count,
  messages: Count,
  user_messages: Count,
  assistant_messages: Count,
  /** Tool calls per user turn. */
  autonomy_ratio: z.number(),
  /** One of {@link DELEGATION_LEVELS}; other values may appear. */
  delegation_level: openEnum(DELEGATION_LEVELS),
  /** Programming languages worked in. */
  languages: z.array(z.string()),
})
export type PersonDay = z.infer<typeof PersonDay>

/** A range, and the position in the list of users. */
export const UsersQuery = RangeQuery.extend({
  /** 1 to 100, default 20. Our service counts users; other servers may count rows. */
  limit: z.int().min(USERS_LIMIT.min).max(USERS_LIMIT.max).optional(),
  /** A user id from `meta.next_cursor`. */
  cursor: z.string().min(1).optional(),
})
