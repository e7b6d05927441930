import type { Readable } from 'node:stream'

/** The pieces of a stream as they came: its own iterator copies those that wait into one. Throws what ended it early. */
export async function* piecesOf(stream: Readable): AsyncGenerator<Uint8Array, void> {
  let piece: Uint8Array | undefined
  let isEnded = false
  let error: unknown
  let wake = () => {}
  stream.on('data', (next: Uint8Array) => {
    stream.pause()
    piece = next
    wake()
  })
  stream.on('end', () => {
    isEnded = true
    wake()
  })
  stream.on('error', (cause) => {
    error = cause
    wake()
  })
  stream.on('close', () => {
    if (!isEnded) error ??= Object.assign(new Error('closed before its end'), { code: 'ERR_STREAM_PREMATURE_CLOSE' })
    wake()
  })
  for (;;) {
    const woken = new Promise<void>((resolve) => {
      wake = resolve
    })
    if (!error && !isEnded) {
      stream.resume()
      await woken
    }
    if (error) throw error
    if (!piece) return
    const taken = piece
    piece = undefined
    yield taken
  }
}
