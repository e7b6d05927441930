import { CorruptError } from '../file/file-fault.ts'

/** A column as read: a view of the bytes, with the smallest type that holds all values exactly. */
export type Column = Uint8Array | Uint16Array | Uint32Array | Float64Array

const kinds = [Uint8Array, Uint16Array, Uint32Array, Float64Array] as const
const HEAD_WORDS = 1
const ALIGNMENT = 8

const aligned = (bytes: number): number => Math.ceil(bytes / ALIGNMENT) * ALIGNMENT

/** The index of the first of `kinds` that holds every value exactly. */
const kindOf = (values: ArrayLike<number>): 0 | 1 | 2 | 3 => {
  let largest = 0
  for (let at = 0; at < values.length; at++) {
    const value = values[at] ?? 0
    // This also matches NaN, fractions and negative numbers.
    if (!(value >= 0 && value <= 0xffff_ffff) || value !== Math.floor(value)) return 3
    if (value > largest) largest = value
  }
  return largest <= 0xff ? 0 : largest <= 0xffff ? 1 : 2
}

/**
 * Packs columns of numbers, each of its own length, in the byte order of this machine; the file is not portable.
 * Layout: the number of columns, a kind and a length for each, then the columns at multiples of 8 bytes.
 */
export const packColumns = (columns: readonly ArrayLike<number>[]): Uint8Array => {
  const typed = columns.map((values) => ({ values, kind: kindOf(values) }))
  const headBytes = aligned(4 * (HEAD_WORDS + 2 * columns.length))
  let size = headBytes
  for (const { values, kind } of typed) size += aligned(values.length * kinds[kind].BYTES_PER_ELEMENT)
  const bytes = new Uint8Array(size)
  const head = new Uint32Array(bytes.buffer, 0, headBytes / 4)
  head[0] = columns.length
  let at = headBytes
  typed.forEach(({ values, kind }, index) => {
    head[HEAD_WORDS + 2 * index] = kind
    head[HEAD_WORDS + 2 * index + 1] = values.length
    const view = new kinds[kind](bytes.buffer, at, values.length)
    view.set(values)
    at += aligned(view.byteLength)
  })
  return bytes
}

/** Unpacks the output of {@link packColumns}. Throws CorruptError on other bytes. */
export const unpackColumns = (packed: unknown): Column[] => {
  if (!(packed instanceof Uint8Array) || packed.byteLength < 4 * HEAD_WORDS)
    throw new CorruptError('columns are missing')
  // Typed views need 8-byte alignment.
  const bytes = packed.byteOffset % ALIGNMENT === 0 ? packed : packed.slice()
  const head = new Uint32Array(bytes.buffer, bytes.byteOffset, Math.floor(bytes.byteLength / 4))
  const count = head[0] as number
  let at = aligned(4 * (HEAD_WORDS + 2 * count))
  if (at > bytes.byteLength) throw new CorruptError('columns are cut off')
  return Array.from({ length: count }, (_, index) => {
    const kind = kinds[head[HEAD_WORDS + 2 * index] ?? -1]
    const length = head[HEAD_WORDS + 2 * index + 1] ?? 0
    if (!kind || at + length * kind.BYTES_PER_ELEMENT > bytes.byteLength) throw new CorruptError('columns are cut off')
    const view = new kind(bytes.buffer as ArrayBuffer, bytes.byteOffset + at, length)
    at += aligned(view.byteLength)
    return view
  })
}
