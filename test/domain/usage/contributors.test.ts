import { expect, test } from 'vitest'
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
