/** The cost of an unmatched item, removed or added. A pair never costs more than two of them. */
export const ALONE = 1

/**
 * Matches items of two lists, in the order of both, at the lowest total cost.
 *
 * @param costOf - 0 for equal items, Infinity for items known to be different ones.
 */
export const cheapestPairs = (
  olds: readonly number[],
  nows: readonly number[],
  costOf: (before: number, after: number) => number,
): [number, number][] => {
  const width = nows.length + 1
  // The lowest cost of the rest of both from each index on, and the cost of each pair.
  const least = new Float64Array((olds.length + 1) * width)
  const leastAt = (i: number, j: number): number => least[i * width + j] ?? 0
  const pairs = new Float64Array(olds.length * nows.length)
  for (let i = olds.length; i >= 0; i -= 1) {
    for (let j = nows.length; j >= 0; j -= 1) {
      if (i === olds.length || j === nows.length) {
        least[i * width + j] = (olds.length - i + (nows.length - j)) * ALONE
        continue
      }
      const cost = costOf(olds[i] ?? 0, nows[j] ?? 0)
      pairs[i * nows.length + j] = cost
      const paired = cost + leastAt(i + 1, j + 1)
      const alone = ALONE + Math.min(leastAt(i + 1, j), leastAt(i, j + 1))
      least[i * width + j] = Math.min(paired, alone)
    }
  }
  const found: [number, number][] = []
  let i = 0
  let j = 0
  while (i < olds.length && j < nows.length) {
    const rest = leastAt(i, j)
    if (rest === (pairs[i * nows.length + j] ?? 0) + leastAt(i + 1, j + 1)) {
      found.push([olds[i] ?? 0, nows[j] ?? 0])
      i += 1
      j += 1
    } else if (rest === ALONE + leastAt(i + 1, j)) i += 1
    else j += 1
  }
  return found
}
