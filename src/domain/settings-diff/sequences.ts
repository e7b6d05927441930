/** Indexes of a longest increasing subsequence of a list. Numbers below 0 are ignored. */
export const longestIncreasing = (numbers: readonly number[]): number[] => {
  // `ends`: by length, the index of the lowest number that ends an increasing run. `before`: by index, the preceding
  // index in its run.
  const ends: number[] = []
  const before = new Array<number>(numbers.length).fill(-1)
  let highest = -1
  for (const [place, number] of numbers.entries()) {
    if (number < 0) continue
    const low = number > highest ? ends.length : firstNotBelow(numbers, ends, number)
    if (low > 0) before[place] = ends[low - 1] ?? -1
    if (low >= ends.length - 1) highest = number
    ends[low] = place
  }
  const run: number[] = []
  for (let place = ends.at(-1) ?? -1; place >= 0; place = before[place] ?? -1) run.push(place)
  return run.reverse()
}

const firstNotBelow = (numbers: readonly number[], ends: readonly number[], number: number): number => {
  let [low, high] = [0, ends.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((numbers[ends[middle] ?? 0] ?? 0) < number) low = middle + 1
    else high = middle
  }
  return low
}

/** Maximum number of pairs of equal items. */
const MAX_PAIRS = 400_000

/**
 * A longest common subsequence of two lists as pairs of indexes; empty if there are too many pairs of equal items.
 * Items are compared like Map keys.
 */
export const longestCommonSubsequence = (olds: readonly unknown[], nows: readonly unknown[]): [number, number][] => {
  // Descending, so that an increasing run has at most one pair per item.
  const places = Map.groupBy([...nows.keys()].reverse(), (now) => nows[now])
  const pairs: [number, number][] = []
  for (const [old, item] of olds.entries()) {
    for (const now of places.get(item) ?? []) pairs.push([old, now])
    if (pairs.length > MAX_PAIRS) return []
  }
  return longestIncreasing(pairs.map(([, now]) => now)).map((index) => pairs[index] as [number, number])
}

/** The cost of an unmatched item, removed or added. A pair never costs more than two of them. */
const UNPAIRED_COST = 1

/**
 * Pairs the items of two lists, in the order of both, at the lowest total cost.
 *
 * @param costOf - 0 for equal items, Infinity for items that are known to be different.
 */
export const cheapestPairs = (
  olds: readonly number[],
  nows: readonly number[],
  costOf: (before: number, after: number) => number,
): [number, number][] => {
  const width = nows.length + 1
  // `lowest`: the lowest cost of the rest of both lists from each pair of indexes. `pairs`: the cost of each pair.
  const lowest = new Float64Array((olds.length + 1) * width)
  const lowestAt = (i: number, j: number): number => lowest[i * width + j] ?? 0
  const pairs = new Float64Array(olds.length * nows.length)
  for (let i = olds.length; i >= 0; i -= 1) {
    for (let j = nows.length; j >= 0; j -= 1) {
      if (i === olds.length || j === nows.length) {
        lowest[i * width + j] = (olds.length - i + (nows.length - j)) * UNPAIRED_COST
        continue
      }
      const cost = costOf(olds[i] ?? 0, nows[j] ?? 0)
      pairs[i * nows.length + j] = cost
      const paired = cost + lowestAt(i + 1, j + 1)
      const unpaired = UNPAIRED_COST + Math.min(lowestAt(i + 1, j), lowestAt(i, j + 1))
      lowest[i * width + j] = Math.min(paired, unpaired)
    }
  }
  const found: [number, number][] = []
  let i = 0
  let j = 0
  while (i < olds.length && j < nows.length) {
    const rest = lowestAt(i, j)
    if (rest === (pairs[i * nows.length + j] ?? 0) + lowestAt(i + 1, j + 1)) {
      found.push([olds[i] ?? 0, nows[j] ?? 0])
      i += 1
      j += 1
    } else if (rest === UNPAIRED_COST + lowestAt(i + 1, j)) i += 1
    else j += 1
  }
  return found
}
