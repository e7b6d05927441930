// Does not import zod, so that a request can be sent before zod is loaded.

/** Range and default of `limit` for the users endpoint. It counts users or rows, depending on the server. */
export const USERS_LIMIT = { min: 1, max: 100, default: 20 } as const

/** Range of `limit` for the history. */
export const HISTORY_LIMIT = { min: 1, max: 100 } as const

/** The first day with analytics data. */
export const EARLIEST_DAY = '2026-01-14'

/** From most to least autonomy; `spec` plans before it acts. Other values may appear. */
export const DELEGATION_LEVELS = ['auto-high', 'auto-medium', 'auto-low', 'spec', 'manual'] as const
