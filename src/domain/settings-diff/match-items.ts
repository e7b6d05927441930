import { isSameJson } from '../../base/same-json.ts'
import { isJsonObject, isScalar, isScalars, type JsonObject, jsonKey, scalarKey } from './json-value.ts'
import { cheapestPairs, longestCommon, longestRising } from './sequences.ts'
import { ITEM_KEYS, type ItemKey, type Scalar } from './setting-path.ts'

/** Which items of two lists are the same ones. */
export type ItemMatch = {
  /** For each new item its old index; -1 for an added one. */
  from: number[]
  /** Whether each old item is still there. */
  isKept: boolean[]
  /** Whether both lists are of scalars only. */
  isSet: boolean
  /** Kept items that moved, as few as possible. */
  movedCount: number
  oldKeys: ItemKeys
  nowKeys: ItemKeys
}

/**
 * Pairs the items of two lists: equal scalars; objects by id, then name, model, urlPattern and repo; equal items; and
 * what is left between two items that stay in order by similarity. A key counts only where no other item
 * of its list has the same, and items with different keys pair only where nothing else differs.
 * Lists of scalars only are sets: a removed entry never pairs with an added one.
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
    alignRest(state)
  }
  let movedCount = movesIn(from)
  if (isSet && movedCount > 0 && matchEntriesInOrder(state)) movedCount = movesIn(from)
  return { from, isKept, isSet, movedCount, oldKeys, nowKeys }
}

/** New indexes, ascending, of items that stay in order, as many as possible; other kept items moved. */
export const stayingItems = ({ from }: Pick<ItemMatch, 'from'>): number[] => longestRising(from)

type Matching = Omit<ItemMatch, 'isSet' | 'movedCount'> & { old: readonly unknown[]; now: readonly unknown[] }

/** How many paired items have to move at least. */
const movesIn = (from: readonly number[]): number => {
  const paired = from.filter((place) => place >= 0)
  const isInOrder = paired.every((place, turn) => turn === 0 || place > (paired[turn - 1] as number))
  return isInOrder ? 0 : paired.length - longestRising(paired).length
}

const pair = ({ from, isKept }: Matching, before: number, after: number): void => {
  from[after] = before
  isKept[before] = true
}

/** Items added or removed at one index that the walk looks ahead over. */
const MAX_BETWEEN = 2
/** Unpaired items in a row after which the walk gives up. */
const MAX_LOST = 8

/**
 * Pairs equal items from both ends, and between them those that one walk through both lists finds: most
 * revisions change a few items where they stand. All pairs are in the order of both.
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
  let [before, after, lost] = [start, start, 0]
  while (before < oldEnd && after < nowEnd && lost < MAX_LOST) {
    if (isSameJson(old[before], now[after])) {
      pair(state, before, after)
      before += 1
      after += 1
      lost = 0
      continue
    }
    lost += 1
    const gone = distanceTo(now[after], old, before, oldEnd)
    const added = gone === 0 ? distanceTo(old[before], now, after, nowEnd) : 0
    before += gone
    after += added
    if (gone + added === 0) {
      before += 1
      after += 1
    }
  }
}

/** How many items ahead an equal one is, 0 where none is near. */
const distanceTo = (item: unknown, list: readonly unknown[], from: number, end: number): number => {
  for (let step = 1; step <= MAX_BETWEEN && from + step < end; step += 1) {
    if (isSameJson(item, list[from + step])) return step
  }
  return 0
}

/** Pairs equal items of those that have no pair, the first with the first. */
const matchEqual = (state: Matching, isWanted: (item: unknown) => boolean, keyOf: (item: unknown) => unknown): void => {
  const { old, now, from, isKept } = state
  // The first place of each key, and behind each place the next one of the same key.
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

/** Longest lists whose duplicates are paired by order; in longer ones the first pairs with the first. */
const MAX_ORDERED = 2_000

/**
 * Of duplicates the first on one side need not pair with the first on the other: where any moved, pairs a longest common
 * subsequence first, and then the rest. Whether any pair changed.
 */
const matchEntriesInOrder = (state: Matching): boolean => {
  const { old, now, from, isKept } = state
  if (old.length > MAX_ORDERED || now.length > MAX_ORDERED) return false
  const [olds, nows] = [old, now].map((list) => list.map((entry) => scalarKey(entry as Scalar))) as [
    unknown[],
    unknown[],
  ]
  if (new Set(olds).size === olds.length && new Set(nows).size === nows.length) return false
  const pairs = longestCommon(olds, nows)
  if (pairs.length === 0) return false
  from.fill(-1)
  isKept.fill(false)
  for (const [before, after] of pairs) pair(state, before, after)
  matchEqual(state, isScalar, (item) => scalarKey(item as Scalar))
  return true
}
/** Pairs objects by the names that identify them. */
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

/** Whether two items differ in the first of the first `end` keys that both have. */
const hasOtherKey = ({ oldKeys, nowKeys }: Matching, place: number, index: number, end: number): boolean => {
  for (let order = 0; order < end; order += 1) {
    const [a, b] = [oldKeys(order, place), nowKeys(order, index)]
    if (a !== undefined && b !== undefined) return a !== b
  }
  return false
}

/** Most pairs of items that are compared for similarity; beyond, only the order counts. */
const MAX_PAIRS = 20_000

/** Pairs what is left between items that stay. */
const alignRest = (state: Matching): void => {
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

/** From 0, equal, to 2, nothing in common; Infinity for items known to be different ones. */
const pairCost = (a: unknown, b: unknown, areKnownApart: () => boolean): number => {
  if (isJsonObject(a) && isJsonObject(b)) {
    const { names, shared, same } = likenessOf(a, b)
    if (!areKnownApart()) return names === 0 ? 0 : 2 - (shared + same) / names
    return names > 1 && same === names - 1 ? 1 / names : Number.POSITIVE_INFINITY
  }
  if (Array.isArray(a) && Array.isArray(b)) return 1
  return 1.5
}

const likenessOf = (a: JsonObject, b: JsonObject): { names: number; shared: number; same: number } => {
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
 * The unique key of an item of a list by a name of {@link ITEM_KEYS}; undefined where it has none or another item has the same.
 * Looks up each name once, and only if a requested item has it.
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
