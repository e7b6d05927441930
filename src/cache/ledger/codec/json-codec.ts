import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { CorruptError } from '../file/file-fault.ts'

const params = { [constants.ZSTD_c_compressionLevel]: 1 }

/** Minimum length of compressed texts, UTF-16 units. Setting up a compressor for a shorter text costs too much. */
const MIN_COMPRESSED = 4_096
/** The first byte of a zstd frame. No JSON text begins with it. */
const ZSTD = 0x28

/** Packs a JSON value, as compressed text if it is long. `undefined` counts as null. */
export const packJson = (value: unknown): Uint8Array => packText(toJson(value))

export const packText = (text: string): Uint8Array =>
  text.length < MIN_COMPRESSED ? Buffer.from(text) : zstdCompressSync(text, { params })

/** Throws CorruptError on bytes that {@link packJson} did not create. */
export const unpackJson = (bytes: Uint8Array): unknown => {
  try {
    const { buffer, byteOffset, byteLength } = bytes[0] === ZSTD ? zstdDecompressSync(bytes) : bytes
    return JSON.parse(Buffer.from(buffer, byteOffset, byteLength).toString())
  } catch (cause) {
    throw new CorruptError('rows cannot be unpacked', { cause })
  }
}

/** Serializes a value. The client limits the depth of responses, so JSON.stringify does not overflow the stack. */
export const toJson = (value: unknown): string => JSON.stringify(value) ?? 'null'

/**
 * Encodes untrusted text for a text column, as the inside of a JSON string. SQLite's UTF-8 cannot represent a lone
 * surrogate, so two different ids could become equal.
 */
export const toStoredText = (text: string): string => JSON.stringify(text).slice(1, -1)

/** Throws CorruptError on text that {@link toStoredText} did not create. */
export const fromStoredText = (stored: unknown): string => {
  if (typeof stored !== 'string') throw new CorruptError('a text is missing')
  if (!stored.includes('\\')) return stored
  try {
    return JSON.parse(`"${stored}"`)
  } catch (cause) {
    throw new CorruptError('a text cannot be read', { cause })
  }
}
