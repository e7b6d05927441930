import { isJsonObject } from './json-value.ts'
import { ITEM_KEYS, type ItemKey } from './setting-path.ts'

/**
 * The unique keys of a list's items: for a name of {@link ITEM_KEYS} the value of each item, undefined where it has
 * none or another item has the same. Each name is looked up on first use.
 */
export type ItemKeys = (order: number) => readonly (string | number | undefined)[]

export const createItemKeys = (list: readonly unknown[]): ItemKeys => {
  const columns: (readonly (string | number | undefined)[])[] = []
  return (order) => {
    columns[order] ??= columnOf(list, ITEM_KEYS[order] as ItemKey)
    return columns[order]
  }
}

const columnOf = (list: readonly unknown[], name: ItemKey): readonly (string | number | undefined)[] => {
  // Most lists have none of most keys.
  let start = 0
  while (start < list.length && keyOf(list[start], name) === undefined) start += 1
  if (start === list.length) return NO_KEYS
  const first = new Map<string | number, number>()
  const column = new Array<string | number | undefined>(list.length).fill(undefined)
  for (let index = start; index < list.length; index += 1) {
    const key = keyOf(list[index], name)
    if (key === undefined) continue
    const other = first.get(key)
    if (other === undefined) {
      first.set(key, index)
      column[index] = key
    } else column[other] = undefined
  }
  return column
}

/** For a list in which no item has the key. */
export const NO_KEYS: readonly undefined[] = []

const keyOf = (item: unknown, name: ItemKey): string | number | undefined => {
  if (!isJsonObject(item)) return undefined
  // No prototype has a member by these names.
  const value = item[name]
  return typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value)) ? value : undefined
}
