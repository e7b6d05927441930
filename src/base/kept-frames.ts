import { rmSync } from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'

/** Where pictures of the explorer are kept, beside the ledger whose rows they show. */
export const framesFolderOf = (cacheFile: string): string => join(dirname(cacheFile), 'frames')

/**
 * Deletes all pictures, of whatever profile: what a key may show has changed, or nothing is to be kept. A ledger in memory has none
 * beside it.
 */
export const forgetFrames = (cacheFile: string): void => {
  if (isAbsolute(cacheFile)) rmSync(framesFolderOf(cacheFile), { recursive: true, force: true })
}
