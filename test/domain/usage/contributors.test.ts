import fc from 'fast-check'
import { expect, test } from 'vitest'
import { median } from '../../../src/base/numbers.ts'
import { contributorsOf, toKeyedDays } from '../../../src/domain/usage/day-explanation.ts'

const day = (values: Record<string, number | undefined>) => new Map(Object.entries(values))

test('fewer than three days to go by, or no difference, have no contributors', () => {
  const two = toKeyedDays(day({ opus: 90 }), [day({ opus: 20 }), day({ opus: 20 })])
  expect(contributorsOf(two, 70)).toEqual([])
  const three = toKeyedDays(day({ opus: 90 }), [day({ opus: 20 }), day({ opus: 20 }), day({ opus: 20 })])
  expect(contributorsOf(three, 0)).toEqual([])
  expect(contributorsOf(three, Number.NaN)).toEqual([])
})

test('an unknown value is left out, and with fewer than three known ones so is the key', () => {
  const known = toKeyedDays(day({ a: 10, b: undefined }), [
    day({ a: 1, b: 1 }),
    day({ a: 2 }),
    day({ a: 3 }),
    day({ a: undefined }),
  ])
  expect(contributorsOf(known, 8)).toEqual([{ index: 0, key: 'a', difference: 8, share: 1 }])
  const unknown = toKeyedDays(day({ a: 10 }), [day({ a: undefined }), day({ a: 2 }), day({ a: 3 })])
  expect(contributorsOf(unknown, 8)).toEqual([])
})

const keys = ['a', 'b', 'c', '__proto__', '']
const map = fc
  .dictionary(fc.constantFrom(...keys), fc.option(fc.nat(9), { nil: undefined }))
  .map((values) => new Map(Object.entries(values)))

test('the difference of each key is against the plain median of its own days', () => {
  fc.assert(
    fc.property(
      map,
      fc.array(map, { minLength: 3, maxLength: 8 }),
      fc.constantFrom(-7, 5),
      (today, earlier, difference) => {
        const valueIn = (of: ReadonlyMap<string, number | undefined>, key: string) => (of.has(key) ? of.get(key) : 0)
        const expected = keys.flatMap((key) => {
          const before = earlier.map((each) => valueIn(each, key)).filter((each) => each !== undefined)
          const now = valueIn(today, key)
          const usual = median(before)
          if (before.length < 3 || now === undefined || usual === undefined) return []
          return (now - usual) / difference > 0 ? [[key, now - usual]] : []
        })
        const found = contributorsOf(toKeyedDays(today, earlier), difference, 9).map((each) => [
          each.key,
          each.difference,
        ])
        expect(new Map(found as [string, number][])).toEqual(new Map(expected as [string, number][]))
      },
    ),
  )
})
