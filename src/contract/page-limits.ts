// Apart from the schemas, so that pages can be asked for before zod is loaded.

/** Most people, or rows, a page of the users endpoint holds. */
export const USERS_LIMIT = { min: 1, max: 100, default: 20 } as const

/** Most revisions a page of the history holds. */
export const HISTORY_LIMIT = { min: 1, max: 100 } as const
