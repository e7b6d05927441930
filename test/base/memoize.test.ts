import { expect, test, vi } from 'vitest'
import { memoize, memoizePerObject } from '../../src/base/memoize.ts'

test.each([undefined, 0, 'a'])('a result of %j is computed only once for each key', (result) => {
  const make = vi.fn(() => result)
  const [of, ofObject] = [memoize(make), memoizePerObject(make)]
  const owner = {}
  expect([of('a'), of('a'), of('b'), ofObject(owner), ofObject(owner)]).toEqual(Array(5).fill(result))
  expect(make).toHaveBeenCalledTimes(3)
})

test('a full cache is cleared', () => {
  const make = vi.fn((key: string) => key.length)
  const of = memoize(make, 2)
  for (const key of ['a', 'b', 'a', 'c', 'b']) of(key)
  expect(make.mock.calls.map(([key]) => key)).toEqual(['a', 'b', 'c', 'b'])
})

test('a copy of the key is stored, and found by the key itself', () => {
  const [make, copyOf] = [vi.fn((key: string) => key.length), vi.fn((key: string) => [...key].join(''))]
  const of = memoize(make, 2, copyOf)
  expect([of('ab'), of('ab'), of('c'), of('ab')]).toEqual([2, 2, 1, 2])
  expect([make.mock.calls.length, copyOf.mock.calls.length]).toEqual([2, 2])
})
