import { expect, test } from 'vitest'
import { writeWhole } from '../../src/app/standard-output.ts'

test('after a partial write, the remaining bytes are written', () => {
  const written: number[] = []
  writeWhole(Buffer.from('abcdefg'), (bytes) => {
    written.push(...bytes.subarray(0, 3))
    return Math.min(3, bytes.length)
  })
  expect(Buffer.from(written).toString()).toBe('abcdefg')
})

test.each([
  ['ENOSPC', 'the disk is full'],
  ['EFBIG', 'the file is too large for this file system'],
  ['EIO', 'the disk reported an error'],
  ['EPIPE', 'system error EPIPE'],
])('%s after a part was written is an error with its reason', (code, why) => {
  let calls = 0
  const writePart = (bytes: Uint8Array): number => {
    calls += 1
    if (calls > 1) throw Object.assign(new Error('no'), { code })
    return bytes.length - 1
  }
  expect(() => writeWhole(Buffer.from('abc'), writePart)).toThrow(`Couldn't write standard output: ${why}.`)
})
