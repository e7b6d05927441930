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
  const pairs = new Float64Array(olds.length * nows.length)
  for (let i = olds.length; i >= 0; i -= 1) {
    for (let j = nows.length; j >= 0; j -= 1) {
      if (i === olds.length || j === nows.length) {
        least[i * width + j] = (olds.length - i + (nows.length - j)) * ALONE
        continue
      }
      const cost = costOf(olds[i] as number, nows[j] as number)
      pairs[i * nows.length + j] = cost
      const paired = cost + (least[(i + 1) * width + j + 1] as number)
      const alone = ALONE + Math.min(least[(i + 1) * width + j] as number, least[i * width + j + 1] as number)
      least[i * width + j] = Math.min(paired, alone)
    }
  }
  const found: [number, number][] = []
  let i = 0
  let j = 0
  while (i < olds.length && j < nows.length) {
    const rest = least[i * width + j] as number
    if (rest === (pairs[i * nows.length + j] as number) + (least[(i + 1) * width + j + 1] as number)) {
      found.push([olds[i] as number, nows[j] as number])
      i += 1
      j += 1
    } else if (rest === ALONE + (least[(i + 1) * width + j] as number)) i += 1
    else j += 1
  }
  return found
}
