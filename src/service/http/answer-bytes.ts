/** Answers kept, bytes of all of them together. */
const MAX_BYTES = 16 * 1024 * 1024

/**
 * The finished answers of what was asked last, so that a range that many ask for, or one asks for every minute, is read and
 * written as UTF-8 once. What nobody asks for any more goes first.
 *
 * @param version Of the store: what was kept of another one is forgotten.
 */
export const createAnswerBytes = (version: () => string) => {
  const kept = new Map<string, Uint8Array<ArrayBuffer>>()
  let [bytes, keptOf] = [0, '']
  const forget = (key: string): void => {
    bytes -= kept.get(key)?.length ?? 0
    kept.delete(key)
  }
  /** The answer to `question` as UTF-8, made where it is not known. */
  return (question: string, make: () => string): Uint8Array<ArrayBuffer> => {
    const current = version()
    if (current !== keptOf) {
      kept.clear()
      ;[bytes, keptOf] = [0, current]
    }
    const answer = kept.get(question) ?? Buffer.from(make())
    forget(question)
    if (answer.length > MAX_BYTES) return answer
    kept.set(question, answer)
    bytes += answer.length
    for (const oldest of kept.keys()) {
      if (bytes <= MAX_BYTES) break
      forget(oldest)
    }
    return answer
  }
}
export type AnswerBytes = ReturnType<typeof createAnswerBytes>

/**
 * A stream that calls `breakOff` when its source fails. The server would end the answer properly and write the error's
 * text behind it, and a reader would take what it got for whole: so the connection is cut instead.
 *
 * @param breakOff Cuts the connection and says whether there was one; without one the stream itself fails.
 */
export const breakingOff = (
  source: ReadableStream<Uint8Array>,
  breakOff: (error: unknown) => boolean,
): ReadableStream<Uint8Array> => {
  const reader = source.getReader()
  return new ReadableStream({
    async pull(controller) {
      try {
        const { value, done } = await reader.read()
        if (done) controller.close()
        else controller.enqueue(value)
      } catch (error) {
        if (breakOff(error)) controller.close()
        else controller.error(error)
      }
    },
    cancel: (reason) => reader.cancel(reason),
  })
}
