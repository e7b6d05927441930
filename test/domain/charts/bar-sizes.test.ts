import { expect, test } from 'vitest'
import { barSizes } from '../../../src/domain/charts/bar-sizes.ts'
import { tries } from '../../helpers/tries.ts'

test('bars are as long as their counts where there is room', () => {
  expect(barSizes([2, 3, 0, 1, 3], 8)).toEqual([2, 3, 0, 1, 3])
})

test('bars of counts differ when the counts do, and are the same when they are', () => {
  expect(barSizes([99, 100, 1, 2, 100], 5)).toEqual([4, 5, 1, 2, 5])
  let seed = 7
  const random = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    return seed % below
  }
  for (let count = 0; count < tries(2_000); count++) {
    const room = 5 + random(20)
    const counts = Array.from({ length: 5 }, () => random([4, 30, 2_000][random(3)] ?? 4))
    const sizes = barSizes(counts, room)
    for (const [a, one] of counts.entries())
      for (const [b, other] of counts.entries())
        expect(Math.sign((sizes[a] ?? 0) - (sizes[b] ?? 0)), JSON.stringify({ counts, room, sizes })).toBe(
          Math.sign(one - other),
        )
    expect(Math.max(...sizes)).toBeLessThanOrEqual(room)
  }
})
