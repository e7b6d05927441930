import { isJsonObject } from './json-value.ts'
import { ITEM_KEYS, type ItemKey } from './setting-path.ts'

/**
 * The unique key of an item of a list by a name of {@link ITEM_KEYS}; undefined where it has none or another item has the same.
 * Each name is looked up in the whole list once, and only where an item that is asked for has it.
 */
export type ItemKeys = (order: number, index: number) => string | number | undefined

export const createItemKeys = (list: readonly unknown[]): ItemKeys => {
  const columns: Column[] = []
  return (order, index) => {
    const by = ITEM_KEYS[order] as ItemKey
    if (keyOf(list[index], by) === undefined) return undefined
    columns[order] ??= columnOf(list, by)
    return columns[order][index]
  }
}

type Column = readonly (string | number | undefined)[]

const columnOf = (list: readonly unknown[], by: ItemKey): Column => {
  const first = new Map<string | number, number>()
  const column = new Array<string | number | undefined>(list.length).fill(undefined)
  for (const [index, item] of list.entries()) {
    const key = keyOf(item, by)
    if (key === undefined) continue
    const other = first.get(key)
    if (other === undefined) {
      first.set(key, index)
      column[index] = key
    } else column[other] = undefined
  }
  return column
}

const keyOf = (item: unknown, by: ItemKey): string | number | undefined => {
  // No prototype has a member by any of these names.
  const value = isJsonObject(item) ? item[by] : undefined
  return typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value)) ? value : undefined
}
