import { splitText } from '../../base/text.ts'

/** Maximum size of all cached responses together with their keys, bytes. */
const MAX_BYTES = 16 * 1024 * 1024

/** A client chooses a part of the key, such as a long cursor after which there are no rows. */
const sizeOf = (key: string, answer: Uint8Array): number => 2 * key.length + answer.length

/**
 * Caches serialized responses, so that a range that is requested often is read and encoded as UTF-8 only once. Evicts
 * the least recently used responses first.
 */
export const createResponseCache = () => {
  const responses = new Map<string, Uint8Array<ArrayBuffer>>()
  let [bytes, cachedVersion] = [0, '']
  const remove = (key: string): void => {
    const answer = responses.get(key)
    if (answer) bytes -= sizeOf(key, answer)
    responses.delete(key)
  }
  /**
   * The response for `key` as UTF-8; calls `make` on a cache miss.
   *
   * @param store What `make` reads. When its version changes, the cache is cleared.
   */
  return async (
    store: { version: () => Promise<string> },
    key: string,
    make: () => Promise<string>,
  ): Promise<Uint8Array<ArrayBuffer>> => {
    const current = await store.version()
    if (current !== cachedVersion) {
      responses.clear()
      ;[bytes, cachedVersion] = [0, current]
    }
    const answer = responses.get(key) ?? Buffer.from(await make())
    // The store may have changed while the response was made.
    if (sizeOf(key, answer) > MAX_BYTES || current !== cachedVersion) return answer
    remove(key)
    responses.set(key, answer)
    bytes += sizeOf(key, answer)
    for (const oldest of responses.keys()) {
      if (bytes <= MAX_BYTES) break
      remove(oldest)
    }
    return answer
  }
}

/**
 * Wraps a stream and calls `onFailure` when its source fails. The server would otherwise end the response properly with
 * the error's text appended, and a client would consider it complete, so the connection must be closed instead.
 *
 * @param onFailure Closes the connection and returns whether there was one. Without a connection the stream itself
 * fails.
 */
export const abortOnError = (
  source: ReadableStream<Uint8Array>,
  onFailure: (error: unknown) => boolean,
): ReadableStream<Uint8Array> => {
  const reader = source.getReader()
  let isCanceled = false
  return new ReadableStream({
    async pull(controller) {
      try {
        const { value, done } = await reader.read()
        // The client has disconnected meanwhile, which closes the stream.
        if (isCanceled) return
        if (done) controller.close()
        else controller.enqueue(value)
      } catch (error) {
        if (isCanceled) return
        if (onFailure(error)) controller.close()
        else controller.error(error)
      }
    },
    cancel: (reason) => {
      isCanceled = true
      return reader.cancel(reason)
    },
  })
}

/** Length of the pieces in which a long text is sent, UTF-16 units. */
const PIECE = 256 * 1024

/** UTF-8 of texts in small pieces, each encoded when the client has received the one before. */
export async function* piecesOf(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for await (const text of texts) for (const piece of splitText(text, PIECE)) yield Buffer.from(piece)
}
