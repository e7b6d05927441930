import type { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { ListReader } from './read-lists.ts'

type Unpack = (packed: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>

const inflate: Unpack = promisify(zlib.inflate)
const inflateRaw: Unpack = promisify(zlib.inflateRaw)
const gunzip: Unpack = promisify(zlib.gunzip)

// Servers use `deflate` for two formats: with the two bytes of a zlib header, or without.
const hasZlibHeader = (first: number): boolean => (first & 0x0f) === 8

const inflateEither: Unpack = (packed, options) =>
  hasZlibHeader(packed[0] ?? 0) ? inflate(packed, options) : inflateRaw(packed, options)

const unpackers = new Map<string, Unpack>([
  ['gzip', gunzip],
  ['x-gzip', gunzip],
  ['deflate', inflateEither],
  ['br', promisify(zlib.brotliDecompress)],
  ['zstd', promisify(zlib.zstdDecompress)],
])

/** Creates a stream that decompresses a body. `first` is the first byte of the body. */
type CreateUnpacker = (first: number) => Transform

const unpackingStreams = new Map<string, CreateUnpacker>([
  ['gzip', () => zlib.createGunzip()],
  ['x-gzip', () => zlib.createGunzip()],
  ['deflate', (first) => (hasZlibHeader(first) ? zlib.createInflate() : zlib.createInflateRaw())],
  ['br', () => zlib.createBrotliDecompress()],
  ['zstd', () => zlib.createZstdDecompress()],
])

/** The name of an encoding; empty for none. */
const nameOf = (encoding: string | undefined): string => {
  const name = encoding?.trim().toLowerCase() ?? ''
  return name === 'identity' ? '' : name
}

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
  const name = nameOf(encoding)
  if (name === '' || sizeBytes === 0) return { parts: chunks, sizeBytes, ...(cut && { cut }) }
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

/**
 * Reads a body like {@link readBody}, but takes long lists out of it while it arrives. The usual limit applies to what
 * stays in memory; the reader has a limit for the whole body.
 */
export const readLongBody = async (
  body: AsyncIterable<Uint8Array>,
  encoding: string | undefined,
  limitBytes: number,
  lists: ListReader,
): Promise<BodyRead & { hasLists: boolean }> => {
  const maxBytes = Math.max(limitBytes, lists.maxBytes)
  let sizeBytes = 0
  let unpackedBytes = 0
  let hasLists = false
  let parts: Uint8Array[] = []
  const received = async function* () {
    try {
      for await (const chunk of body) {
        sizeBytes += chunk.length
        yield chunk
      }
    } catch (cause) {
      throw new ReceiveError('the body is incomplete', { cause })
    }
  }
  const take = (chunk: Uint8Array): void => {
    unpackedBytes += chunk.length
    if (!hasLists) parts.push(chunk)
    if (!hasLists && unpackedBytes > lists.minBytes) {
      hasLists = true
      for (const part of parts.splice(0)) lists.write(part)
    } else if (hasLists) lists.write(chunk)
  }
  const isTooLarge = (): boolean =>
    sizeBytes > maxBytes || unpackedBytes > maxBytes || (hasLists ? lists.heldBytes() : unpackedBytes) > limitBytes
  let cut: BodyRead['cut']
  try {
    for await (const chunk of unpacked(received(), nameOf(encoding))) {
      take(chunk)
      if (isTooLarge()) cut = 'tooLarge'
      if (cut) break
    }
  } catch (error) {
    if (error instanceof ReceiveError) throw error.cause
    cut = error instanceof UnknownEncodingError ? 'unknownEncoding' : 'brokenEncoding'
  }
  parts = cut ? [] : hasLists ? [...lists.rest()] : parts
  return { parts, sizeBytes, hasLists, ...(cut && { cut }) }
}

class ReceiveError extends Error {}
class UnknownEncodingError extends Error {}

/** Decompresses a stream. Throws the errors of both streams. */
async function* unpacked(chunks: AsyncGenerator<Uint8Array>, encoding: string): AsyncGenerator<Uint8Array> {
  const first = await chunks.next()
  if (first.done) return
  const whole = async function* () {
    yield first.value
    yield* chunks
  }
  if (encoding === '') return yield* whole()
  const createUnpacker = unpackingStreams.get(encoding)
  if (createUnpacker === undefined) throw new UnknownEncodingError(encoding)
  const unpacker = createUnpacker(first.value[0] ?? 0)
  const feeding = pipeline(whole(), unpacker)
  // The loop throws the same error, or has ended before the stream.
  feeding.catch(() => {})
  yield* unpacker as AsyncIterable<Uint8Array>
  await feeding
}
