import { expect, test } from 'vitest'
import { packJson, unpackJson } from '../../../../src/cache/ledger/codec/json-codec.ts'
import { DamagedError } from '../../../../src/cache/ledger/file/file-fault.ts'

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
  expect(unpackJson(packJson(value))).toEqual(value)
})

test.each([{ name: 'Zoë' }, 'é'.repeat(9_000)])('whatever is cut off of it is damage: case %#', (value) => {
  const packed = packJson(value)
  for (let length = 0; length < packed.length; length += 1)
    expect(() => unpackJson(packed.slice(0, length))).toThrow(DamagedError)
})
