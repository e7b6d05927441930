import { parseSort } from '../kit/sort-option.ts'
import type { RawRow } from '../output/row-layout.ts'

/** What rows are ordered by; of a field of numbers, anything else counts as missing. */
export type RowOrder = { field: string; isNumber: boolean; isDescending: boolean }

/**
 * Reads `FIELD`, `FIELD:asc` or `FIELD:desc`. Numbers come largest first unless told otherwise, days and words in their order.
 *
 * @param fields The fields there are, and whether each is a number.
 * @param aliases Shorter names of fields.
 * @throws AppError of kind `usage` on a field that there is not.
 */
export const parseOrder = (
  text: string | undefined,
  fields: ReadonlyMap<string, boolean>,
  aliases: Readonly<Record<string, string>> = {},
): RowOrder | undefined => {
  const [, name = '', way = ''] = /^(.*?)(:(?:asc|desc))?$/.exec(text ?? '') ?? []
  const alias = Object.hasOwn(aliases, name) ? aliases[name] : undefined
  const isNumber = (field: string) => fields.get(field) ?? false
  const begin = (by: string) => ({ by, isDescending: isNumber(by) })
  const order = parseSort(alias === undefined ? text : `${alias}${way}`, [...fields.keys()], begin)
  return order && { field: order.by, isNumber: isNumber(order.by), isDescending: order.isDescending }
}

/** Rows in an order; those that lack the value come last whichever way, equal ones stay as they are. */
export const sortRows = (rows: readonly RawRow[], order: RowOrder | undefined): readonly RawRow[] => {
  if (order === undefined) return rows
  const { field, isNumber, isDescending } = order
  const valueIn = (row: RawRow): number | string | undefined => {
    const value = row[field]
    if (isNumber) return typeof value === 'number' && Number.isFinite(value) ? value : undefined
    return value === undefined || value === null ? undefined : String(value)
  }
  return rows
    .map((row) => ({ row, value: valueIn(row) }))
    .sort(({ value: a }, { value: b }) => {
      if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined)
      const way = a > b ? 1 : a < b ? -1 : 0
      return isDescending ? -way : way
    })
    .map(({ row }) => row)
}
