import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createScalarPlaces, scalarHash } from '../../../src/domain/settings-diff/scalar-places.ts'
import type { Scalar } from '../../../src/domain/settings-diff/setting-path.ts'
import { tries } from '../../helpers/tries.ts'

const scalar: fc.Arbitrary<Scalar> = fc.oneof(
  fc.constantFrom<Scalar[]>(0, -0, 1, '1', 'true', true, false, null, 'null', '', 1e300, 0.1, 0.2),
  fc.integer({ min: -3, max: 3 }),
)

test('each place is given once, the first one first, and as often as a search through the list finds it', () => {
  fc.assert(
    fc.property(fc.array(scalar, { maxLength: 30 }), fc.array(scalar, { maxLength: 40 }), (list, asked) => {
      const places = list.flatMap((_, place) => (place % 3 === 1 ? [] : [place]))
      const left = new Set(places)
      const take = createScalarPlaces(list, places)
      for (const value of asked) {
        const found = [...left].find((place) => Object.is(list[place], value)) ?? -1
        expect(take(value)).toBe(found)
        left.delete(found)
      }
    }),
    { numRuns: tries(500) },
  )
})

test('texts that all have one hash are found too', () => {
  // What is in the middle of a long text does not count.
  const list = Array.from(
    { length: 400 },
    (_, index) => `${'a'.repeat(64)}${String(index).padStart(4)}${'z'.repeat(64)}`,
  )
  expect(new Set(list.map(scalarHash)).size).toBe(1)
  const take = createScalarPlaces(
    [...list, ...list],
    [...list, ...list].map((_, place) => place),
  )
  const other = list[0]?.replace('   0', 'none') as string
  expect(list.map(() => take(other)).every((place) => place === -1)).toBe(true)
  expect(list.toReversed().map(take)).toEqual(list.map((_, index) => 399 - index))
  expect(list.map(take)).toEqual(list.map((_, index) => 400 + index))
  expect(take(list[7] as string)).toBe(-1)
})
