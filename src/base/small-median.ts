/**
 * The median of the first `count` values, which are put in order in place. For few values that are known to be numbers, where
 * an array of their own would cost more than the median; NaN when there are none.
 */
export const medianOfFirst = (values: Float64Array, count: number): number => {
  for (let index = 1; index < count; index += 1) {
    const value = values[index] ?? 0
    let place = index
    while (place > 0 && (values[place - 1] ?? 0) > value) {
      values[place] = values[place - 1] ?? 0
      place -= 1
    }
    values[place] = value
  }
  return count === 0 ? Number.NaN : ((values[(count - 1) >> 1] ?? 0) + (values[count >> 1] ?? 0)) / 2
}
