/**
 * Arrays filled by counting up: `from`, `map` and `filter` of typed arrays go through iterators and take up to five times as
 * long.
 */

const filled = <Values extends Float64Array | Uint32Array | Uint16Array | Uint8Array>(
  values: Values,
  at: (index: number) => number,
): Values => {
  for (let index = 0; index < values.length; index++) values[index] = at(index)
  return values
}

/** A number for each index from 0. */
export const floatsOf = (length: number, at: (index: number) => number) => filled(new Float64Array(length), at)

/** A small whole number, 0 to 65,535, for each index from 0. */
export const codesOf = (length: number, at: (index: number) => number) => filled(new Uint16Array(length), at)

/** 0 or 1 for each index from 0. */
export const marksOf = (length: number, at: (index: number) => number) => filled(new Uint8Array(length), at)

/** A row or entry number for each index from 0. */
export const indexesOf = (length: number, at: (index: number) => number) => filled(new Uint32Array(length), at)

/** Those for which a condition holds, in their order. */
export const indexesWhere = (indexes: Uint32Array, holds: (index: number) => boolean): Uint32Array => {
  const found = new Uint32Array(indexes.length)
  let length = 0
  for (let at = 0; at < indexes.length; at++) {
    const index = indexes[at] ?? 0
    if (holds(index)) found[length++] = index
  }
  return found.slice(0, length)
}

/** The numbers from 0 to below `length`. */
export const upTo = (length: number): Uint32Array => indexesOf(length, (index) => index)

/**
 * Indexes in the order of their keys: those of `order` (by default all of `keys`), which stay in its order where keys are equal.
 * NaN comes last in both directions.
 */
export const stableOrder = (keys: Float64Array, isDescending: boolean, order = upTo(keys.length)): Uint32Array => {
  const lower = isDescending ? 1 : -1
  return order.toSorted((a, b) => {
    const one = keys[a] ?? Number.NaN
    const other = keys[b] ?? Number.NaN
    if (one === other) return 0
    if (one < other) return lower
    if (one > other) return -lower
    return Number(Number.isNaN(one)) - Number(Number.isNaN(other))
  })
}
