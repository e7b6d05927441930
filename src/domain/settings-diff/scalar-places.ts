import { isScalar, scalarKey } from './json-value.ts'
import type { Scalar } from './setting-path.ts'

/**
 * The next index of an equal scalar in a list, each once, ascending; -1 where there is no more.
 *
 * @param hash - The {@link scalarHash} of the value.
 */
export type ScalarPlaces = (value: Scalar, hash: number) => number

/**
 * The indexes of the scalars of a list, in a hash table that for 100,000 texts takes a third of the time of a Map.
 * For texts that were crafted to collide a Map takes over.
 *
 * @param isTaken - Indexes that are left out.
 */
export const createScalarPlaces = (list: readonly unknown[], isTaken: Uint8Array): ScalarPlaces => {
  let open = 0
  for (let place = 0; place < list.length; place += 1) if (!isTaken[place] && isScalar(list[place])) open += 1
  if (open === 0) return () => -1
  let size = 16
  while (size < open * 2) size *= 2
  // Chained buckets: behind the first place of each, and behind each place, 0 or the next one plus 1.
  const heads = new Int32Array(size)
  const nexts = new Int32Array(list.length)
  const hashes = new Int32Array(list.length)
  for (let place = list.length - 1; place >= 0; place -= 1) {
    const value = list[place]
    if (isTaken[place] || !isScalar(value)) continue
    const hash = scalarHash(value)
    hashes[place] = hash
    nexts[place] = heads[hash & (size - 1)] as number
    heads[hash & (size - 1)] = place + 1
  }
  let passed = 0
  const most = MOST_PASSED * (open + 1)
  let rest: ScalarPlaces | undefined
  return (value, hash) => {
    if (rest) return rest(value, hash)
    const key = hash & (size - 1)
    let before = -1
    for (let place = (heads[key] as number) - 1; place >= 0; place = (nexts[place] as number) - 1) {
      if (hashes[place] === hash && list[place] === value && (value !== 0 || Object.is(list[place], value))) {
        if (before < 0) heads[key] = nexts[place] as number
        else nexts[before] = nexts[place] as number
        return place
      }
      before = place
      passed += 1
    }
    if (passed > most) {
      const left: number[] = []
      for (const head of heads) {
        for (let place = head - 1; place >= 0; place = (nexts[place] as number) - 1) left.push(place)
      }
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

/**
 * A 32-bit hash of a scalar. Of a long text it reads the end and a few characters before: most entries differ there, and to
 * read a text takes longer than all else that is done with it.
 */
export const scalarHash = (value: Scalar): number => {
  if (typeof value !== 'string') return otherHash(value)
  const { length } = value
  const end = Math.max(0, length - HASHED)
  const step = (end >> 2) + 1
  let hash = length
  for (let at = 0; at < end; at += step) hash = (Math.imul(hash, 31) + value.charCodeAt(at)) | 0
  for (let at = end; at < length; at += 1) hash = (Math.imul(hash, 31) + value.charCodeAt(at)) | 0
  return hash ^ (hash >>> 15)
}

/** Characters at the end of a text that are hashed. */
const HASHED = 8

const otherHash = (value: number | boolean | null): number => {
  if (typeof value !== 'number') return value === null ? 1 : value ? 2 : 3
  const hash = Math.imul(value | 0, 0x9e3779b1) ^ Math.imul((value * 1024) | 0, 0x85ebca6b)
  return hash ^ (hash >>> 15)
}
