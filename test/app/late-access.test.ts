import { expect, test } from 'vitest'
import { lateAccess } from '../../src/app/explorer-session.ts'

/** An access that counts how often it is loaded, and fails the first times. */
const counted = (failures = 0) => {
  const count = { loads: 0 }
  const load = async () => {
    count.loads++
    if (count.loads <= failures) throw new Error('the disk is gone')
    return { add: async (first: number, second: number) => first + second, name: async () => 'sums' }
  }
  return { count, load }
}

test('nothing is loaded before the first call, and then once for all functions', async () => {
  const { count, load } = counted()
  const access = lateAccess(load)
  const { add, name } = access
  expect(count.loads).toBe(0)
  expect(await Promise.all([add(1, 2), access.add(3, 4), name()])).toEqual([3, 7, 'sums'])
  expect(count.loads).toBe(1)
})

test('what could not be loaded is tried again by the next call', async () => {
  const { count, load } = counted(1)
  const access = lateAccess(load)
  await expect(access.name()).rejects.toThrow('the disk is gone')
  expect(await access.name()).toBe('sums')
  expect(count.loads).toBe(2)
})

test('what is there at once is had without loading', async () => {
  const { count, load } = counted()
  const access = lateAccess(load, { unit: 'credits' })
  expect(access.unit).toBe('credits')
  expect(count.loads).toBe(0)
  expect(await access.name()).toBe('sums')
})
