import { expect, test } from 'vitest'
import { lazyAccess } from '../../src/app/explorer-session.ts'

test('lazy functions are loaded once, at the first call, and again after a failed load', async () => {
  let loads = 0
  const access = lazyAccess(
    async () => {
      loads++
      if (loads === 1) throw new Error('the disk is gone')
      return { add: async (first: number, second: number) => first + second, name: async () => 'sums' }
    },
    { unit: 'credits' },
  )
  expect([access.unit, loads]).toEqual(['credits', 0])
  await expect(access.name()).rejects.toThrow('the disk is gone')
  expect(await Promise.all([access.add(1, 2), access.name()])).toEqual([3, 'sums'])
  expect(loads).toBe(2)
})
