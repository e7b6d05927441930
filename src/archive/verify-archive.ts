import type { FileHandle } from 'node:fs/promises'
import { throwIfCancelled } from './archive-error.ts'
import { entryContent } from './entry-content.ts'
import type { ArchiveLimits } from './limits.ts'
import type { PassedEntry } from './passing-check.ts'
import { type PackedEntry, readDirectory } from './read-directory.ts'

export type VerifyOptions = {
  signal?: AbortSignal | undefined
  limits?: ArchiveLimits | undefined
  /** What was found as the archive came, by where it begins: what its directory says the same of is not unpacked again. */
  passed?: ReadonlyMap<number, PassedEntry> | undefined
}

/** Files that are unpacked at once: as many as two processors can do while one is read. */
const AT_ONCE = 4

/**
 * Verifies an archive without extracting it: its directory, and the length and sum of each file.
 *
 * @throws ArchiveFault where it is none, or not to be trusted; AppError `interrupted`; what the file system says.
 */
export const verifyArchive = async (
  file: FileHandle,
  { signal, limits, passed }: VerifyOptions = {},
): Promise<PackedEntry[]> => {
  throwIfCancelled(signal)
  const entries = await readDirectory(file, limits)
  const left = entries.filter((entry) => !isSame(passed?.get(entry.start), entry)).values()
  const work = async () => {
    for (const entry of left) {
      throwIfCancelled(signal)
      for await (const _ of entryContent(file, entry)) throwIfCancelled(signal)
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, work))
  // All have stopped before the file is closed.
  for (const one of ended) if (one.status === 'rejected') throw one.reason
  return entries
}

const isSame = (passed: PassedEntry | undefined, entry: PackedEntry): boolean =>
  passed !== undefined &&
  passed.packedBytes === entry.packedBytes &&
  passed.isDeflated === entry.isDeflated &&
  passed.sizeBytes === entry.sizeBytes &&
  passed.crc32 === entry.crc32
