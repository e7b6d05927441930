import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mean, median, quantile } from '../../src/base/numbers.ts'
import { stableOrder } from '../../src/base/typed-arrays.ts'
import { forAll } from '../helpers/for-all.ts'

test('medians and quartiles skip missing values', () => {
  expect(median([3, undefined, 1, null, 2])).toBe(2)
  expect(median([4, 1, 2, 3])).toBe(2.5)
  expect(median([])).toBeUndefined()
  expect(median([100, 20, 3])).toBe(20)
  expect(quantile([1, 2, 3, 4, 5], 0.25)).toBe(2)
  expect(quantile([10, 20], 0.75)).toBe(17.5)
  expect(mean([1, undefined, 3])).toBe(2)
})

const key = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double(), fc.constantFrom(Number.NaN, -0, 0, 1e300, -1e300))

test('the order is that of a stable sort, with NaN last in both directions', () => {
  forAll(fc.array(key, { maxLength: 50 }), fc.boolean(), (keys, isDescending) => {
    const known = keys.map((value, index) => ({ value, index })).filter(({ value }) => !Number.isNaN(value))
    const unknown = keys.flatMap((value, index) => (Number.isNaN(value) ? [index] : []))
    known.sort((a, b) => {
      if (a.value === b.value) return a.index - b.index
      return a.value < b.value === isDescending ? 1 : -1
    })
    const order = stableOrder(Float64Array.from(keys), isDescending)
    expect([...order]).toEqual([...known.map(({ index }) => index), ...unknown])
  })
})

test('equal keys stay in the given order, and the given array is not changed', () => {
  const given = Uint32Array.of(4, 2, 0, 3, 1)
  expect([...stableOrder(Float64Array.of(1, 0, 1, 0, 1), true, given)]).toEqual([4, 2, 0, 3, 1])
  expect([...stableOrder(Float64Array.of(1, 0, 1, 0, 1), false, given)]).toEqual([3, 1, 4, 2, 0])
  expect([...given]).toEqual([4, 2, 0, 3, 1])
})
