/** Sum and median of the known values of some rows. NaN is an unknown value. */
export type Aggregate = {
  sum: number
  /** Undefined without any known value. */
  median: number | undefined
  /** Number of unknown values. */
  unknown: number
}

export const aggregateOf = (values: Float64Array): Aggregate => {
  // Sorting moves NaN to the end.
  const sorted = values.toSorted()
  let known = sorted.length
  while (known > 0 && Number.isNaN(sorted[known - 1])) known--
  let sum = 0
  for (let at = 0; at < known; at++) sum += sorted[at] ?? 0
  const middle = (known - 1) / 2
  const median = known === 0 ? undefined : ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2
  return { sum, median, unknown: sorted.length - known }
}
