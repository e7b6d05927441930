import { promisify } from 'node:util'
import zlib from 'node:zlib'

type Unpack = (packed: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>

const inflate: Unpack = promisify(zlib.inflate)
const inflateRaw: Unpack = promisify(zlib.inflateRaw)
const gunzip: Unpack = promisify(zlib.gunzip)

// Servers use `deflate` for two formats: with the two bytes of a zlib header, or without.
const inflateEither: Unpack = (packed, options) =>
  ((packed[0] ?? 0) & 0x0f) === 8 ? inflate(packed, options) : inflateRaw(packed, options)

const unpackers = new Map<string, Unpack>([
  ['gzip', gunzip],
  ['x-gzip', gunzip],
  ['deflate', inflateEither],
  ['br', promisify(zlib.brotliDecompress)],
  ['zstd', promisify(zlib.zstdDecompress)],
])

/** The value of Accept-Encoding: the encodings that {@link readBody} can decompress. */
export const ACCEPT_ENCODING = [...unpackers.keys()].filter((name) => name !== 'x-gzip').join(', ')

export type BodyRead = {
  /** Decompressed, at most `limitBytes`, in pieces: see {@link decodeParts}. */
  parts: readonly Uint8Array[]
  /** Size as sent. */
  sizeBytes: number
  /** Why `parts` are not the whole body. */
  cut?: 'tooLarge' | 'unknownEncoding' | 'brokenEncoding'
}

/**
 * Reads a body to its end or up to the limit, which applies both to the transmitted and to the decompressed size: a few
 * kilobytes can decompress to gigabytes. Stops reading at the limit, which closes the connection. Throws errors of the
 * stream.
 */
export const readBody = async (
  body: AsyncIterable<Uint8Array>,
  encoding: string | undefined,
  limitBytes: number,
): Promise<BodyRead> => {
  const chunks: Uint8Array[] = []
  let sizeBytes = 0
  let cut: BodyRead['cut']
  for await (const chunk of body) {
    const room = limitBytes - sizeBytes
    sizeBytes += chunk.length
    chunks.push(chunk.subarray(0, room))
    if (chunk.length > room) {
      cut = 'tooLarge'
      break
    }
  }
  const name = encoding?.trim().toLowerCase() ?? ''
  if (name === '' || name === 'identity' || sizeBytes === 0) return { parts: chunks, sizeBytes, ...(cut && { cut }) }
  if (cut) return { parts: [], sizeBytes, cut }
  const unpack = unpackers.get(name)
  if (unpack === undefined) return { parts: [], sizeBytes, cut: 'unknownEncoding' }
  try {
    return { parts: [await unpack(Buffer.concat(chunks), { maxOutputLength: limitBytes })], sizeBytes }
  } catch (error) {
    const tooLarge = error instanceof RangeError
    return { parts: [], sizeBytes, cut: tooLarge ? 'tooLarge' : 'brokenEncoding' }
  }
}
