import { longestRising } from './longest-rising.ts'

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
