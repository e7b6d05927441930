import type { DatabaseSync, StatementSync } from 'node:sqlite'

const statements = new WeakMap<DatabaseSync, Map<string, StatementSync>>()

/** A statement that answers rows as arrays, prepared once for each connection. */
export const prepared = (database: DatabaseSync, sql: string): StatementSync => {
  const known = statements.get(database) ?? new Map<string, StatementSync>()
  statements.set(database, known)
  const found = known.get(sql)
  if (found) return found
  const statement = database.prepare(sql)
  statement.setReturnArrays(true)
  known.set(sql, statement)
  return statement
}

type Value = string | number | Uint8Array | null

/** All rows of a question, each as the array of its columns. */
export const rowsOf = <Row extends unknown[]>(database: DatabaseSync, sql: string, ...values: Value[]): Row[] =>
  prepared(database, sql).all(...values) as unknown as Row[]

/** The first row of a question; undefined when there is none. */
export const rowOf = <Row extends unknown[]>(
  database: DatabaseSync,
  sql: string,
  ...values: Value[]
): Row | undefined => prepared(database, sql).get(...values) as unknown as Row | undefined

/** Changes rows; answers the id of a row that was added last. */
export const change = (database: DatabaseSync, sql: string, ...values: Value[]): number =>
  Number(prepared(database, sql).run(...values).lastInsertRowid)
