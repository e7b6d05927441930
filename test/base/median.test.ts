import { expect, test } from 'vitest'
import { mean, median, quantile } from '../../src/base/median.ts'

test('medians and quartiles skip what is missing', () => {
  expect(median([3, undefined, 1, null, 2])).toBe(2)
  expect(median([4, 1, 2, 3])).toBe(2.5)
  expect(median([])).toBeUndefined()
  expect(median([100, 20, 3])).toBe(20)
  expect(quantile([1, 2, 3, 4, 5], 0.25)).toBe(2)
  expect(quantile([10, 20], 0.75)).toBe(17.5)
  expect(mean([1, undefined, 3])).toBe(2)
})
