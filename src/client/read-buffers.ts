import type { Socket } from 'node:net'
import type { buildConnector } from 'undici'

/**
 * Memory for what is read from a connection. Bytes. Larger pieces are fewer to be handled, but with a megabyte a download over a network
 * takes longer [measured].
 */
const BUFFER_BYTES = 512 * 1024

/** Lent at once by all connections together; a reader beyond that gets memory of its own. */
const MOST_LENT = 24

/**
 * Memory that downloads read into again and again: fresh memory for each piece costs several times more than all else that is done with
 * the bytes, most of it in the collection of garbage [measured].
 */
export const createReadBuffers = () => {
  const free: Buffer[] = []
  /** By connection, in the order in which they were lent. */
  const lentBy = new Map<symbol, Map<ArrayBufferLike, Buffer>>()
  let lentCount = 0

  return {
    /** The buffers of one connection. */
    forConnection(): ConnectionBuffers {
      const lent = new Map<ArrayBufferLike, Buffer>()
      const own = Symbol()
      lentBy.set(own, lent)
      return {
        take() {
          // From slow memory, so that no other data shares it.
          if (lentCount >= MOST_LENT) return Buffer.allocUnsafeSlow(BUFFER_BYTES / 4)
          const buffer = free.pop() ?? Buffer.allocUnsafeSlow(BUFFER_BYTES)
          lent.set(buffer.buffer, buffer)
          lentCount++
          return buffer
        },
        close() {
          // What is still read goes with the connection.
          lentCount -= lent.size
          lentBy.delete(own)
        },
      }
    },
    /** Takes back the memory of a piece, and of all that came before it on its connection: nobody reads any of it any more. */
    giveBack({ buffer }: Uint8Array): void {
      for (const lent of lentBy.values()) {
        if (!lent.has(buffer)) continue
        for (const [key, one] of lent) {
          lent.delete(key)
          lentCount--
          free.push(one)
          if (key === buffer) return
        }
      }
    },
  }
}

export type ReadBuffers = ReturnType<typeof createReadBuffers>

type ConnectionBuffers = {
  take(): Buffer
  /** The connection has ended. */
  close(): void
}

/**
 * A connector whose connections read into buffers that are used again.
 *
 * @param build Makes a connector with more options for the socket.
 */
export const readingInto =
  (buffers: ReadBuffers, build: (options: object) => buildConnector.connector): buildConnector.connector =>
  (options, callback) => {
    const own = buffers.forConnection()
    let socket: Socket | undefined
    const onread = {
      buffer: own.take,
      // Answering that it is enough for now keeps a second piece from coming before the first is taken: two would be copied into one.
      callback: (length: number, bytes: Uint8Array) => {
        socket?.push(bytes.subarray(0, length))
        return false
      },
    }
    build({ onread })(options, (...result) => {
      const [, connected] = result
      socket = connected ?? undefined
      if (socket) socket.once('close', own.close)
      else own.close()
      callback(...result)
    })
  }
