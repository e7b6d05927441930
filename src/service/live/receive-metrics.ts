import { createGunzip } from 'node:zlib'
import { once } from '../../base/memoize.ts'
import { Problem } from '../http/problem.ts'
import type { Store } from '../store/store.ts'

/** Maximum size of a body of metrics or hook events, after decompression, in bytes. */
export const MAX_LIVE_BYTES = 4 * 1024 * 1024

const loadDecoder = once(async () => {
  const [{ decodeOtlp }, { pointsOf }] = await Promise.all([import('./otlp-decode.ts'), import('./otlp-points.ts')])
  return { decodeOtlp, pointsOf }
})

type MetricsRequest = { body: Uint8Array; contentType: string | undefined; encoding: string | undefined }

/**
 * Stores the metrics of an OTLP/HTTP request, each point once.
 *
 * @param sender Name of the key.
 * @throws Problem 400, 413 or 415.
 */
export const receiveMetrics = async (
  { body, contentType, encoding }: MetricsRequest,
  store: Pick<Store, 'write'>,
  sender: string,
  now: number,
): Promise<{ body: Uint8Array<ArrayBuffer>; contentType: string }> => {
  const type = contentType?.split(';')[0]?.trim().toLowerCase()
  const isJson = type === 'application/json'
  if (!isJson && type !== 'application/x-protobuf')
    throw new Problem(415, 'Content-Type must be application/x-protobuf or application/json.')
  const { decodeOtlp, pointsOf } = await loadDecoder()
  const { points, refused } = pointsOf(decodeOtlp(await decoded(body, encoding), isJson), sender, now)
  await store.write((stores) => stores.live.putPoints(points, now))
  const why = 'The time or the value of these points is not valid.'
  const partialSuccess =
    refused === 0 ? {} : { partialSuccess: { rejectedDataPoints: String(refused), errorMessage: why } }
  return isJson
    ? { body: Buffer.from(JSON.stringify(partialSuccess)), contentType: 'application/json' }
    : { body: refused === 0 ? new Uint8Array() : partialBytes(refused, why), contentType: 'application/x-protobuf' }
}

/** `{partial_success: {rejected_data_points, error_message}}`, with a number below 2^28 and a text below 128 bytes. */
const partialBytes = (refused: number, why: string): Uint8Array<ArrayBuffer> => {
  const number: number[] = []
  for (let rest = refused; ; rest = Math.floor(rest / 128)) {
    number.push(rest >= 128 ? (rest % 128) | 128 : rest)
    if (rest < 128) break
  }
  const text = Buffer.from(why)
  const inner = [0x08, ...number, 0x12, text.length, ...text]
  return Uint8Array.from([0x0a, inner.length, ...inner])
}

const decoded = async (body: Uint8Array, encoding: string | undefined): Promise<Uint8Array> => {
  if (encoding === undefined || encoding === 'identity') return body
  if (encoding !== 'gzip') throw new Problem(415, 'Content-Encoding must be gzip or identity.')
  const chunks: Uint8Array[] = []
  let size = 0
  const stream = createGunzip()
  stream.end(body)
  try {
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      size += chunk.length
      if (size > MAX_LIVE_BYTES) throw new Problem(413, 'The body is longer than 4 MiB after decompression.')
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof Problem) throw error
    throw new Problem(400, 'The body is not valid gzip.')
  }
  return Buffer.concat(chunks)
}
