import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** How much is unpacked between two collections, bytes. */
const EVERY_BYTES = 2 * 1024 * 1024

/**
 * Has what was just unpacked collected while it is young, which takes a millisecond: left alone, it grows old, fills a hundred megabytes,
 * and every collection of the old takes twenty [measured].
 *
 * @returns what is to be told how many bytes were unpacked.
 */
export const createYoungCollector = (): ((bytes: number) => void) => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (options: { type: 'minor' }) => void
  let bytesSince = 0
  return (bytes) => {
    bytesSince += bytes
    if (bytesSince < EVERY_BYTES) return
    bytesSince = 0
    collect({ type: 'minor' })
  }
}
