export const FORMATS = ['table', 'json', 'ndjson', 'csv', 'md'] as const

/** How results are printed. */
export type Format = (typeof FORMATS)[number]
