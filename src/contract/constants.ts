// Does not import zod, so that a request can be sent before zod is loaded.

/** Range and default of `limit` for the users endpoint. It counts users or rows, depending on the server. */
export const USERS_LIMIT = { min: 1, max: 100, default: 20 } as const

/** Range of `limit` for the history. */
export const HISTORY_LIMIT = { min: 1, max: 100 } as const

/** The lowest limit of credits that a server accepts, for all users or one. */
export const MIN_CREDIT_LIMIT = 1_000_000

/** Maximum number of users in one change of limits. */
export const MAX_LIMIT_CHANGES = 100

/** The first day with analytics data. */
export const EARLIEST_DAY = '2026-01-14'

/** From most to least autonomy; `spec` plans before it acts. Other values may appear. */
export const DELEGATION_LEVELS = ['auto-high', 'auto-medium', 'auto-low', 'spec', 'manual'] as const
