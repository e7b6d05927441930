import { isSameJson } from '../../base/same-json.ts'
import { isJsonObject, isScalar, isScalars, type JsonObject, jsonKey, scalarKey } from './json-value.ts'
import { cheapestPairs, longestCommonSubsequence, longestIncreasing } from './sequences.ts'
import { ITEM_KEYS, type ItemKey, type Scalar } from './setting-path.ts'

/** The pairing of the items of two lists. */
export type ItemMatch = {
  /** For each new item its old index; -1 if it was added. */
  from: number[]
  /** Whether each old item is still in the new list. */
  isKept: boolean[]
  /** Whether both lists contain only scalars. */
  isSet: boolean
  /** Minimum number of kept items that moved. */
  movedCount: number
  oldKeys: ItemKeys
  nowKeys: ItemKeys
}

/**
 * Pairs the items of two lists: equal scalars; objects by id, then name, model, urlPattern and repo; equal items; and
 * the rest between two staying items by similarity. A key counts only if it is unique in its list. Items with different
 * keys pair only if nothing else differs. Lists of scalars are sets: a removed entry never pairs with an added one.
 */
export const matchItems = (old: readonly unknown[], now: readonly unknown[]): ItemMatch => {
  const state: Matching = {
    old,
    now,
    from: new Array<number>(now.length).fill(-1),
    isKept: new Array<boolean>(old.length).fill(false),
    oldKeys: createItemKeys(old),
    nowKeys: createItemKeys(now),
  }
  const { from, isKept, oldKeys, nowKeys } = state
  matchInOrder(state)
  matchEqual(state, isScalar, (item) => scalarKey(item as Scalar))
  const isSet = isScalars(old) && isScalars(now)
  if (!isSet) {
    matchNames(state)
    matchEqual(state, (item) => !isScalar(item), jsonKey)
    alignRemaining(state)
  }
  let movedCount = movesIn(from)
  if (isSet && movedCount > 0 && matchEntriesInOrder(state)) movedCount = movesIn(from)
  return { from, isKept, isSet, movedCount, oldKeys, nowKeys }
}

/** New indexes, ascending, of the largest set of items that stay in order. The other kept items moved. */
export const stayingItems = ({ from }: Pick<ItemMatch, 'from'>): number[] => longestIncreasing(from)

type Matching = Omit<ItemMatch, 'isSet' | 'movedCount'> & { old: readonly unknown[]; now: readonly unknown[] }

/** Minimum number of paired items that have to move. */
const movesIn = (from: readonly number[]): number => {
  const paired = from.filter((place) => place >= 0)
  const isInOrder = paired.every((place, turn) => turn === 0 || place > (paired[turn - 1] as number))
  return isInOrder ? 0 : paired.length - longestIncreasing(paired).length
}

const pair = ({ from, isKept }: Matching, before: number, after: number): void => {
  from[after] = before
  isKept[before] = true
}

/** Number of added or removed items at one index that the pass skips. */
const MAX_BETWEEN = 2
/** Number of consecutive unpaired items after which the pass stops. */
const MAX_UNPAIRED = 8

/**
 * Pairs equal items: first those at both ends of the lists, then those that one pass over the rest finds. This is enough
 * for most revisions, which change a few items in place. All pairs keep the order of both lists.
 */
const matchInOrder = (state: Matching): void => {
  const { old, now } = state
  let [oldEnd, nowEnd] = [old.length, now.length]
  let start = 0
  for (; start < oldEnd && start < nowEnd && isSameJson(old[start], now[start]); start += 1) pair(state, start, start)
  while (oldEnd > start && nowEnd > start && isSameJson(old[oldEnd - 1], now[nowEnd - 1])) {
    oldEnd -= 1
    nowEnd -= 1
    pair(state, oldEnd, nowEnd)
  }
  let [before, after, unpaired] = [start, start, 0]
  while (before < oldEnd && after < nowEnd && unpaired < MAX_UNPAIRED) {
    if (isSameJson(old[before], now[after])) {
      pair(state, before, after)
      before += 1
      after += 1
      unpaired = 0
      continue
    }
    unpaired += 1
    const removed = distanceTo(now[after], old, before, oldEnd)
    const added = removed === 0 ? distanceTo(old[before], now, after, nowEnd) : 0
    before += removed
    after += added
    if (removed + added === 0) {
      before += 1
      after += 1
    }
  }
}

/** Distance to an equal item within {@link MAX_BETWEEN} items; 0 if there is none. */
const distanceTo = (item: unknown, list: readonly unknown[], from: number, end: number): number => {
  for (let step = 1; step <= MAX_BETWEEN && from + step < end; step += 1) {
    if (isSameJson(item, list[from + step])) return step
  }
  return 0
}

/** Pairs equal unpaired items, first with first. */
const matchEqual = (state: Matching, isWanted: (item: unknown) => boolean, keyOf: (item: unknown) => unknown): void => {
  const { old, now, from, isKept } = state
  // The first index of each key, and for each index the next one with the same key.
  const first = new Map<unknown, number>()
  const next = new Map<number, number>()
  for (let place = old.length - 1; place >= 0; place -= 1) {
    if (isKept[place] || !isWanted(old[place])) continue
    const key = keyOf(old[place])
    const later = first.get(key)
    if (later !== undefined) next.set(place, later)
    first.set(key, place)
  }
  if (first.size === 0) return
  for (let index = 0; index < now.length; index += 1) {
    if (from[index] !== -1 || !isWanted(now[index])) continue
    const key = keyOf(now[index])
    const place = first.get(key)
    if (place === undefined || isKept[place] || !isSameJson(old[place], now[index])) continue
    pair(state, place, index)
    const later = next.get(place)
    if (later !== undefined) first.set(key, later)
  }
}

/** Maximum length of a list whose duplicates are paired by order. In longer ones the first pairs with the first. */
const MAX_ORDERED = 2_000

/**
 * Pairs entries again if there are duplicates: a longest common subsequence first, then the rest, because pairing first
 * with first may need more moves. Returns whether it did.
 */
const matchEntriesInOrder = (state: Matching): boolean => {
  const { old, now, from, isKept } = state
  if (old.length > MAX_ORDERED || now.length > MAX_ORDERED) return false
  const [olds, nows] = [old, now].map((list) => list.map((entry) => scalarKey(entry as Scalar))) as [
    unknown[],
    unknown[],
  ]
  if (new Set(olds).size === olds.length && new Set(nows).size === nows.length) return false
  const pairs = longestCommonSubsequence(olds, nows)
  if (pairs.length === 0) return false
  from.fill(-1)
  isKept.fill(false)
  for (const [before, after] of pairs) pair(state, before, after)
  matchEqual(state, isScalar, (item) => scalarKey(item as Scalar))
  return true
}
/** Pairs objects by their identifying keys. */
const matchNames = (state: Matching): void => {
  const { old, now, isKept, from, oldKeys, nowKeys } = state
  for (let order = 0; order < ITEM_KEYS.length; order += 1) {
    const places = new Map<string | number, number>()
    for (let place = 0; place < old.length; place += 1) {
      const key = isKept[place] ? undefined : oldKeys(order, place)
      if (key !== undefined) places.set(key, place)
    }
    if (places.size === 0) continue
    for (let index = 0; index < now.length; index += 1) {
      const key = from[index] === -1 ? nowKeys(order, index) : undefined
      const place = key === undefined ? undefined : places.get(key)
      if (place !== undefined && !hasOtherKey(state, place, index, order)) pair(state, place, index)
    }
  }
}

/** Whether two items differ in the first key, of the first `end` keys, that both have. */
const hasOtherKey = ({ oldKeys, nowKeys }: Matching, place: number, index: number, end: number): boolean => {
  for (let order = 0; order < end; order += 1) {
    const [a, b] = [oldKeys(order, place), nowKeys(order, index)]
    if (a !== undefined && b !== undefined) return a !== b
  }
  return false
}

/** Maximum number of item pairs to compare for similarity. Above it only the order counts. */
const MAX_PAIRS = 20_000

/** Pairs the remaining items between two staying ones. */
const alignRemaining = (state: Matching): void => {
  const { old, now, from, isKept } = state
  if (!isKept.includes(false) || !from.includes(-1)) return
  let [oldAt, nowAt] = [0, 0]
  for (const nowEnd of [...stayingItems(state), now.length]) {
    const oldEnd = from[nowEnd] ?? old.length
    const olds: number[] = []
    const nows: number[] = []
    for (; oldAt < oldEnd; oldAt += 1) if (!isKept[oldAt]) olds.push(oldAt)
    for (; nowAt < nowEnd; nowAt += 1) if (from[nowAt] === -1) nows.push(nowAt)
    alignGap(state, olds, nows)
    oldAt = oldEnd + 1
    nowAt = nowEnd + 1
  }
}

const alignGap = (state: Matching, olds: readonly number[], nows: readonly number[]): void => {
  const costs = (before: number, after: number): number =>
    pairCost(state.old[before], state.now[after], () => hasOtherKey(state, before, after, ITEM_KEYS.length))
  if (olds.length * nows.length <= MAX_PAIRS) {
    for (const [before, after] of cheapestPairs(olds, nows, costs)) pair(state, before, after)
    return
  }
  for (let index = 0; index < Math.min(olds.length, nows.length); index += 1) {
    const [before, after] = [olds[index] as number, nows[index] as number]
    if (costs(before, after) < Number.POSITIVE_INFINITY) pair(state, before, after)
  }
}

/** From 0 for equal items to 2 for nothing in common; Infinity for items that are known to be different. */
const pairCost = (a: unknown, b: unknown, isKnownDifferent: () => boolean): number => {
  if (isJsonObject(a) && isJsonObject(b)) {
    const { names, shared, same } = similarityOf(a, b)
    if (!isKnownDifferent()) return names === 0 ? 0 : 2 - (shared + same) / names
    return names > 1 && same === names - 1 ? 1 / names : Number.POSITIVE_INFINITY
  }
  if (Array.isArray(a) && Array.isArray(b)) return 1
  return 1.5
}

const similarityOf = (a: JsonObject, b: JsonObject): { names: number; shared: number; same: number } => {
  let names = Object.keys(b).length
  let shared = 0
  let same = 0
  for (const name of Object.keys(a)) {
    if (!Object.hasOwn(b, name)) {
      names += 1
      continue
    }
    shared += 1
    if (isSameJson(a[name], b[name])) same += 1
  }
  return { names, shared, same }
}

/**
 * Returns the unique key of an item by the index of a name in {@link ITEM_KEYS}; undefined if the item has none or
 * another item has the same. Scans the list once per name, and only if a requested item has that key.
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
  // No prototype has a property with any of these names.
  const value = isJsonObject(item) ? item[by] : undefined
  return typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value)) ? value : undefined
}
