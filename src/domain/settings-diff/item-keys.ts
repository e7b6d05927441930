import { isJsonObject, type JsonObject } from './json-value.ts'
import { ITEM_KEYS, type ItemKey } from './setting-path.ts'

/**
 * The unique key of an item of a list by a name of {@link ITEM_KEYS}; undefined where it has none or another item has the same.
 * Each name is looked up in the whole list once, and only where an item that is asked for has it.
 */
export type ItemKeys = (order: number, index: number) => string | number | undefined

export const createItemKeys = (list: readonly unknown[]): ItemKeys => {
  const columns: Column[] = []
  return (order, index) => {
    const read = READERS[ITEM_KEYS[order] as ItemKey]
    if (keyOf(list[index], read) === undefined) return undefined
    columns[order] ??= columnOf(list, read)
    return columns[order][index]
  }
}

type Column = readonly (string | number | undefined)[]
type Read = (item: JsonObject) => unknown

// A function of its own for each, which V8 compiles for the shape that items have; no prototype has a member by these names.
const READERS: Readonly<Record<ItemKey, Read>> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  model: ({ model }) => model,
  urlPattern: ({ urlPattern }) => urlPattern,
  repo: ({ repo }) => repo,
}

const columnOf = (list: readonly unknown[], read: Read): Column => {
  const first = new Map<string | number, number>()
  const column = new Array<string | number | undefined>(list.length).fill(undefined)
  for (let index = 0; index < list.length; index += 1) {
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

const keyOf = (item: unknown, read: Read): string | number | undefined => {
  if (!isJsonObject(item)) return undefined
  const value = read(item)
  return typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value)) ? value : undefined
}
