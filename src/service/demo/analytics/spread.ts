import type { Random } from '../kit/random.ts'
import type { Weighted } from '../kit/vocabulary.ts'

export type Counted<T extends Weighted = Weighted> = { item: T; count: number }

/**
 * Spreads a total over names by their weights, a little differently each time, so that the counts add up to the
 * total exactly. Most first; names that got nothing are left out.
 */
export const spread = <T extends Weighted>(total: number, items: readonly T[], random: Random): Counted<T>[] => {
  const weights = items.map(({ weight }) => weight * random.between(0.75, 1.25))
  const sum = weights.reduce((all, weight) => all + weight, 0)
  const counted = items.map((item, at) => ({ item, count: Math.floor((total * (weights[at] ?? 0)) / sum) }))
  const given = counted.reduce((all, { count }) => all + count, 0)
  const [first] = counted
  if (first !== undefined) first.count += total - given
  return counted.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count)
}
