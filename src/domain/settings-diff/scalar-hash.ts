import type { Scalar } from './setting-path.ts'

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
    const end = mixed(Math.imul(mixed(Math.imul(fourOf(value, length - 4), 0x9e3779b1)), 0x2c1b3c6d))
    return mixed(Math.imul(end + fourOf(value, length - 8), 0x85ebca6b) + Math.imul(middle + length, 0xc2b2ae35))
  }
  let hash = length
  for (let at = 0; at < length; at += 1) hash = Math.imul(hash ^ value.charCodeAt(at), 0x01000193)
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
