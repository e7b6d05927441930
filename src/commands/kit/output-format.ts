/** The formats of rows. */
export const FORMATS = ['table', 'json', 'ndjson', 'csv', 'md'] as const

/** All formats, with those that only some commands print. */
export const ALL_FORMATS = [...FORMATS, 'junit', 'sarif'] as const

export type RowFormat = (typeof FORMATS)[number]
export type Format = (typeof ALL_FORMATS)[number]
