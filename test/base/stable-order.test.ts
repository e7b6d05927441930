import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stableOrder } from '../../src/base/stable-order.ts'

const key = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double(), fc.constantFrom(Number.NaN, -0, 0, 1e300, -1e300))

test('the order is that of a stable comparing sort, with NaN last whichever way', () => {
  fc.assert(
    fc.property(fc.array(key, { maxLength: 50 }), fc.boolean(), (keys, isDescending) => {
      const known = keys.map((value, index) => ({ value, index })).filter(({ value }) => !Number.isNaN(value))
      const unknown = keys.flatMap((value, index) => (Number.isNaN(value) ? [index] : []))
      known.sort((a, b) => {
        if (a.value === b.value) return a.index - b.index
        return a.value < b.value === isDescending ? 1 : -1
      })
      const order = stableOrder(Float64Array.from(keys), isDescending)
      expect([...order]).toEqual([...known.map(({ index }) => index), ...unknown])
    }),
  )
})

test('equal keys stay in the order that is given, which is itself left alone', () => {
  const given = Uint32Array.of(4, 2, 0, 3, 1)
  expect([...stableOrder(Float64Array.of(1, 0, 1, 0, 1), true, given)]).toEqual([4, 2, 0, 3, 1])
  expect([...stableOrder(Float64Array.of(1, 0, 1, 0, 1), false, given)]).toEqual([3, 1, 4, 2, 0])
  expect([...given]).toEqual([4, 2, 0, 3, 1])
})
