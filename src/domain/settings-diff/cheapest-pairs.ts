/** What an item costs that has no other: gone or new. A pair costs less than two of it, or it is none. */
export const ALONE = 1

/**
 * Which items of two lists belong together, in the order of both, so that all cost least.
 *
 * @param costOf - From 0, the same, without end for items that are known to be different ones.
 */
export const cheapestPairs = (
  olds: readonly number[],
  nows: readonly number[],
  costOf: (before: number, after: number) => number,
): [number, number][] => {
  const width = nows.length + 1
  // The least that the rest of both costs from each place on, and the cost of each pair.
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
