import { read } from 'node:fs'

/** Maximum size of an event, maximum silence and maximum total time. */
const INPUT_LIMITS = { bytes: 1024 * 1024, silenceMs: 2_000, totalMs: 4_000 }

/** Interval between reads of a non-blocking file while it has no data, ms. */
const RETRY_MS = 5

export type Input = {
  text: string
  /** Why the text is incomplete. After `silent`, a read is still pending. */
  cut: 'too long' | 'silent' | undefined
}

/**
 * Reads a file to its end or up to a limit. Never rejects: an error counts as the end. It does not use streams, because
 * loading them takes longer than the rest of the hook.
 *
 * @param file - A file descriptor.
 */
export const readInput = (file: number, limits = INPUT_LIMITS): Promise<Input> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = []
    let size = 0
    let isOver = false
    const end = (cut: Input['cut']): void => {
      isOver = true
      clearTimeout(silence)
      clearTimeout(whole)
      resolve({ text: Buffer.concat(chunks).toString(), cut })
    }
    const silence = setTimeout(() => end('silent'), limits.silenceMs)
    const whole = setTimeout(() => end('silent'), limits.totalMs)
    const readOn = (): void =>
      read(file, Buffer.allocUnsafe(65_536), (error, count, buffer) => {
        if (isOver) return
        if (error?.code === 'EAGAIN') setTimeout(readOn, RETRY_MS)
        else if (error || count === 0) end(undefined)
        else {
          silence.refresh()
          chunks.push(buffer.subarray(0, Math.min(count, limits.bytes - size)))
          size += count
          if (size > limits.bytes) end('too long')
          else readOn()
        }
      })
    readOn()
  })
