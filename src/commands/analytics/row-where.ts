import type { RowField, RowTable } from '../../domain/filter/row-columns.ts'
import { type ChooseRows, parseRowsWhere } from '../kit/where.ts'
import type { RawRow } from '../output/row-layout.ts'

/** Names of fields and whether each is a number. */
export type RowFields = ReadonlyMap<string, boolean>

export type RowWhere = ChooseRows<RawRow>

/**
 * Reads conditions on rows, all of which must hold, in the syntax that filters have everywhere: see readTerms. A word alone is
 * contained in any text of the row.
 *
 * @param aliases Shorter names of fields.
 * @throws AppError of kind `usage` on what is no condition.
 */
export const parseRowWhere = (
  texts: readonly string[],
  fields: RowFields,
  aliases: Readonly<Record<string, string>> = {},
): RowWhere | undefined => parseRowsWhere(texts, tableOf(fields, aliases), "'credits>1000'")

const tableOf = (fields: RowFields, aliases: Readonly<Record<string, string>>): RowTable<RawRow> => {
  const rowFields = [...fields].map(
    ([name, isNumber]): RowField<RawRow> => ({
      name,
      aliases: Object.keys(aliases).filter((alias) => aliases[alias] === name),
      kind: isNumber ? 'number' : name === 'date' ? 'day' : 'word',
      read: (row) => (isNumber ? numberOf(row[name]) : textOf(row[name])),
    }),
  )
  const [first, ...others] = rowFields.filter(({ kind }) => kind !== 'number').map(({ name }) => name)
  return {
    fields: rowFields,
    nameOf: (row) => (first === undefined ? '' : (textOf(row[first]) ?? '')),
    textsOf: (row) => others.map((name) => textOf(row[name])),
  }
}

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)
const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
