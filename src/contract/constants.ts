// Without zod, so that a request can leave before it is loaded.

/** Most people, or rows, a page of the users endpoint holds. */
export const USERS_LIMIT = { min: 1, max: 100, default: 20 } as const

/** Most revisions a page of the history holds. */
export const HISTORY_LIMIT = { min: 1, max: 100 } as const

/** The first day any analytics data exists for. */
export const EARLIEST_DAY = '2026-01-14'

/** From the most autonomy to the least; `spec` plans before it acts. Others may come. */
export const DELEGATION_LEVELS = ['auto-high', 'auto-medium', 'auto-low', 'spec', 'manual'] as const
