/** Indexes of a longest increasing subsequence of a list; numbers below 0 are left out. */
export const longestRising = (numbers: readonly number[]): number[] => {
  // For each length the index of the lowest number that a run of it can end with, and for each index the one before it in its run.
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

/** Most pairs of equal items that are looked at. */
const MAX_PAIRS = 400_000

/**
 * A longest common subsequence of two lists as pairs of indexes; empty where too many items are equal.
 * Items are compared as Map keys are.
 */
export const longestCommon = (olds: readonly unknown[], nows: readonly unknown[]): [number, number][] => {
  // Descending, so that an increasing run has one pair an item at most.
  const places = new Map<unknown, number[]>()
  for (let now = nows.length - 1; now >= 0; now -= 1) {
    const own = places.get(nows[now])
    if (own) own.push(now)
    else places.set(nows[now], [now])
  }
  const pairs: [number, number][] = []
  for (const [old, item] of olds.entries()) {
    for (const now of places.get(item) ?? []) pairs.push([old, now])
    if (pairs.length > MAX_PAIRS) return []
  }
  return longestRising(pairs.map(([, now]) => now)).map((index) => pairs[index] as [number, number])
}
