import fc from 'fast-check'
import { expect, test } from 'vitest'
import { longestRising } from '../../../src/domain/settings-diff/sequences.ts'
import { tries } from '../../helpers/tries.ts'
import { commonLength } from './common-length.ts'

test('a longest increasing run is as long as the plain rule says, without what is left out', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: -20, max: 200 }), { maxLength: 60 }), (all) => {
      const places = longestRising(all)
      const run = places.map((place) => all[place] ?? -1)
      const used = all.filter((number) => number >= 0)
      expect(run.every((number, turn) => number >= 0 && (turn === 0 || number > (run[turn - 1] ?? 0)))).toBe(true)
      expect(run).toHaveLength(
        commonLength(
          used,
          used.toSorted((a, b) => a - b),
        ),
      )
    }),
    { numRuns: tries(200) },
  )
})

test('long runs are found too', () => {
  const up = Array.from({ length: 5_000 }, (_, at) => at)
  expect(longestRising(up)).toHaveLength(5_000)
  expect(longestRising(up.toReversed())).toHaveLength(1)
  // 4999, 0, 4998, 1, …
  expect(longestRising(up.map((at) => (at % 2 ? at >> 1 : 4_999 - (at >> 1))))).toHaveLength(2_500)
  expect(longestRising([])).toEqual([])
})
