import { promisify } from 'node:util'
import { inflateRaw, inflateRawSync, type ZlibOptions } from 'node:zlib'

/** Up to this size a file is unpacked as a whole, which is several times faster; larger ones pass in pieces. Bytes. */
export const WHOLE_BYTES = 1024 * 1024

/**
 * Unpacks a file that is to be `sizeBytes` long, or shorter. Holds up this process for some milliseconds at most: handing that little to
 * another thread takes as long.
 *
 * @throws what zlib says: ERR_BUFFER_TOO_LARGE for a longer one, `Z_…` for one that is damaged.
 */
export const inflateWhole = (packed: Uint8Array, sizeBytes: number): Buffer =>
  inflateRawSync(packed, inOneGo(sizeBytes))

/** The same in another thread. Rejects with what zlib says. */
export const inflateBeside = (packed: Uint8Array, sizeBytes: number): Promise<Buffer> =>
  inflating(packed, inOneGo(sizeBytes))

const inflating = promisify<Uint8Array, ZlibOptions, Buffer>(inflateRaw)

// A byte more than it may be, so that a longer one is told from one that fits; and in one go, as pieces would be copied together.
const inOneGo = (sizeBytes: number) => ({ maxOutputLength: sizeBytes + 1, chunkSize: Math.max(64, sizeBytes + 1) })
