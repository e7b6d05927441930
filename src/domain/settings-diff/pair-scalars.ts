import { isScalar, scalarKey } from './json-value.ts'
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

/** Pairs equal scalars of those that have no pair yet, the first with the first. */
export const pairScalars = (pairs: Pairs): void => {
  const { old, now, from, isKept, isSame } = pairs
  const asked = scalarsOf(now, from, -1)
  if (asked.places.length === 0) return
  const given = scalarsOf(old, isKept, 0)
  if (given.places.length === 0) return
  const isDoubtful = new Uint8Array(DOUBTS)
  let isSure = pairHashes(given, asked, from)
  if (!isSure) isDoubtful.fill(1)
  // Texts are compared after all were looked up, so that none that is far away in memory is waited for before the next is
  // asked for. Nearly all that share a hash are equal.
  const { places, hashes } = asked
  for (let turn = 0; turn < places.length; turn += 1) {
    const index = places[turn] as number
    const [place, value] = [from[index] as number, now[index]]
    if (place < 0 || (old[place] === value && (value !== 0 || Object.is(old[place], value)))) continue
    isDoubtful[(hashes[turn] as number) & (DOUBTS - 1)] = 1
    isSure = false
  }
  if (!isSure) pairByMap(pairs, given, asked, isDoubtful)
  for (let turn = 0; turn < places.length; turn += 1) {
    const place = from[places[turn] as number] as number
    if (place < 0) continue
    isKept[place] = 1
    isSame[place] = 1
  }
}

/** Hashes are in doubt together with those that have the same bits of {@link DOUBTS}. */
const DOUBTS = 4_096

/** Scalars of a list that have no pair yet: their indexes, ascending, and the hash of each. */
type Scalars = { places: Int32Array; hashes: Int32Array }

const scalarsOf = (list: readonly unknown[], pairs: Int32Array | Uint8Array, none: number): Scalars => {
  const all = new Int32Array(list.length)
  let count = 0
  for (let index = 0; index < list.length; index += 1) {
    if (pairs[index] !== none || !isScalar(list[index])) continue
    all[count] = index
    count += 1
  }
  const places = all.subarray(0, count)
  return { places, hashes: hashesOf(list, places) }
}

// A function of its own: V8 then compiles the hash into the loop.
const hashesOf = (list: readonly unknown[], places: Int32Array): Int32Array => {
  const hashes = new Int32Array(places.length)
  for (let turn = 0; turn < places.length; turn += 1) hashes[turn] = scalarHash(list[places[turn] as number] as Scalar)
  return hashes
}

/** Collisions per entry from which on a Map is better, as of texts that were crafted to collide. */
const MOST_PASSED = 16

/** Pairs equal hashes, the first with the first; false where it gave up. */
const pairHashes = (given: Scalars, asked: Scalars, from: Int32Array): boolean => {
  const { hashes, places } = given
  let size = 16
  while (size < places.length) size *= 2
  // Chained buckets: behind the first one of each, and behind each one, 0 or the next one plus 1.
  const heads = new Int32Array(size)
  const nexts = new Int32Array(places.length)
  for (let turn = places.length - 1; turn >= 0; turn -= 1) {
    const bucket = (hashes[turn] as number) & (size - 1)
    nexts[turn] = heads[bucket] as number
    heads[bucket] = turn + 1
  }
  const { hashes: others, places: indexes } = asked
  let left = MOST_PASSED * (places.length + indexes.length)
  for (let turn = 0; turn < indexes.length && left > 0; turn += 1) {
    const hash = others[turn] as number
    const bucket = hash & (size - 1)
    let before = -1
    let found = (heads[bucket] as number) - 1
    while (found >= 0 && hashes[found] !== hash) {
      before = found
      found = (nexts[found] as number) - 1
      left -= 1
    }
    if (found < 0) continue
    if (before < 0) heads[bucket] = nexts[found] as number
    else nexts[before] = nexts[found] as number
    from[indexes[turn] as number] = places[found] as number
  }
  return left > 0
}

/** Pairs those whose hashes are in doubt anew. */
const pairByMap = ({ old, now, from }: Pairs, given: Scalars, asked: Scalars, isDoubtful: Uint8Array): void => {
  const isAnew = (hash: number): boolean => isDoubtful[hash & (DOUBTS - 1)] === 1
  const own = new Map<unknown, number[]>()
  for (let turn = given.places.length - 1; turn >= 0; turn -= 1) {
    if (!isAnew(given.hashes[turn] as number)) continue
    const place = given.places[turn] as number
    const key = scalarKey(old[place] as Scalar)
    const equal = own.get(key)
    if (equal) equal.push(place)
    else own.set(key, [place])
  }
  for (let turn = 0; turn < asked.places.length; turn += 1) {
    const index = asked.places[turn] as number
    if (isAnew(asked.hashes[turn] as number)) from[index] = own.get(scalarKey(now[index] as Scalar))?.pop() ?? -1
  }
}

/**
 * A 32-bit hash of a scalar. Of a text it reads the end and two characters before: most entries differ there, and to read a
 * text takes longer than all else that is done with it.
 */
export const scalarHash = (value: Scalar): number => {
  if (typeof value !== 'string') return otherHash(value)
  const { length } = value
  // Written out, as each turn of a loop would wait for the one before.
  if (length >= 8) {
    const middle = value.charCodeAt(length >> 1) ^ (value.charCodeAt(length >> 2) << 8)
    const hash = mixed(Math.imul(fourOf(value, length - 4), 0x9e3779b1))
    return mixed(Math.imul(hash + fourOf(value, length - 8), 0x85ebca6b) + Math.imul(middle + length, 0xc2b2ae35))
  }
  let hash = length
  for (let at = 0; at < length; at += 1) hash = (Math.imul(hash, 31) + value.charCodeAt(at)) | 0
  return mixed(hash)
}

const fourOf = (text: string, at: number): number =>
  text.charCodeAt(at) ^
  (text.charCodeAt(at + 1) << 8) ^
  (text.charCodeAt(at + 2) << 16) ^
  (text.charCodeAt(at + 3) << 24)

const otherHash = (value: number | boolean | null): number => {
  if (typeof value !== 'number') return value === null ? 1 : value ? 2 : 3
  return mixed(Math.imul(value | 0, 0x9e3779b1) ^ Math.imul((value * 1024) | 0, 0x85ebca6b))
}

/** Buckets go by the lower bits, in which the upper ones count too then. */
const mixed = (hash: number): number => hash ^ (hash >>> 15)
