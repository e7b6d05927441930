import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { memoize, memoizePerObject } from '../../../base/memoize.ts'
import { isValidTimestamp } from '../../../base/time.ts'
import { type Day, isDay } from '../../../domain/calendar/calendar.ts'
import { CorruptError } from './file-fault.ts'

/** Creates the statements of a connection, which return rows as arrays. Each is prepared once. */
const statementsOf = memoizePerObject((database: DatabaseSync) =>
  memoize((sql: string): StatementSync => {
    const statement = database.prepare(sql)
    statement.setReturnArrays(true)
    return statement
  }),
)

/** One partition of a database: the stored data of one organisation for one key. */
export type Part = { database: DatabaseSync; partition: number }

type Kinds = { text: string; number: number; bytes: Uint8Array; day: Day; time: number }

/** The type of a column. `time` is a valid Unix time in milliseconds. `?` permits NULL. */
type Kind = keyof Kinds | `${keyof Kinds}?`

type ValueOf<K extends Kind> = K extends keyof Kinds
  ? Kinds[K]
  : K extends `${infer Own extends keyof Kinds}?`
    ? Kinds[Own] | null
    : never

const isKind: Record<keyof Kinds, (value: unknown) => boolean> = {
  text: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  bytes: (value) => value instanceof Uint8Array,
  day: (value) => typeof value === 'string' && isDay(value),
  time: isValidTimestamp,
}

const isOfKind = (kind: Kind, value: unknown): boolean =>
  kind.endsWith('?') ? value === null || isOfKind(kind.slice(0, -1) as Kind, value) : isKind[kind as keyof Kinds](value)

type RowOf<Columns extends readonly Kind[]> = { -readonly [At in keyof Columns]: ValueOf<Columns[At]> }

const isRowOf = <Columns extends readonly Kind[]>(row: unknown, columns: Columns): row is RowOf<Columns> =>
  Array.isArray(row) && columns.every((kind, at) => isOfKind(kind, row[at]))

// The tables are not STRICT, so a corrupt file may have a value of any type in any column.
const checked = <Columns extends readonly Kind[]>(row: unknown, columns: Columns): RowOf<Columns> => {
  if (!isRowOf(row, columns)) throw new CorruptError('a column has a value of another type')
  return row
}

/**
 * Converts the error for an integer outside the range of a number, which this program never writes, to CorruptError.
 */
const withRangeError = <Answer>(query: () => Answer): Answer => {
  try {
    return query()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_OUT_OF_RANGE') throw error
    throw new CorruptError('a column has an integer that is too large', { cause: error })
  }
}

/**
 * Runs a query and returns all rows, each as an array of its columns.
 *
 * @param columns The types of the columns.
 * @throws CorruptError if a value has another type.
 */
export const rowsOf = <const Columns extends readonly Kind[]>(
  database: DatabaseSync,
  columns: Columns,
  sql: string,
  ...values: SQLInputValue[]
): RowOf<Columns>[] =>
  withRangeError(() => statementsOf(database)(sql).all(...values)).map((row) => checked(row, columns))

/** Runs a query and returns its first row; undefined if it has none. Throws the same errors as {@link rowsOf}. */
export const rowOf = <const Columns extends readonly Kind[]>(
  database: DatabaseSync,
  columns: Columns,
  sql: string,
  ...values: SQLInputValue[]
): RowOf<Columns> | undefined => {
  const row = withRangeError(() => statementsOf(database)(sql).get(...values))
  return row && checked(row, columns)
}

/** Runs a statement that changes rows. Returns the id of the last inserted row. */
export const change = (database: DatabaseSync, sql: string, ...values: SQLInputValue[]): number =>
  Number(statementsOf(database)(sql).run(...values).lastInsertRowid)
