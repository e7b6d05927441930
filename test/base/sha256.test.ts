import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { sha256 } from '../../src/base/sha256.ts'

test('sha256 is that of node:crypto for every length up to three blocks', () => {
  for (let length = 0; length <= 192; length++) {
    const bytes = Uint8Array.from({ length }, (_, at) => (at * 37 + length) % 256)
    expect(sha256(bytes)).toBe(createHash('sha256').update(bytes).digest('hex'))
  }
})

test('sha256 is the published checksum of abc', () => {
  expect(sha256(Buffer.from('abc'))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})
