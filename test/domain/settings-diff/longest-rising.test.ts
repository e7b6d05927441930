import fc from 'fast-check'
import { expect, test } from 'vitest'
import { longestRising, risingLength } from '../../../src/domain/settings-diff/longest-rising.ts'
import { tries } from '../../helpers/tries.ts'

const END = 3_000
/** Some numbers below END in any order, and some that are left out. */
const numbers = fc
  .uniqueArray(fc.integer({ min: -20, max: END - 1 }), { maxLength: 400 })
  .map((all) => Int32Array.from(all))

test('the length of a longest increasing run is that of the run itself', () => {
  fc.assert(
    fc.property(numbers, (all) => {
      const places = longestRising(all)
      expect(places.every((place, turn) => turn === 0 || (all[place] ?? 0) > (all[places[turn - 1] ?? 0] ?? 0))).toBe(
        true,
      )
      expect(risingLength(all, END)).toBe(places.length)
      // So many that they are not kept as bits.
      expect(risingLength(all, 1_000_000)).toBe(places.length)
    }),
    { numRuns: tries(200) },
  )
})

test('long runs, and numbers far below the highest, are counted too', () => {
  const up = Int32Array.from({ length: 5_000 }, (_, at) => at)
  expect(risingLength(up, 5_000)).toBe(5_000)
  expect(risingLength(up.toReversed(), 5_000)).toBe(1)
  // 4999, 0, 4998, 1, …
  const apart = up.map((at) => (at % 2 ? at >> 1 : 4_999 - (at >> 1)))
  expect(risingLength(apart, 5_000)).toBe(2_500)
  expect(longestRising(apart)).toHaveLength(2_500)
  expect(risingLength(new Int32Array(0), 0)).toBe(0)
})
