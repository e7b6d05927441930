import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** How much is unpacked between two collections, bytes. */
const EVERY_BYTES = 2 * 1024 * 1024

/** Whether this process is the program's own. */
let isAllowed = false

/**
 * Lets exports have the memory of this process collected, and keep it small from then on. Not for a process that is shared with others,
 * as by tests: collecting what all of them hold takes seconds, and what is set here slows all of them down.
 */
export const allowCollecting = (): void => {
  isAllowed = true
}

type Collect = (options: { type: 'minor' } | { type: 'major'; flavor: 'last-resort' }) => void

/**
 * Has what was just unpacked collected while it is young, which takes a millisecond: left alone, it grows old, fills a hundred megabytes,
 * and every collection of the old takes twenty [measured].
 *
 * @returns what is to be told how many bytes were unpacked. It does nothing where nobody has allowed it.
 */
export const createYoungCollector = (): ((bytes: number) => void) => {
  if (!isAllowed) return () => {}
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as Collect
  // While its modules were loaded this process took room that an export does not need. Given back once, and not taken again from then
  // on, that is a third of the most memory that 200 MB take, whatever they are packed into: 157 and 185 MB become 116 and 123 [measured].
  setFlagsFromString('--optimize-for-size')
  collect({ type: 'major', flavor: 'last-resort' })
  let bytesSince = 0
  return (bytes) => {
    bytesSince += bytes
    if (bytesSince < EVERY_BYTES) return
    bytesSince = 0
    collect({ type: 'minor' })
  }
}
