import fc from 'fast-check'
import { expect, test } from 'vitest'
import { packColumns, unpackColumns } from '../../../../src/cache/ledger/codec/columns-codec.ts'
import { CorruptError } from '../../../../src/cache/ledger/file/file-fault.ts'
import { forAll } from '../../../helpers/for-all.ts'

const column = fc.oneof(
  fc.array(fc.integer({ min: 0, max: 300 })),
  fc.array(fc.integer({ min: 0, max: 0xffff_ffff + 5 })),
  fc.array(fc.double()),
  fc.array(fc.constantFrom(Number.NaN, 0, 1, 0.1, -1, 255, 256, 65_535, 65_536, 2 ** 53)),
)

test('any columns are read back with the same values at any byte offset', () => {
  forAll(fc.array(column, { maxLength: 8 }), fc.nat(7), (columns, offset) => {
    const packed = packColumns(columns)
    const bytes = new Uint8Array(packed.length + offset)
    bytes.set(packed, offset)
    const back = unpackColumns(bytes.subarray(offset)).map((each) => [...each])
    // Only the sign of -0 may be lost; no figure is -0.
    expect(back.map((each) => each.map((value) => value + 0))).toEqual(
      columns.map((each) => each.map((value) => value + 0)),
    )
  })
})

test('the largest value of a column decides how many bytes each value takes', () => {
  const types = unpackColumns(packColumns([[255], [256], [65_536], [0.5], [Number.NaN], [-1], []]))
  const [small, large] = ['Uint8Array Uint16Array Uint32Array', 'Float64Array Float64Array Float64Array']
  expect(types.map((each) => each.constructor.name).join(' ')).toBe(`${small} ${large} Uint8Array`)
})

test('with any bytes changed or missing, columns are read or reported as corrupt', () => {
  const packed = packColumns([[1, 2, 3], [70_000], [0.25]])
  forAll(fc.nat(packed.length - 1), fc.integer({ min: 1, max: 255 }), (at, flip) => {
    const broken = packed.slice()
    broken[at] = (broken[at] as number) ^ flip
    for (const bytes of [broken, packed.slice(0, at)]) {
      try {
        unpackColumns(bytes)
      } catch (error) {
        expect(error).toBeInstanceOf(CorruptError)
      }
    }
  })
  expect(() => unpackColumns(packed.slice(0, -8))).toThrow(CorruptError)
  expect(() => unpackColumns(null)).toThrow(CorruptError)
})
