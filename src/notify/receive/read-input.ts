import { read } from 'node:fs'

/** How much is read of an event, how long nothing may come, and how long it may take in all. */
const INPUT_LIMITS = { bytes: 1024 * 1024, silenceMs: 2_000, wholeMs: 4_000 }

/** How long to wait where a read does not, ms. */
const RETRY_MS = 5

export type Input = {
  text: string
  /** Why that is not all. Where it is `silent`, a read still waits. */
  cut: 'too long' | 'silent' | undefined
}

/**
 * Reads a file to its end or to a limit. Never rejects: what breaks has ended. Not as a stream: to load those takes longer than all else
 * that a hook does.
 *
 * @param file - Its descriptor.
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
    const whole = setTimeout(() => end('silent'), limits.wholeMs)
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
