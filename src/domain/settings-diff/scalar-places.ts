import { scalarKey } from './json-value.ts'
import type { Scalar } from './setting-path.ts'

/** The next index of an equal scalar in a list, each once, ascending; -1 where there is no more. */
export type ScalarPlaces = (value: Scalar) => number

/**
 * The indexes of some scalars of a list, in a hash table that for 100,000 texts takes a third of the time of a Map.
 * For texts that were crafted to collide a Map takes over.
 *
 * @param places - Which, ascending.
 */
export const createScalarPlaces = (list: readonly unknown[], places: readonly number[]): ScalarPlaces => {
  let size = 16
  while (size < places.length * 2) size *= 2
  // Chained buckets: the first entry of each, and for each entry the next one.
  const heads = new Int32Array(size).fill(-1)
  const nexts = new Int32Array(places.length)
  const hashes = new Int32Array(places.length)
  for (let at = places.length - 1; at >= 0; at -= 1) {
    const hash = scalarHash(list[places[at] as number] as Scalar)
    hashes[at] = hash
    nexts[at] = heads[hash & (size - 1)] as number
    heads[hash & (size - 1)] = at
  }
  let passed = 0
  const most = MOST_PASSED * (places.length + 1)
  let rest: ScalarPlaces | undefined
  return (value) => {
    if (rest) return rest(value)
    const hash = scalarHash(value)
    const key = hash & (size - 1)
    let before = -1
    for (let at = heads[key] as number; at >= 0; at = nexts[at] as number) {
      if (hashes[at] === hash && Object.is(list[places[at] as number], value)) {
        if (before < 0) heads[key] = nexts[at] as number
        else nexts[before] = nexts[at] as number
        return places[at] as number
      }
      before = at
      passed += 1
    }
    if (passed > most) {
      const left: number[] = []
      for (const head of heads) for (let at = head; at >= 0; at = nexts[at] as number) left.push(places[at] as number)
      rest = mapOf(
        list,
        left.sort((a, b) => a - b),
      )
    }
    return -1
  }
}

/** Collisions per entry from which on a Map is better. */
const MOST_PASSED = 16

const mapOf = (list: readonly unknown[], places: readonly number[]): ScalarPlaces => {
  const own = new Map<unknown, number[]>()
  for (const place of places.toReversed()) {
    const key = scalarKey(list[place] as Scalar)
    const equal = own.get(key)
    if (equal) equal.push(place)
    else own.set(key, [place])
  }
  return (value) => own.get(scalarKey(value))?.pop() ?? -1
}

/** A 32-bit hash of a scalar. */
export const scalarHash = (value: Scalar): number => {
  if (typeof value !== 'string') return otherHash(value)
  const { length } = value
  let hash = length
  const end = Math.min(length, HASHED)
  for (let at = 0; at < end; at += 1) hash = (Math.imul(hash, 31) + value.charCodeAt(at)) | 0
  for (let at = Math.max(end, length - HASHED); at < length; at += 1) {
    hash = (Math.imul(hash, 31) + value.charCodeAt(at)) | 0
  }
  return hash ^ (hash >>> 15)
}

/** Characters at each end of a text that are hashed. */
const HASHED = 64

const otherHash = (value: number | boolean | null): number => {
  if (typeof value !== 'number') return value === null ? 1 : value ? 2 : 3
  const hash = Math.imul(value | 0, 0x9e3779b1) ^ Math.imul((value * 1024) | 0, 0x85ebca6b)
  return hash ^ (hash >>> 15)
}
