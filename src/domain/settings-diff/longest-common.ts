import { longestRising } from './longest-rising.ts'

/** Most pairs of equal items that are looked at. */
const MOST_PAIRS = 400_000

/**
 * Pairs of places of equal items, rising on both sides: one of the longest such runs; none where too many items are equal.
 * Items are equal as a Map takes them to be.
 */
export const longestCommon = (olds: readonly unknown[], nows: readonly unknown[]): [number, number][] => {
  // Falling, so that no two pairs of one item before are on a rising run.
  const places = new Map<unknown, number[]>()
  for (let now = nows.length - 1; now >= 0; now -= 1) {
    const own = places.get(nows[now])
    if (own) own.push(now)
    else places.set(nows[now], [now])
  }
  const pairs: [number, number][] = []
  for (const [old, item] of olds.entries()) {
    for (const now of places.get(item) ?? []) pairs.push([old, now])
    if (pairs.length > MOST_PAIRS) return []
  }
  return longestRising(Int32Array.from(pairs, ([, now]) => now)).map((index) => pairs[index] as [number, number])
}
