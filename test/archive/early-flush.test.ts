import { expect, test } from 'vitest'
import { createEarlyFlush } from '../../src/archive/early-flush.ts'

const MEGABYTE = 1024 * 1024

/** A file whose disk answers when the test says so. */
const createSlowDisk = () => {
  const told: string[] = []
  const asked: PromiseWithResolvers<void>[] = []
  const flush = (name: string) => () => {
    told.push(name)
    asked.push(Promise.withResolvers())
    return (asked.at(-1) as PromiseWithResolvers<void>).promise
  }
  return { told, asked, datasync: flush('datasync'), sync: flush('sync') }
}

test('what is written is brought to the disk meanwhile, one after the other, and the rest at the end', async () => {
  const disk = createSlowDisk()
  const { wrote, end } = createEarlyFlush(disk)
  for (let at = 0; at < 80; at++) wrote(MEGABYTE)
  expect(disk.told).toEqual(['datasync'])
  disk.asked[0]?.resolve()
  await new Promise(setImmediate)
  wrote(MEGABYTE)
  expect(disk.told).toEqual(['datasync', 'datasync'])
  const ended = end()
  disk.asked[1]?.resolve()
  await expect.poll(() => disk.told.at(-1)).toBe('sync')
  disk.asked[2]?.resolve()
  await ended
})

test('a fault of the disk that was told meanwhile is heard at the end', async () => {
  const disk = createSlowDisk()
  const { wrote, end } = createEarlyFlush(disk)
  wrote(40 * MEGABYTE)
  disk.asked[0]?.reject(new Error('EIO'))
  await new Promise(setImmediate)
  wrote(40 * MEGABYTE)
  await expect(end()).rejects.toThrow('EIO')
  expect(disk.told).toEqual(['datasync'])
})
