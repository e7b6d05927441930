// Apart from the schemas, so that the calendar can be used before zod is loaded.

/** The first day any analytics data exists for. */
export const EARLIEST_DAY = '2026-01-14'
