// Does not import zod, so that a request can be sent before zod is loaded.

/** Range and default of `limit` for the users endpoint. It counts users or rows, depending on the server. */
export const USERS_LIMIT = { min: 1, max: 100, default: 20 } as const

/** Range of `limit` for the history. */
export const HISTORY_LIMIT = { min: 1, max: 100 } as const

/** The lowest limit of credits that a server accepts, for all users or one. */
export const MIN_CREDIT_LIMIT = 1_000_000

/** Maximum number of users in one change of limits. */
export const MAX_LIMIT_CHANGES = 100

/** Where a server sends the activity of today as server-sent events. */
export const LIVE_STREAM_PATH = '/api/v1/live/stream'

/** The first day with analytics data. */
export const EARLIEST_DAY = '2026-01-14'

/** From most to least autonomy; `spec` plans before it acts. Other values may appear. */
export const DELEGATION_LEVELS = ['auto-high', 'auto-medium', 'auto-low', 'spec', 'manual'] as const

/** The figures of a user's day that can be added up: not ratios. */
export const USER_FIGURES = [
  'billable_tokens',
  'tool_calls',
  'sessions',
  'messages',
  'user_messages',
  'assistant_messages',
  'files_created',
  'files_edited',
  'git_commits',
  'git_prs_created',
  'mcp_calls',
  'skill_calls',
  'slash_commands',
  'hooks',
] as const
export type UserFigure = (typeof USER_FIGURES)[number]

/** The numbers of days over which users are summed up. Each window ends on the newest published day. */
export const ROLLUP_WINDOWS = [7, 14, 30, 90] as const
export type RollupWindow = (typeof ROLLUP_WINDOWS)[number]

/** Maximum number of hook events in a request. */
export const HOOK_EVENTS_LIMIT = 100
