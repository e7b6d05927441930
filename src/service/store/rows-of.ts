import type { SQLOutputValue } from 'node:sqlite'

type Found = Record<string, SQLOutputValue>

/**
 * The rows that a statement has found, by the names of its columns. Nobody looks at what they hold: all tables are STRICT, so
 * that SQLite itself lets nothing into a column that is not of its type.
 */
export const rowsOf = <Row>(found: Found[]): Row[] => found as Row[]

/** The same for the first one. */
export const rowOf = <Row>(found: Found | undefined): Row | undefined => found as Row | undefined

/** JSON texts, in a column called `row`, joined by commas. */
export const joinedRows = (found: Found[]): string => found.map(({ row }) => row).join(',')
