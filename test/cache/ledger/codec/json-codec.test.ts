import { expect, test } from 'vitest'
import { checkPacked, packJson, unpackJson } from '../../../../src/cache/ledger/codec/json-codec.ts'
import { DamagedError } from '../../../../src/cache/ledger/file/damaged-error.ts'

const values = [
  '',
  null,
  { name: 'Zoë 陳 😀 \ud800 \0' },
  'x'.repeat(4_093),
  'x'.repeat(4_094),
  '陳'.repeat(4_093),
  'é'.repeat(9_000),
]

test.each(values)('a value comes back from its bytes, short or long: case %#', (value) => {
  const packed = packJson(value)
  checkPacked(packed)
  expect(unpackJson(packed)).toEqual(value)
})

/** The value, or what was thrown. */
const readFrom = (bytes: Uint8Array): unknown => {
  try {
    checkPacked(bytes)
    return unpackJson(bytes)
  } catch (error) {
    return error
  }
}

test.each([{ name: 'Zoë' }, 'é'.repeat(9_000)])('no bit of it flips and no byte vanishes unseen: case %#', (value) => {
  const packed = packJson(value)
  for (let bit = 0; bit < packed.length * 8; bit += 1) {
    const damaged = Uint8Array.from(packed)
    damaged[bit >> 3] = (damaged[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    const read = readFrom(damaged)
    // A bit of zstd's header means nothing.
    expect(read instanceof DamagedError || read === value).toBe(true)
  }
  for (let length = 0; length < packed.length; length += 1)
    expect(readFrom(packed.slice(0, length))).toBeInstanceOf(DamagedError)
})
