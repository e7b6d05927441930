import { usageError } from '../../base/errors.ts'
import { filterRows, type RowTable } from '../../domain/filter/row-columns.ts'
import type { Order } from '../../domain/filter/sorts.ts'
import { type FilterSyntax, parseFilter, type Where } from '../../domain/filter/where-terms.ts'
import type { OptionRow } from './option-row.ts'

/**
 * Reads all values of --where, which must all match; undefined without any.
 *
 * @param example A condition, in quotes.
 * @throws AppError of kind `usage` on an invalid condition.
 */
export const parseWhere = (
  texts: readonly string[],
  read: (text: string) => Where,
  example: string,
): Where | undefined => {
  if (texts.length === 0) return undefined
  const terms = texts.flatMap((text) => checkedTerms(read(text), example))
  return { terms, wrong: undefined, unfinished: undefined }
}

const checkedTerms = ({ terms, wrong, unfinished }: Where, example: string): Where['terms'] => {
  if (wrong?.endsWith('?')) throw usageError(`--where: ${wrong}`)
  if (wrong !== undefined) throw usageError(`--where: ${wrong}; --help lists the fields.`)
  if (unfinished !== undefined) throw usageError(`--where: ${unfinished}.`)
  if (terms.length === 0) throw usageError(`--where is empty: use a condition such as ${example}, or remove it.`)
  return terms
}

export const whereOption = <const Help extends string>(help: Help) =>
  ({ flags: '--where <conditions>', help, isRepeatable: true }) as const satisfies OptionRow

/** The syntax of conditions, for the help of every command with --where. */
export const WHERE_HELP =
  '--where takes conditions that must all match: FIELD>1k (also < <= >= != and k, M, B), FIELD=1k..2k (a range), ' +
  'FIELD>=2026-11-01 or FIELD=2026-10 (dates), FIELD>30d or FIELD<6h (ages, in whole units), FIELD=opus,haiku (any of these, as the whole value or as a whole word in it), FIELD~son (contains the text), ' +
  'FIELD=? (unknown). ! negates a condition, a word without a field matches part of a name, ~chn matches names that have these letters in this order (checkout-main), and "double ' +
  'quotes" enclose text with spaces. To add conditions, repeat the option.'

/** The field names of rows with their aliases, for help. */
export const fieldNamesOf = ({ fields }: Pick<FilterSyntax, 'fields'>): string =>
  fields.map(({ name, aliases = [] }) => (aliases.length === 0 ? name : `${name} (${aliases.join(', ')})`)).join(', ')

/** Selects the rows that match all conditions, in their order. */
export type ChooseRows<Row> = (rows: readonly Row[]) => readonly Row[]

/**
 * Reads --where for rows of one kind; undefined without it.
 *
 * @throws AppError as {@link parseWhere}.
 */
export const parseRowsWhere = <Row>(
  texts: readonly string[],
  table: RowTable<Row>,
  example: string,
): ChooseRows<Row> | undefined => {
  const where = parseWhere(texts, (text) => parseFilter(text, table), example)
  return where && ((rows) => filterRows(rows, table, where))
}

/** The --sort option, with its names and the default order. */
export const sortOption = (names: readonly string[], defaultSort: string) =>
  ({
    flags: '--sort <order>',
    offers: names,
    help: `sort by ${names.join(', ')}; add :asc or :desc (default: ${defaultSort})`,
  }) as const satisfies OptionRow

/** The --sort option for rows with many fields. */
export const sortFieldOption = {
  flags: '--sort <field>',
  help: 'FIELD (numbers largest first), FIELD:asc or FIELD:desc',
} as const satisfies OptionRow

/**
 * Reads `NAME`, `NAME:asc` or `NAME:desc`; undefined without --sort.
 *
 * @param begin The default direction of a name.
 * @param nameOf The name of an alias.
 * @throws AppError of kind `usage` on an unknown name.
 */
export const parseSort = <By extends string>(
  text: string | undefined,
  names: readonly By[],
  begin: (by: By) => Order<By>,
  nameOf = (alias: string): string | undefined => alias,
): Order<By> | undefined => {
  if (text === undefined) return undefined
  const [, name = '', way] = /^(.*?)(?::(asc|desc))?$/.exec(text) ?? []
  const by = names.find((one) => one === nameOf(name))
  if (by === undefined) throw usageError(`"${text}" is not a valid --sort value: use one of ${names.join(', ')}.`)
  return way === undefined ? begin(by) : { by, isDescending: way === 'desc' }
}
