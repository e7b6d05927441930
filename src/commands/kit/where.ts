import { AppError } from '../../base/errors.ts'
import { filterRows, type RowTable } from '../../domain/filter/row-columns.ts'
import { readTerms, type Where, type WhereWords } from '../../domain/filter/where-terms.ts'
import type { OptionRow } from './option-row.ts'

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

/** The option, with what it chooses from and an example. */
export const whereOption = <const Help extends string>(help: Help) =>
  ({ flags: '--where <conditions>', help }) as const satisfies OptionRow

/** How conditions are written, for every command that takes them. */
export const WHERE_HELP =
  '--where takes conditions that must all hold: FIELD>1k (also < <= >= != and k, M, B), FIELD=1k..2k (from, to), ' +
  'date>=2026-11-01 or date=2026-10, age>30d, FIELD=opus,haiku (the word or a whole part of it), FIELD~son (anywhere in it), ' +
  'FIELD=? (not known). ! in front turns one round, a word alone is part of a name, ~chn asks for its letters, and "double ' +
  'quotes" keep spaces.'

/** The fields of rows in words, with their other names. */
export const fieldNamesOf = ({ fields }: Pick<WhereWords, 'fields'>): string =>
  fields.map(({ name, aliases = [] }) => (aliases.length === 0 ? name : `${name} (${aliases.join(', ')})`)).join(', ')

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
