import { expect, test } from 'vitest'
import { packJson } from '../../../src/cache/ledger/codec/json-codec.ts'
import { packPieces, piecesOf, unpackPiece } from '../../../src/cache/ledger/codec/row-pieces.ts'

const rows = Array.from({ length: 7 }, (_, at) => ({ at, text: 'ä'.repeat(at) }))

test.each([
  [7, [7]],
  [3, [3, 3, 1]],
  [1, [1, 1, 1, 1, 1, 1, 1]],
])('rows that are packed %d together come back piece by piece', (together, lengths) => {
  const pieces = piecesOf(packPieces(rows, together))
  expect(pieces.map(({ length }) => length)).toEqual(lengths)
  expect(pieces.map((piece) => unpackPiece(piece).length)).toEqual(lengths)
  expect(pieces.flatMap(unpackPiece)).toEqual(rows)
  expect(piecesOf(packPieces([], together))).toEqual([])
})

test('rows that were packed before there were pieces are one', () => {
  expect(piecesOf(packJson(rows)).map(unpackPiece)).toEqual([rows])
})

test('bytes of which some are missing or were changed are damaged, whatever they would say', () => {
  const whole = packPieces(rows, 3)
  const read = (bytes: Uint8Array) => piecesOf(bytes).flatMap(unpackPiece)
  for (let length = 0; length < whole.length; length += 1)
    expect(() => read(whole.subarray(0, length))).toThrow(expect.objectContaining({ name: 'DamagedError' }))
  for (let at = 0; at < whole.length; at += 1) {
    const bytes = Uint8Array.from(whole)
    bytes[at] = (bytes[at] as number) ^ 1
    expect(() => read(bytes)).toThrow(expect.objectContaining({ name: 'DamagedError' }))
  }
})
