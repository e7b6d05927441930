import { isSameJson } from '../../base/same-json.ts'
import { isScalar, scalarKey } from './json-value.ts'
import { type Runs, scalarHash, tellingRuns } from './scalar-hash.ts'
import type { Scalar } from './setting-path.ts'

/** What is known of which items of two lists are the same ones. */
export type Pairs = {
  old: readonly unknown[]
  now: readonly unknown[]
  /** For each new item its old index; -1 where it has none. */
  from: Int32Array
  /** Whether each old item has a new one. */
  isKept: Uint8Array
  /** Whether each old item is known to be unchanged. */
  isSame: Uint8Array
}

/** Pairs equal scalars of those that have no pair yet, the first with the first. Those are returned, with a pair or without. */
export const pairScalars = (pairs: Pairs): PairedScalars => {
  const { old, now, from, isKept } = pairs
  const runs = tellingRuns(old.length > now.length ? old : now)
  const asked = scalarsOf(now, { pairs: from, none: -1, runs })
  const given = scalarsOf(old, { pairs: isKept, none: 0, runs })
  if (given.places.length > 0 && asked.places.length > 0) pairUnpaired(pairs, given, asked)
  return { given, asked, runs }
}

const pairUnpaired = (pairs: Pairs, given: Scalars, asked: Scalars): void => {
  const { old, now, from, isKept, isSame } = pairs
  const isDoubtful = new Uint8Array(DOUBTS)
  let isSure = pairHashes(pairs, given, asked)
  if (!isSure) isDoubtful.fill(1)
  // Texts are compared after all were looked up, and some of the old ones, which lie anywhere in memory, are asked for before the
  // first of these is compared, so that none is waited for alone. Nearly all that share a hash are equal.
  const { places, hashes } = asked
  for (let start = 0; start < places.length; start += BLOCK) {
    const end = Math.min(places.length, start + BLOCK)
    askForOld(pairs, places, start, end)
    for (let turn = start; turn < end; turn += 1) {
      const index = places[turn] as number
      const place = from[index] as number
      if (place < 0) continue
      if (isSameJson(old[place], now[index])) {
        isKept[place] = 1
        isSame[place] = 1
      } else {
        isDoubtful[(hashes[turn] as number) & (DOUBTS - 1)] = 1
        isSure = false
      }
    }
  }
  if (!isSure) pairByMap(pairs, given, asked, isDoubtful)
}

/** Hashes are in doubt together with those that have the same bits of {@link DOUBTS}. */
const DOUBTS = 4_096

/** Pairs that are asked for at once. */
const BLOCK = 64

/** Reads a little of the old text of each pair, which brings it near: without, pairing in another order takes a tenth longer. */
const askForOld = ({ old, from }: Pairs, places: Int32Array, start: number, end: number): number => {
  let sum = 0
  for (let turn = start; turn < end; turn += 1) {
    const place = from[places[turn] as number] as number
    if (place >= 0) sum += lengthOf(old[place])
  }
  return sum
}

const lengthOf = (value: unknown): number => (typeof value === 'string' ? value.length : 0)

/** Of the old list and of the new one, and where their hashes read texts. */
export type PairedScalars = { given: Scalars; asked: Scalars; runs: Runs }

/** Scalars of a list that had no pair: their indexes, ascending, and the hash of each. */
type Scalars = { places: Int32Array; hashes: Int32Array }

const NONE: Scalars = { places: new Int32Array(0), hashes: new Int32Array(0) }

type Which = { pairs: Int32Array | Uint8Array; none: number; runs: Runs }

const scalarsOf = (list: readonly unknown[], { pairs, none, runs }: Which): Scalars => {
  let first = 0
  while (first < list.length && (pairs[first] !== none || !isScalar(list[first]))) first += 1
  // Most lists are short and have none: to make arrays for them takes longer than to compare them.
  if (first === list.length) return NONE
  const places = new Int32Array(list.length - first)
  const hashes = new Int32Array(list.length - first)
  let count = 0
  for (let index = first; index < list.length; index += 1) {
    const value = list[index]
    if (pairs[index] !== none || !isScalar(value)) continue
    places[count] = index
    hashes[count] = scalarHash(value, runs)
    count += 1
  }
  return { places: places.subarray(0, count), hashes: hashes.subarray(0, count) }
}

/** Collisions per entry from which on a Map is better, as of texts that were crafted to collide. */
const MOST_PASSED = 16

/** Pairs equal hashes, the first with the first; false where it gave up. */
const pairHashes = ({ old, from }: Pairs, given: Scalars, asked: Scalars): boolean => {
  let size = 16
  while (size <= old.length) size *= 2
  const lower = size - 1
  // Chained buckets by the lower bits of a hash: the first one of each, and behind each one the next one. An entry is 0 for none,
  // or a place plus 1 and above it the other bits of the hash, so that nothing but entries is read to compare hashes.
  const heads = new Int32Array(size)
  const nexts = new Int32Array(old.length)
  for (let turn = given.places.length - 1; turn >= 0; turn -= 1) {
    const hash = given.hashes[turn] as number
    const place = given.places[turn] as number
    nexts[place] = heads[hash & lower] as number
    heads[hash & lower] = (hash & ~lower) | (place + 1)
  }
  const { places, hashes } = asked
  let left = MOST_PASSED * (given.places.length + places.length)
  for (let turn = 0; turn < places.length && left > 0; turn += 1) {
    const hash = hashes[turn] as number
    let before = -1
    let entry = heads[hash & lower] as number
    while (entry !== 0 && ((entry ^ hash) & ~lower) !== 0) {
      before = (entry & lower) - 1
      entry = nexts[before] as number
      left -= 1
    }
    if (entry === 0) continue
    const place = (entry & lower) - 1
    if (before < 0) heads[hash & lower] = nexts[place] as number
    else nexts[before] = nexts[place] as number
    from[places[turn] as number] = place
  }
  return left > 0
}

/** Pairs those whose hashes are in doubt anew. */
const pairByMap = (pairs: Pairs, given: Scalars, asked: Scalars, isDoubtful: Uint8Array): void => {
  const { old, now, from, isKept, isSame } = pairs
  const isAnew = (hash: number): boolean => isDoubtful[hash & (DOUBTS - 1)] === 1
  const own = new Map<unknown, number[]>()
  for (let turn = given.places.length - 1; turn >= 0; turn -= 1) {
    if (!isAnew(given.hashes[turn] as number)) continue
    const place = given.places[turn] as number
    isKept[place] = 0
    isSame[place] = 0
    const key = scalarKey(old[place] as Scalar)
    const equal = own.get(key)
    if (equal) equal.push(place)
    else own.set(key, [place])
  }
  for (let turn = 0; turn < asked.places.length; turn += 1) {
    if (!isAnew(asked.hashes[turn] as number)) continue
    const index = asked.places[turn] as number
    const place = own.get(scalarKey(now[index] as Scalar))?.pop() ?? -1
    from[index] = place
    if (place < 0) continue
    isKept[place] = 1
    isSame[place] = 1
  }
}
