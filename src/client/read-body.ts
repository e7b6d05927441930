import { promisify } from 'node:util'
import zlib from 'node:zlib'

type Unpack = (packed: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>

const inflate: Unpack = promisify(zlib.inflate)
const inflateRaw: Unpack = promisify(zlib.inflateRaw)
const gunzip: Unpack = promisify(zlib.gunzip)

// Servers mean two things by `deflate`: with the two bytes of a zlib header in front, or without.
const inflateEither: Unpack = (packed, options) =>
  ((packed[0] ?? 0) & 0x0f) === 8 ? inflate(packed, options) : inflateRaw(packed, options)

const unpackers = new Map<string, Unpack>([
  ['gzip', gunzip],
  ['x-gzip', gunzip],
  ['deflate', inflateEither],
  ['br', promisify(zlib.brotliDecompress)],
  // Node 22.15 brought zstd; 22.x before it has none.
  ...(typeof zlib.zstdDecompress === 'function' ? [['zstd', promisify(zlib.zstdDecompress) as Unpack] as const] : []),
])

/** What we ask for: the encodings that {@link readBody} can undo. */
export const ACCEPT_ENCODING = [...unpackers.keys()].filter((name) => name !== 'x-gzip').join(', ')

export type BodyRead = {
  /** Unpacked, at most `limitBytes`, in pieces: see {@link decodeParts}. */
  parts: readonly Uint8Array[]
  /** As sent. */
  sizeBytes: number
  /** Why `bytes` are not the whole body. */
  cut?: 'tooLarge' | 'unknownEncoding' | 'brokenEncoding'
}

/**
 * Reads a body to its end or to the limit, which is counted as sent and unpacked: a few kilobytes can unpack to
 * gigabytes. Stops reading at the limit, which closes the connection. Throws what the stream throws.
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
