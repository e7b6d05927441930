export const FORMATS = ['table', 'json', 'ndjson', 'csv', 'md'] as const

export type Format = (typeof FORMATS)[number]
