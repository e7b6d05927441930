import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { DamagedError } from '../file/file-fault.ts'

const params = { [constants.ZSTD_c_compressionLevel]: 1 }

/** Shorter texts, in UTF-16 units, are not compressed: to set up a compressor takes longer than all else of such a row. */
const MIN_COMPRESSED = 4_096
/** The first byte of what zstd makes; no JSON text begins with it. */
const ZSTD = 0x28

/** Packs a value of JSON, the longer ones as compressed text. `undefined` counts as null. */
export const packJson = (value: unknown): Uint8Array => packText(toJson(value))

export const packText = (text: string): Uint8Array =>
  text.length < MIN_COMPRESSED ? Buffer.from(text) : zstdCompressSync(text, { params })

/** Throws DamagedError on bytes that {@link packJson} did not make. */
export const unpackJson = (bytes: Uint8Array): unknown => {
  try {
    const { buffer, byteOffset, byteLength } = bytes[0] === ZSTD ? zstdDecompressSync(bytes) : bytes
    return JSON.parse(Buffer.from(buffer, byteOffset, byteLength).toString())
  } catch (cause) {
    throw new DamagedError('rows cannot be unpacked', { cause })
  }
}

/** The value as text. Answers are as deep as the client lets through, which JSON.stringify can go through. */
export const toJson = (value: unknown): string => JSON.stringify(value) ?? 'null'

/**
 * Foreign text as it stands in a text column: SQLite's UTF-8 has no place for half a surrogate pair, which would make two
 * ids the same, so text is written as the inside of a JSON string.
 */
export const toStoredText = (text: string): string => JSON.stringify(text).slice(1, -1)

/** Throws DamagedError on what {@link toStoredText} did not make. */
export const fromStoredText = (stored: unknown): string => {
  if (typeof stored !== 'string') throw new DamagedError('a text is missing')
  if (!stored.includes('\\')) return stored
  try {
    return JSON.parse(`"${stored}"`)
  } catch (cause) {
    throw new DamagedError('a text cannot be read', { cause })
  }
}
