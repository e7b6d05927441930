/** How far something is. */
export type ArchiveProgress = { doneBytes: number; totalBytes: number | undefined }
export type OnProgress = (progress: ArchiveProgress) => void

/** Each is a frame in the explorer, and no eye reads a number that changes more often, ms. */
const TELL_EVERY_MS = 200

/** Tells how far something is: at once, five times a second at most, and in the end. */
export const createTeller = (onProgress: OnProgress | undefined, totalBytes: number | undefined) => {
  let doneBytes = 0
  let toldAt = 0
  const tell = () => {
    toldAt = performance.now()
    onProgress?.({ doneBytes, totalBytes })
  }
  tell()
  return {
    add(bytes: number): number {
      doneBytes += bytes
      if (performance.now() - toldAt >= TELL_EVERY_MS) tell()
      return doneBytes
    },
    end: tell,
  }
}
