import { isJsonObject, type JsonObject } from './json-value.ts'
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

// A function of its own for each, which V8 compiles for the shape that items have; no prototype has a member by these names.
const READERS: Readonly<Record<ItemKey, (item: JsonObject) => unknown>> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  model: ({ model }) => model,
  urlPattern: ({ urlPattern }) => urlPattern,
  repo: ({ repo }) => repo,
}

const columnOf = (list: readonly unknown[], name: ItemKey): readonly (string | number | undefined)[] => {
  const read = READERS[name]
  // Most lists have none of most keys.
  let start = 0
  while (start < list.length && keyOf(list[start], read) === undefined) start += 1
  if (start === list.length) return NO_KEYS
  const first = new Map<string | number, number>()
  const column = new Array<string | number | undefined>(list.length).fill(undefined)
  for (let index = start; index < list.length; index += 1) {
    const key = keyOf(list[index], read)
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

const keyOf = (item: unknown, read: (item: JsonObject) => unknown): string | number | undefined => {
  if (!isJsonObject(item)) return undefined
  const value = read(item)
  return typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value)) ? value : undefined
}
