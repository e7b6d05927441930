/** Uses a loop, because `from`, `map` and `filter` of typed arrays take up to five times as long. */
const filled = <Values extends Float64Array | Uint32Array | Uint16Array | Uint8Array>(
  values: Values,
  at: (index: number) => number,
): Values => {
  for (let index = 0; index < values.length; index++) values[index] = at(index)
  return values
}

/** Creates an array with a number for each index. */
export const floatsOf = (length: number, at: (index: number) => number) => filled(new Float64Array(length), at)

/** Creates an array with an integer from 0 to 65,535 for each index. */
export const codesOf = (length: number, at: (index: number) => number) => filled(new Uint16Array(length), at)

/** Creates an array with 0 or 1 for each index. */
export const marksOf = (length: number, at: (index: number) => number) => filled(new Uint8Array(length), at)

/** Creates an array with a row or entry number for each index. */
export const indexesOf = (length: number, at: (index: number) => number) => filled(new Uint32Array(length), at)

/** The indexes that match a condition, in their order. */
export const indexesWhere = (indexes: Uint32Array, matches: (index: number) => boolean): Uint32Array => {
  const found = new Uint32Array(indexes.length)
  let length = 0
  for (let at = 0; at < indexes.length; at++) {
    const index = indexes[at] ?? 0
    if (matches(index)) found[length++] = index
  }
  return found.slice(0, length)
}

/** The numbers from 0 to `length - 1`. */
export const upTo = (length: number): Uint32Array => indexesOf(length, (index) => index)

/**
 * Sorts the indexes of `order` (default: all indexes of `keys`) by their keys. Indexes with equal keys keep their order.
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
