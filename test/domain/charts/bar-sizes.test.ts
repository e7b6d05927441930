import fc from 'fast-check'
import { expect, test } from 'vitest'
import { barSizes } from '../../../src/domain/charts/bar-sizes.ts'
import { forMany } from '../../helpers/for-all.ts'

test('bars are as long as their counts if there is room', () => {
  expect(barSizes([2, 3, 0, 1, 3], 8)).toEqual([2, 3, 0, 1, 3])
})

test('bars differ exactly if their counts differ', () => {
  expect(barSizes([99, 100, 1, 2, 100], 5)).toEqual([4, 5, 1, 2, 5])
  const count = fc.oneof(fc.nat(3), fc.nat(30), fc.nat(2_000))
  forMany(2_000, fc.array(count, { minLength: 5, maxLength: 5 }), fc.integer({ min: 5, max: 24 }), (counts, room) => {
    const sizes = barSizes(counts, room)
    const order = (all: number[]) => all.flatMap((a) => all.map((b) => Math.sign(a - b)))
    expect(order(sizes)).toEqual(order(counts))
    expect(Math.max(...sizes)).toBeLessThanOrEqual(room)
  })
})
