import { DamagedError } from '../file/damaged-error.ts'
import { checkPacked, packJson, unpackJson } from './json-codec.ts'

/** Rows that are packed together: the 30,000 of 100 people on 300 days would be 60 MB of objects at once. */
const TOGETHER = 2_000
/** Begins bytes of pieces; packed JSON, as which all rows of a page stood here before, begins in another way. */
const MARK = Buffer.from('rows')
/** Behind it how many pieces there are, and of each its rows and its size. */
const NUMBER = 4

/** Some rows of a page, packed. */
export type Piece = {
  /** Its rows; undefined where that is not known without unpacking it. */
  length: number | undefined
  packed: Uint8Array
}

/** Packs rows in pieces, each of which is unpacked alone. */
export const packPieces = (rows: readonly unknown[], together = TOGETHER): Uint8Array => {
  const pieces: { length: number; packed: Uint8Array }[] = []
  for (let at = 0; at < rows.length; at += together) {
    const some = rows.slice(at, at + together)
    pieces.push({ length: some.length, packed: packJson(some) })
  }
  const numbers = [pieces.length, ...pieces.flatMap(({ length, packed }) => [length, packed.length])]
  const head = Buffer.alloc(numbers.length * NUMBER)
  for (const [at, number] of numbers.entries()) head.writeUInt32LE(number, at * NUMBER)
  return Buffer.concat([MARK, head, ...pieces.map(({ packed }) => packed)])
}

/** The pieces. Throws DamagedError where they are not what {@link packPieces} made. */
export const piecesOf = (bytes: Uint8Array): Piece[] => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (!buffer.subarray(0, MARK.length).equals(MARK)) return [{ length: undefined, packed: bytes }]
  const numberAt = (place: number): number => {
    const at = MARK.length + place * NUMBER
    if (at + NUMBER > buffer.length) throw new DamagedError('pieces of rows are missing')
    return buffer.readUInt32LE(at)
  }
  const count = numberAt(0)
  let at = MARK.length + (1 + 2 * count) * NUMBER
  const pieces: Piece[] = []
  for (let piece = 0; piece < count; piece += 1) {
    const end = at + numberAt(2 + 2 * piece)
    pieces.push({ length: numberAt(1 + 2 * piece), packed: buffer.subarray(at, end) })
    at = end
  }
  if (at !== buffer.length) throw new DamagedError('pieces of rows are missing')
  return pieces
}

/** The same piece, whose checksum is right. Throws DamagedError where it is not. */
export const checkedPiece = (piece: Piece): Piece => {
  checkPacked(piece.packed)
  return piece
}

/** Throws DamagedError where it holds other rows than were packed. */
export const unpackPiece = ({ length, packed }: Piece): unknown[] => {
  const rows = unpackJson(packed) as unknown[]
  if (length !== undefined && rows.length !== length) throw new DamagedError('rows of a piece are missing')
  return rows
}
