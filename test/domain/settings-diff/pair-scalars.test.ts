import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pairScalars } from '../../../src/domain/settings-diff/pair-scalars.ts'
import { scalarHash, tellingRuns } from '../../../src/domain/settings-diff/scalar-hash.ts'
import type { Scalar } from '../../../src/domain/settings-diff/setting-path.ts'
import { tries } from '../../helpers/tries.ts'

/** The pairs of two lists of which none is paired yet, less the old items that `isTaken` names. */
const pairsOf = (old: readonly Scalar[], now: readonly Scalar[], isTaken = (_: number): boolean => false) => {
  const isKept = Uint8Array.from(old, (_, place) => (isTaken(place) ? 1 : 0))
  const pairs = { old, now, from: new Int32Array(now.length).fill(-1), isKept, isSame: new Uint8Array(old.length) }
  pairScalars(pairs)
  return pairs
}

const scalar: fc.Arbitrary<Scalar> = fc.oneof(
  fc.constantFrom<Scalar[]>(0, -0, 1, '1', 'true', true, false, null, 'null', '', 1e300, 0.1, 0.2),
  fc.integer({ min: -3, max: 3 }),
)

test('each scalar is paired with the first equal one that has no pair, as a search through the list finds it', () => {
  const isTaken = (place: number): boolean => place % 3 === 1
  fc.assert(
    fc.property(fc.array(scalar, { maxLength: 30 }), fc.array(scalar, { maxLength: 40 }), (old, now) => {
      const left = new Set([...old.keys()].filter((place) => !isTaken(place)))
      const { from, isKept, isSame } = pairsOf(old, now, isTaken)
      for (const [index, value] of now.entries()) {
        const found = [...left].find((place) => Object.is(old[place], value)) ?? -1
        expect(from[index]).toBe(found)
        left.delete(found)
      }
      expect([...isKept]).toEqual(old.map((_, place) => (left.has(place) ? 0 : 1)))
      expect([...isSame]).toEqual(old.map((_, place) => (left.has(place) || isTaken(place) ? 0 : 1)))
    }),
    { numRuns: tries(500) },
  )
})

test('items that hold others, and those that have a pair, are left alone', () => {
  const [old, now] = [
    ['a', {}, 'b'],
    ['b', {}, 'a', 'a'],
  ]
  const from = Int32Array.from([-1, -1, 0, -1])
  const isKept = Uint8Array.from([1, 0, 0])
  const { given, asked } = pairScalars({ old, now, from, isKept, isSame: new Uint8Array(3) })
  expect([...from]).toEqual([2, -1, 0, -1])
  expect([...isKept]).toEqual([1, 0, 1])
  expect([...given.places]).toEqual([2])
  expect([...asked.places]).toEqual([0, 3])
})

test('texts that all have one hash are paired too', () => {
  // Of a long text only some characters count.
  const list = Array.from(
    { length: 400 },
    (_, index) => `${'a'.repeat(40)}${String(index).padStart(4)}${'z'.repeat(88)}`,
  )
  const runs = tellingRuns(list)
  expect(new Set(list.map((text) => scalarHash(text, runs))).size).toBe(1)
  const places = list.map((_, index) => index)
  expect([...pairsOf([...list, ...list], list.toReversed()).from]).toEqual(places.toReversed())
  expect([...pairsOf([...list, 'b', ...list], list, (place) => place < 400).from]).toEqual(places.map((at) => 401 + at))
  expect([...pairsOf(list.slice(1), list).from]).toEqual(places.map((at) => at - 1))
  const other = list[0]?.replace('   0', 'none') as string
  expect([...pairsOf(list, [other, ...list]).from]).toEqual([-1, ...places])
})

test('numbers of which many stand in one bucket are paired too', () => {
  const numbers = Array.from({ length: 40_000 }, (_, at) => at * 0.001)
  const runs = tellingRuns(numbers)
  const buckets = Map.groupBy(numbers, (number) => scalarHash(number, runs) & 0xff)
  const list = [...(buckets.get(7) ?? []), ...Array.from({ length: 40 }, (_, at) => at)]
  expect([...pairsOf(list, list.toReversed()).from]).toEqual(list.map((_, at) => list.length - 1 - at))
})
