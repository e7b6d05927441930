export const FORMATS = ['table', 'json', 'ndjson', 'csv', 'md'] as const

/** The format of results. */
export type Format = (typeof FORMATS)[number]
