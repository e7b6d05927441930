import { constants, crc32, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { freeNow } from '../../../base/free-now.ts'
import { isContainer } from '../../../base/json.ts'
import { DamagedError } from '../file/damaged-error.ts'

/** Levels of nesting that are kept of a value that JSON.stringify cannot go through; what lies deeper becomes null. */
const DEEPEST = 256

const params = {
  [constants.ZSTD_c_compressionLevel]: 1,
  // With a checksum: a flipped bit is an error, not another figure.
  [constants.ZSTD_c_checksumFlag]: 1,
}

/** Shorter texts, in UTF-16 units, are kept as they are: to set up a compressor takes longer than all else of such a row. */
const SHORT = 4_096
/** What is compressed was mostly no longer than so many times that, and than so many bytes. */
const MOSTLY_WITHIN = 32
const LEAST_ROOM = 16_384
/** Begins a text that is kept as it is, before its CRC-32; what is compressed begins in another way. */
const PLAIN = 1
const PLAIN_HEAD = 5

/** Packs a value of JSON, the longer ones as compressed text. `undefined` counts as null. */
export const packJson = (value: unknown): Uint8Array => packText(toJson(value))

export const packText = (text: string): Uint8Array => {
  if (text.length >= SHORT) return zstdCompressSync(text, { params })
  const bytes = Buffer.from(`${String.fromCharCode(PLAIN)}\0\0\0\0${text}`)
  bytes.writeUInt32LE(crc32(bytes.subarray(PLAIN_HEAD)), 1)
  return bytes
}

/** Throws DamagedError on bytes that {@link packJson} did not make. */
export const unpackJson = (bytes: unknown): unknown => {
  const packed = bytes as Uint8Array
  return orDamaged(() => JSON.parse(isPlain(packed) ? plainOf(packed).toString() : decompressed(packed, String)))
}

/** Throws DamagedError on bytes whose checksum is not right. */
export const checkPacked = (bytes: unknown): void => {
  const packed = bytes as Uint8Array
  orDamaged(() => void (isPlain(packed) ? plainOf(packed) : decompressed(packed, () => undefined)))
}

/** What `read` makes of the bytes that were compressed, which are gone when it returns. */
const decompressed = <Result>(packed: Uint8Array, read: (bytes: Buffer) => Result): Result => {
  // In one piece, mostly: joining many leaves as much again behind, and takes twice as long.
  const bytes = zstdDecompressSync(packed, { chunkSize: Math.max(LEAST_ROOM, packed.length * MOSTLY_WITHIN) })
  const result = read(bytes)
  freeNow(bytes)
  return result
}

const isPlain = (packed: Uint8Array): boolean => packed[0] === PLAIN

/** The bytes of a text that is kept as it is. Throws where they are not those that were kept. */
const plainOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer => {
  const packed = Buffer.from(buffer, byteOffset, byteLength)
  const text = packed.subarray(PLAIN_HEAD)
  if (packed.length < PLAIN_HEAD || packed.readUInt32LE(1) !== crc32(text)) throw new Error('the sum is another one')
  return text
}

const orDamaged = <Result>(unpack: () => Result): Result => {
  try {
    return unpack()
  } catch (cause) {
    throw new DamagedError('rows cannot be unpacked', { cause })
  }
}

/** The value as text, whatever a hostile answer nested into it. */
export const toJson = (value: unknown): string => {
  try {
    return JSON.stringify(value) ?? 'null'
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return JSON.stringify(shallow(value, DEEPEST))
  }
}

const shallow = (value: unknown, levels: number): unknown => {
  if (!isContainer(value)) return value
  if (levels === 0) return null
  if (Array.isArray(value)) return value.map((item) => shallow(item, levels - 1))
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shallow(member, levels - 1)]))
}
