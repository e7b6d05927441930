import { isSameJson } from '../../base/same-json.ts'
import { ALONE, cheapestPairs } from './cheapest-pairs.ts'
import { createItemKeys, type ItemKeys } from './item-keys.ts'
import { digestOf, isJsonObject, isScalar, isScalars, type JsonObject, scalarKey } from './json-value.ts'
import { longestCommon } from './longest-common.ts'
import { longestRising, risingLength } from './longest-rising.ts'
import { type PairedScalars, type Pairs, pairScalars } from './pair-scalars.ts'
import { ITEM_KEYS, type Scalar } from './setting-path.ts'

/** Which items of two lists are the same ones. */
export type ItemMatch = {
  /** For each new item its old index; -1 for an added one. */
  from: Int32Array
  /** Whether each old item is still there. */
  isKept: Uint8Array
  /** Whether each old item is known to be unchanged. */
  isSame: Uint8Array
  /** Whether both lists are of scalars only. */
  isSet: boolean
  /** Scalars that are not known to stand in order; among them are all that were added or removed. */
  scalars: PairedScalars
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
  const from = new Int32Array(now.length).fill(-1)
  const isKept = new Uint8Array(old.length)
  const isSame = new Uint8Array(old.length)
  const state: Matching = { old, now, from, isKept, isSame, oldKeys: createItemKeys(old), nowKeys: createItemKeys(now) }
  matchInOrder(state)
  const inOrder = keptCount(isKept)
  let scalars = pairScalars(state)
  // What has a pair in order is as much of a scalar as that is.
  const isSet = scalars.asked.places.length === now.length - inOrder && isScalars(old)
  if (!isSet) {
    matchKeys(state)
    matchEqual(state)
    const found = keptCount(isKept)
    if (found < old.length && found < now.length) alignRest(state)
  }
  const kept = keptCount(isKept)
  let movedCount = kept === inOrder ? 0 : kept - risingLength(from, old.length)
  if (isSet && movedCount > 0 && matchEntriesInOrder(state)) {
    scalars = pairScalars(state)
    movedCount = kept - risingLength(from, old.length)
  }
  return { from, isKept, isSame, isSet, scalars, movedCount, oldKeys: state.oldKeys, nowKeys: state.nowKeys }
}

/** New indexes, ascending, of items that stay in order, as many as possible; other kept items moved. */
export const stayingItems = ({ from }: Pick<ItemMatch, 'from'>): number[] => longestRising(from)

const keptCount = (isKept: Uint8Array): number => {
  let count = 0
  for (let place = 0; place < isKept.length; place += 1) count += isKept[place] as number
  return count
}

export type MatchOf = (old: readonly unknown[], now: readonly unknown[]) => ItemMatch

/** {@link matchItems}, cached for the same two lists, which must not be changed. */
export const createMatchOf = (): MatchOf => {
  const known = new Map<readonly unknown[], { now: readonly unknown[]; match: ItemMatch }>()
  return (old, now) => {
    const own = known.get(old)
    if (own?.now === now) return own.match
    const match = matchItems(old, now)
    known.set(old, { now, match })
    return match
  }
}

type Matching = Pairs & { oldKeys: ItemKeys; nowKeys: ItemKeys }

const pair = ({ from, isKept }: Matching, before: number, after: number): void => {
  from[after] = before
  isKept[before] = 1
}

const pairSame = (state: Matching, before: number, after: number): void => {
  pair(state, before, after)
  state.isSame[before] = 1
}

/** Items added or removed at one index that the walk looks ahead over. */
const MOST_BETWEEN = 2
/** Unpaired items in a row after which the walk gives up. */
const MOST_LOST = 8

/**
 * Pairs equal items from both ends, and between them those that one walk through both lists finds: most
 * revisions change a few items where they stand. All pairs are in the order of both.
 */
const matchInOrder = (state: Matching): void => {
  const { old, now, from, isKept, isSame } = state
  let [oldEnd, nowEnd] = [old.length, now.length]
  let start = 0
  while (start < oldEnd && start < nowEnd && isSameJson(old[start], now[start])) {
    pairSame(state, start, start)
    start += 1
  }
  while (oldEnd > start && nowEnd > start && isSameJson(old[oldEnd - 1], now[nowEnd - 1])) {
    oldEnd -= 1
    nowEnd -= 1
    pairSame(state, oldEnd, nowEnd)
  }
  let [before, after, lost] = [start, start, 0]
  while (before < oldEnd && after < nowEnd && lost < MOST_LOST) {
    if (isSameJson(old[before], now[after])) {
      from[after] = before
      isKept[before] = 1
      isSame[before] = 1
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
  for (let step = 1; step <= MOST_BETWEEN && from + step < end; step += 1) {
    if (isSameJson(item, list[from + step])) return step
  }
  return 0
}

/** Most entries of a list whose duplicates are paired by order; in longer ones the first pairs with the first. */
const MOST_ANEW = 2_000

/**
 * Of duplicates the first on one side need not pair with the first on the other: pairs a longest common subsequence
 * alone, before the rest. Whether anything was paired anew.
 */
const matchEntriesInOrder = (state: Matching): boolean => {
  const { old, now, from, isKept, isSame } = state
  if (old.length > MOST_ANEW || now.length > MOST_ANEW) return false
  const [olds, nows] = [old, now].map((list) => list.map((entry) => scalarKey(entry as Scalar))) as [
    unknown[],
    unknown[],
  ]
  if (new Set(olds).size === olds.length && new Set(nows).size === nows.length) return false
  const pairs = longestCommon(olds, nows)
  if (pairs.length === 0) return false
  from.fill(-1)
  isKept.fill(0)
  isSame.fill(0)
  for (const [before, after] of pairs) pairSame(state, before, after)
  return true
}

const matchKeys = (state: Matching): void => {
  const { old, now, isKept, from, oldKeys, nowKeys } = state
  let open = 0
  for (let index = 0; index < now.length; index += 1) if (from[index] === -1 && isJsonObject(now[index])) open += 1
  for (let order = 0; order < ITEM_KEYS.length && open > 0; order += 1) {
    const places = new Map<string | number, number>()
    for (let place = 0; place < old.length; place += 1) {
      const key = isKept[place] ? undefined : oldKeys(order, place)
      if (key !== undefined) places.set(key, place)
    }
    if (places.size === 0) continue
    for (let index = 0; index < now.length; index += 1) {
      const key = from[index] === -1 ? nowKeys(order, index) : undefined
      const place = key === undefined ? undefined : places.get(key)
      if (place === undefined || hasOtherKey(state, place, index, order)) continue
      pair(state, place, index)
      open -= 1
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

const matchEqual = (state: Matching): void => {
  // A single equal pair has been found before.
  if (state.old.length === 1 && state.now.length === 1) return
  const places = new Map<number, number[]>()
  for (let index = state.old.length - 1; index >= 0; index -= 1) {
    if (state.isKept[index] || isScalar(state.old[index])) continue
    const digest = digestOf(state.old[index])
    const own = places.get(digest)
    if (own) own.push(index)
    else places.set(digest, [index])
  }
  if (places.size === 0) return
  for (const [index, value] of state.now.entries()) {
    if (state.from[index] !== -1 || isScalar(value)) continue
    const own = places.get(digestOf(value))
    const place = own?.at(-1)
    if (own === undefined || place === undefined || !isSameJson(state.old[place], value)) continue
    own.pop()
    pairSame(state, place, index)
  }
}

/** Most pairs of items that are compared for similarity; beyond, only the order counts. */
const MOST_PAIRS = 20_000

/** Pairs what is left between items that stay. */
const alignRest = (state: Matching): void => {
  const gaps = [...gapsOf(state, stayingItems(state))]
  for (const { olds, nows } of gaps) alignGap(state, olds, nows)
}

type Gap = { olds: number[]; nows: number[] }

function* gapsOf({ old, now, from, isKept }: Matching, staying: readonly number[]): Generator<Gap> {
  let oldAt = 0
  let nowAt = 0
  for (let turn = 0; turn <= staying.length; turn += 1) {
    const nowEnd = staying[turn] ?? now.length
    const oldEnd = turn < staying.length ? (from[nowEnd] ?? 0) : old.length
    const olds: number[] = []
    const nows: number[] = []
    for (; oldAt < oldEnd; oldAt += 1) if (!isKept[oldAt]) olds.push(oldAt)
    for (; nowAt < nowEnd; nowAt += 1) if (from[nowAt] === -1) nows.push(nowAt)
    if (olds.length > 0 && nows.length > 0) yield { olds, nows }
    oldAt = oldEnd + 1
    nowAt = nowEnd + 1
  }
}

const alignGap = (state: Matching, olds: readonly number[], nows: readonly number[]): void => {
  const costs = (before: number, after: number): number =>
    pairCost(state.old[before], state.now[after], () => hasOtherKey(state, before, after, ITEM_KEYS.length))
  const [old, now] = [olds[0] as number, nows[0] as number]
  if (olds.length === 1 && nows.length === 1) {
    // The limit of cheapestPairs.
    if (costs(old, now) <= 2 * ALONE) pair(state, old, now)
    return
  }
  if (olds.length * nows.length > MOST_PAIRS) {
    for (let index = 0; index < Math.min(olds.length, nows.length); index += 1) {
      const [before, after] = [olds[index] as number, nows[index] as number]
      if (costs(before, after) < Number.POSITIVE_INFINITY) pair(state, before, after)
    }
    return
  }
  for (const [before, after] of cheapestPairs(olds, nows, costs)) pair(state, before, after)
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
