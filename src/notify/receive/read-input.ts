/** How much is read of an event, how long nothing may come, and how long it may take in all. */
export const INPUT_LIMITS = { bytes: 1024 * 1024, silenceMs: 2_000, wholeMs: 4_000 }

export type Input = {
  text: string
  /** Why that is not all. */
  cut: 'too long' | 'silent' | undefined
}

type Readable = NodeJS.EventEmitter & { destroy: () => unknown }

/** Reads a stream to its end or to a limit. Never rejects: what breaks has ended. */
export const readInput = (stream: Readable, limits = INPUT_LIMITS): Promise<Input> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = []
    let size = 0
    const end = (cut: Input['cut']): void => {
      clearTimeout(silence)
      clearTimeout(whole)
      stream.removeAllListeners('data')
      stream.on('error', () => {})
      stream.destroy()
      resolve({ text: Buffer.concat(chunks).toString(), cut })
    }
    const silence = setTimeout(() => end('silent'), limits.silenceMs)
    const whole = setTimeout(() => end('silent'), limits.wholeMs)
    stream.on('data', (chunk: Buffer) => {
      silence.refresh()
      chunks.push(chunk.subarray(0, limits.bytes - size))
      size += chunk.length
      if (size > limits.bytes) end('too long')
    })
    stream.on('end', () => end(undefined))
    stream.on('error', () => end(undefined))
  })
