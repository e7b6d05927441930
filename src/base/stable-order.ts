import { indexesOf, indexesWhere } from './typed-arrays.ts'

const BITS = 11
const BUCKETS = 1 << BITS
const PASSES = [
  { isHigh: false, shift: 0 },
  { isHigh: false, shift: BITS },
  { isHigh: false, shift: 2 * BITS },
  { isHigh: true, shift: 0 },
  { isHigh: true, shift: BITS },
  { isHigh: true, shift: 2 * BITS },
] as const

/**
 * Indexes in the order of their keys: those of `order` (by default all of `keys`), which stay in its order where keys are equal.
 * NaN comes last whichever way. A radix sort: 100,000 keys take 5 ms, ten times less than with a comparing function.
 */
export const stableOrder = (keys: Float64Array, isDescending: boolean, order = upTo(keys.length)): Uint32Array => {
  const known = indexesWhere(order, (index) => !Number.isNaN(keys[index]))
  const sorted = radixSorted(keys, isDescending, known)
  if (known.length === order.length) return sorted
  const all = new Uint32Array(order.length)
  all.set(sorted)
  all.set(
    indexesWhere(order, (index) => Number.isNaN(keys[index])),
    known.length,
  )
  return all
}

/** The numbers from 0 to below `length`. */
export const upTo = (length: number): Uint32Array => indexesOf(length, (index) => index)

const radixSorted = (keys: Float64Array, isDescending: boolean, order: Uint32Array): Uint32Array => {
  const words = sortableWords(keys, isDescending)
  const counts = new Uint32Array(BUCKETS)
  let from: Uint32Array = order
  let to: Uint32Array = new Uint32Array(order.length)
  for (const { isHigh, shift } of PASSES) {
    const half = isHigh ? words.high : words.low
    counts.fill(0)
    for (let at = 0; at < from.length; at++) {
      const bucket = ((half[from[at] ?? 0] ?? 0) >>> shift) & (BUCKETS - 1)
      counts[bucket] = (counts[bucket] ?? 0) + 1
    }
    if (isOneBucket(counts, from.length)) continue
    let start = 0
    for (let bucket = 0; bucket < BUCKETS; bucket++) {
      const count = counts[bucket] ?? 0
      counts[bucket] = start
      start += count
    }
    for (let at = 0; at < from.length; at++) {
      const index = from[at] ?? 0
      const bucket = ((half[index] ?? 0) >>> shift) & (BUCKETS - 1)
      const place = counts[bucket] ?? 0
      counts[bucket] = place + 1
      to[place] = index
    }
    ;[from, to] = [to, from === order ? new Uint32Array(order.length) : from]
  }
  return from === order ? order.slice() : from
}

// Most keys are small whole numbers, whose low bits are all the same.
const isOneBucket = (counts: Uint32Array, length: number): boolean => {
  for (let bucket = 0; bucket < BUCKETS; bucket++) {
    const count = counts[bucket] ?? 0
    if (count > 0) return count === length
  }
  return true
}

/** Both halves of each key, changed so that they compare as whole numbers in the order that is wanted. */
const sortableWords = (keys: Float64Array, isDescending: boolean): { low: Uint32Array; high: Uint32Array } => {
  const low = new Uint32Array(keys.length)
  const high = new Uint32Array(keys.length)
  const number = new Float64Array(1)
  const halves = new Uint32Array(number.buffer)
  const [lowHalf, highHalf] = isLittleEndian ? [0, 1] : [1, 0]
  const turn = isDescending ? 0xffffffff : 0
  for (let index = 0; index < keys.length; index++) {
    // -0 and 0 are equal.
    number[0] = (keys[index] ?? 0) + 0
    const lowBits = halves[lowHalf] ?? 0
    const highBits = halves[highHalf] ?? 0
    // Negative numbers have the top bit set and grow the other way.
    const isNegative = highBits >>> 31 === 1
    low[index] = (isNegative ? ~lowBits : lowBits) ^ turn
    high[index] = (isNegative ? ~highBits : highBits ^ 0x80000000) ^ turn
  }
  return { low, high }
}

const isLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1
