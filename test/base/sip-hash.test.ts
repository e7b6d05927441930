import { expect, test } from 'vitest'
import { sipHash } from '../../src/base/sip-hash.ts'

// From the reference implementation: the key and the texts are bytes that count from 0.
test.each([
  [0, 0x726fdb47dd0e0e31n],
  [1, 0x74f839c593dc67fdn],
  [8, 0x93f5f5799a932462n],
  [15, 0xa129ca6149be45e5n],
  [63, 0x958a324ceb064572n],
])('the hash of %i bytes is that of SipHash-2-4', (length, hash) => {
  const count = (bytes: number): Uint8Array => Uint8Array.from({ length: bytes }, (_, at) => at)
  expect(sipHash(count(16), Buffer.from(count(length)).toString('latin1'))).toBe(hash)
})
