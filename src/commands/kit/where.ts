import { AppError } from '../../base/errors.ts'
import { filterRows, type RowTable } from '../../domain/filter/row-columns.ts'
import { readTerms, type Where } from '../../domain/filter/where-terms.ts'

/**
 * What was read of --where, when there is nothing wrong with it.
 *
 * @param example A condition, in quotes.
 * @throws AppError of kind `notFound` on a field that there is not, `usage` on what is no condition.
 */
export const readWhere = (read: Where, example: string): Where => {
  const { wrong, unfinished, isUnknownField } = read
  const kind = isUnknownField ? 'notFound' : 'usage'
  if (wrong?.endsWith('?')) throw new AppError(kind, `--where: ${wrong}`)
  if (wrong !== undefined) throw new AppError(kind, `--where: ${wrong}; --help lists the fields.`)
  if (unfinished !== undefined) throw new AppError('usage', `--where: ${unfinished}.`)
  if (read.terms.length === 0)
    throw new AppError('usage', `--where is empty: give a condition like ${example} or leave it out.`)
  return read
}

/** Those of some rows for which all conditions hold, in their order. */
export type ChooseRows<Row> = (rows: readonly Row[]) => readonly Row[]

/**
 * Reads --where for rows of one kind; undefined where it was not given.
 *
 * @throws AppError as {@link readWhere}.
 */
export const parseRowsWhere = <Row>(
  text: string | undefined,
  table: RowTable<Row>,
  example: string,
): ChooseRows<Row> | undefined => {
  if (text === undefined) return undefined
  const where = readWhere(readTerms(text, table), example)
  return (rows) => filterRows(rows, table, where)
}
