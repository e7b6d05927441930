import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { freeNow } from '../../../base/free-now.ts'
import { DamagedError } from '../file/damaged-error.ts'

/** Levels of nesting that are kept of a value that JSON.stringify cannot go through; what lies deeper becomes null. */
const DEEPEST = 256

const params = {
  [constants.ZSTD_c_compressionLevel]: 1,
  // With a checksum: a flipped bit is an error, not another figure.
  [constants.ZSTD_c_checksumFlag]: 1,
}

/** Packs a value of JSON as compressed text. `undefined` counts as null. */
export const packJson = (value: unknown): Uint8Array => packText(toJson(value))

export const packText = (text: string): Uint8Array => zstdCompressSync(text, { params })

/** Throws DamagedError on bytes that {@link packJson} did not make. */
export const unpackJson = (bytes: unknown): unknown =>
  orDamaged(() => JSON.parse(zstdDecompressSync(bytes as Uint8Array).toString()))

/** Throws DamagedError on bytes whose checksum is not right. */
export const checkPacked = (bytes: unknown): void => orDamaged(() => freeNow(zstdDecompressSync(bytes as Uint8Array)))

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
  if (typeof value !== 'object' || value === null) return value
  if (levels === 0) return null
  if (Array.isArray(value)) return value.map((item) => shallow(item, levels - 1))
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shallow(member, levels - 1)]))
}
